"""The games: one folder each. A game's ``meta`` can be imported without its rules."""
