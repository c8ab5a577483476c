"""Logs of The White Castle as a board game site keeps them and its users save them (docs/import_bga.md)."""
