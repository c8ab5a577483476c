"""Editor support: a language server for records. The only floor that imports pygls and lsprotocol."""
