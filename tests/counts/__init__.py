"""Counts of legal continuations from fixed positions, so that no change of the rules can hide.

Each file in a game's folder is a record that leads to a position, and says in comments how many sequences of
decisions go on from there. ``python -m tests.counts`` counts anew; review the difference as text.
"""
