"""The codes of the engine: R0xx the record, R1xx setup, R2xx decisions, R3xx stated facts, R4xx unknowns.

The examples are changes to the example game (``records/white_castle/two-players-1.wcr``); each makes
exactly its own finding, which the tests check.
"""

from __future__ import annotations

from wcreplay.notation.diagnostics import CodeInfo

_INFOS = (
    CodeInfo(
        "R001",
        "no game",
        "The record does not say which game it is, so nothing in it can be checked against rules.",
        '-[Game "white-castle"]',
        'Begin the record with a tag such as [Game "white-castle"].',
    ),
    CodeInfo(
        "R002",
        "unknown game",
        "No game of that name is installed.",
        '-[Game "white-castle"]\n+[Game "white-castel"]',
        "Take a name that `wcreplay games` lists.",
    ),
    CodeInfo(
        "R003",
        "unknown ruleset",
        "The game has no ruleset of that name.",
        '-[Ruleset "base-2023"]\n+[Ruleset "base-2024"]',
        "Take one that `wcreplay games` lists, or leave the tag out.",
    ),
    CodeInfo(
        "R004",
        "player without a seat",
        "A tag names a player for a seat that does not play.",
        ' [B "Bruno"]\n+[C "Clara"]',
        "Add the seat to the starting order, or remove the tag.",
    ),
    CodeInfo(
        "R006",
        "no date",
        "The tag Date states no day that there is.",
        '-[Date "2026-01-17"]\n+[Date "2026-02-31"]',
        "Write year, month and day, with ? for digits that nobody knows: 2026-11-20, 2026-11-??.",
    ),
    CodeInfo(
        "R101",
        "setup line missing",
        "A line of the setup is not there. All six are needed; `_` stands for what nobody knows.",
        "-yards   Y8 Y2 | Y6 | Y3",
        "Write the line in the form that the message shows.",
    ),
    CodeInfo(
        "R102",
        "misshapen setup line",
        "A setup line has too few or too many words, or they are parted otherwise. The first word that "
        "does not "
        "fit is marked.",
        "-yards   Y8 Y2 | Y6 | Y3\n+yards   Y8 Y2 Y6 | Y3",
        "Write the line in the form that the message shows, `|` with blanks around it.",
    ),
    CodeInfo(
        "R103",
        "wrong kind of card",
        "There is no such card or tile, or it is of another deck.",
        "-castle  S7 S12 S9 | D8 D7 | M1\n+castle  S7 S12 D9 | D8 D7 | M1",
        "Look the card up with `wcreplay cards`; `_` stands for one that nobody knows.",
    ),
    CodeInfo(
        "R105",
        "wrong seats or pairs",
        "The starting order does not name each seat once, or the number of starting pairs does not fit.",
        "-order   A B\n+order   A A",
        "Two to four seats, each once; one pair more than seats (R2.8, R2.9).",
    ),
    CodeInfo(
        "R106",
        "card left out with two players",
        "A diamond card lies in the castle of a two-player game.",
        "-castle  S7 S12 S9 | D8 D7 | M1\n+castle  S1 S12 S9 | D8 D7 | M1",
        "Check the card: diamond cards stay in the box (R2.1). Or a player is missing in `order`.",
    ),
    CodeInfo(
        "R107",
        "card in two places",
        "One card lies in two places, or more copies lie there than the game has.",
        "-gardens c P4 K4 | b P2 K1 | w P1 K3\n+gardens c P4 K4 | b P2 K1 | w P4 K3",
        "Check both places.",
    ),
    CodeInfo(
        "R108",
        "castle to be dealt again",
        "All five castle cards show the same dark action.",
        "-castle  S7 S12 S9 | D8 D7 | M1\n+castle  S7 S12 S13 | D8 D7 | M1",
        "Such a deal is shuffled back (R2.2): check the cards.",
    ),
    CodeInfo(
        "R109",
        "impossible tiles",
        "The die tiles cannot lie like that: a room of one colour, or more tiles than there are.",
        "-tiles   wcc ccb bwc | bw wb | any pearl\n+tiles   wcc ccb bwc | bw bb | any pearl",
        "Check the tiles against the board (R2.4).",
    ),
    CodeInfo(
        "R110",
        "unknown ruling",
        "The tag Rulings names a ruling that the game does not have.",
        ' [Ruleset "base-2023"]\n+[Rulings "pools"]',
        "Leave the tag out, or write pool (R16.3).",
    ),
    CodeInfo(
        "R201",
        "wrong label",
        "A label does not count the turn it stands before: a turn is missing or stands twice, or the "
        "number is wrong.",
        "-1.3 A c6>o2 s^d1/D10 +p Q",
        "The message says which turn is expected there. Labels may also be left out.",
    ),
    CodeInfo(
        "R202",
        "seat out of turn",
        "A turn, a pick or a round-end activation of a seat that is not next.",
        "-1.3 A c6>o2 s^d1/D10 +p Q\n+1.3 B c6>o2 s^d1/D10 +p Q",
        "Check the seat, whether a turn before it is missing, and the turn order (R2.9, R3.1, R10.1).",
    ),
    CodeInfo(
        "R203",
        "after the end",
        "The game is over, but the record goes on.",
        " 3.6 A b3>s2 G:P4 x:i W3 B:d1.1 x:i W1\n+3.7 B w4>w",
        "Remove what follows. Another game in the same file begins with its own tags.",
    ),
    CodeInfo(
        "R204",
        "dice of another round",
        "Dice are stated too early, twice, or for another round than the one that begins.",
        "-round 3  c 222 | b 233 | w 224\n+round 2  c 222 | b 233 | w 224",
        "State the dice of each round once, before its first turn; those of round 1 before the draft.",
    ),
    CodeInfo(
        "R205",
        "impossible roll",
        "The dice of a round are too few or too many, not ascending, or their bridges in another order.",
        "-round 2  c 236 | b 334 | w 156\n+round 2  c 263 | b 334 | w 156",
        "Write coral, black and white, each with its dice in ascending order: `round 2  c 236 | b 334 | w "
        "156`.",
    ),
    CodeInfo(
        "R206",
        "round dice missing",
        "A round begins, but its dice are not stated.",
        "-round 2  c 236 | b 334 | w 156",
        "Write them before the first turn of the round. `_` stands for dice that nobody knows.",
    ),
    CodeInfo(
        "R207",
        "unfinished turn",
        "A turn stops before a choice that must be made: the die, the units of a gain, the card that "
        "refilled a room.",
        "-1.1 A w6>s3 Q g^s3.1/S4 +p\n+1.1 A w6>s3 Q g^s3.1",
        "Write the choice behind the word that is marked; the message lists what is legal.",
    ),
    CodeInfo(
        "R208",
        "unknown word at the beginning of a line",
        "A line begins with a mistyped label or keyword, so the statement before took it for its own.",
        "-0.2 A R2 +pp\n+O.2 A R2 +pp",
        "Correct the word; the message says what was probably meant.",
    ),
    CodeInfo(
        "R209",
        "unknown word",
        "A word of a turn is no word of the game's notation, wherever it stands. The first such word of "
        "every turn is shown in one run.",
        "-1.6 B b6>w +i\n+1.6 B b6w +i",
        "The message says what was probably meant; docs/notation.md has the table of words.",
    ),
    CodeInfo(
        "R210",
        "illegal choice",
        "A word of the notation is a choice that is not legal there. Nothing behind the first one of a "
        "record is "
        "judged.",
        "-1.6 B b6>w +i\n+1.6 B b6<w +i",
        "The message says why, and what is legal; `wcreplay legal` lists all of it.",
    ),
    CodeInfo(
        "R211",
        "word that chooses nothing",
        "An order mark such as `>2` names something that cannot be done, or an order that changes "
        "nothing. The mark "
        "is passed over; the record is right.",
        "-1.6 B b6>w +i\n+1.6 B b6>w >s +i",
        "Leave it out, as `wcreplay fmt` does. If it should have chosen something, look for what is missing.",
        "warning",
    ),
    CodeInfo(
        "R301",
        "stated otherwise",
        "An assertion states something that the replay has otherwise.",
        " 1.1 A w6>s3 Q g^s3.1/S4 +p\n+= A c9",
        "Correct the assertion, or the turn where the two part ways: the message says where the fact last "
        "changed.",
    ),
    CodeInfo(
        "R302",
        "result without an end",
        "A result is stated, but the record stops before the end of the game.",
        "-3.6 A b3>s2 G:P4 x:i W3 B:d1.1 x:i W1",
        'Add what is missing, or write [Result "*"] for an unfinished game.',
    ),
    CodeInfo(
        "R303",
        "other result",
        "The stated result differs from the replay's, or is not in the form `A 54, B 49`.",
        '-[Result "B 69, A 58"]\n+[Result "B 68, A 58"]',
        "Correct the tag, or find the turn where points went missing: `wcreplay replay` shows the running "
        "score.",
    ),
    CodeInfo(
        "R304",
        "no such fact",
        "An assertion holds a word that states nothing.",
        " 1.1 A w6>s3 Q g^s3.1/S4 +p\n+= A q3",
        "See the table of facts in docs/notation.md.",
    ),
    CodeInfo(
        "R401",
        "unknown fact needed",
        "The rules need a fact that the record leaves open with `_`.",
        "-castle  S7 S12 S9 | D8 D7 | M1\n+castle  S7 S12 _ | D8 D7 | M1",
        "Find the fact out, or end the record before the turn that needs it.",
    ),
)

CATALOGUE: dict[str, CodeInfo] = {info.code: info for info in _INFOS}
"""Each code of the engine with meaning, example and cure."""
