"""Golden transcripts of the sample records: what each turn posted, offered and scored, as text."""
