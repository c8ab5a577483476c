"""wcreplay: notation, rules engine, tables and dashboards for recorded board games."""

__version__ = "0.1.0"
