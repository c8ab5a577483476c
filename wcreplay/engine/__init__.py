"""The game-neutral engine: decisions, ledger, replay and the table of games."""
