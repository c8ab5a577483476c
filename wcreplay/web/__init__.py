"""The dashboard: pages over a snapshot of the database. The only floor that imports flask and waitress."""

from wcreplay.web.server import serve

__all__ = ["serve"]
