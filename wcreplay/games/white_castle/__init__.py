"""The White Castle (2023), base game for 2 to 4 players. ``meta`` loads without the rules."""
