"""The JSON API, version 1: what each address takes and gives is declared once, for answers and documents."""
