"""The game-neutral notation: text to record, record to text, and diagnostics."""
