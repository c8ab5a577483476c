"""The recorder of ``wcreplay new``: a record is written while the game is played.

``recording`` holds the record in the making and knows no terminal, ``asking`` reads answers about cards,
``table`` leads through setup and turns, ``console`` is the terminal.
"""
