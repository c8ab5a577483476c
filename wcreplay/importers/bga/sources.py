"""Where documents were read before every importer did."""

from wcreplay.importers.model import Document
from wcreplay.importers.sources import read_documents, without_numbers

__all__ = ["Document", "read_documents", "without_numbers"]
