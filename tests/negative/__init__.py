"""Broken records, one fault each, and what the program says of them; see README.md."""
