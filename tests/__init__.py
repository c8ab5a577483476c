"""The tests of wcreplay."""
