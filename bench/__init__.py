"""Benchmarks: figures as ratios to a yardstick taken in the same run on the same machine."""
