"""The codes of the engine: R0xx the record, R1xx setup, R2xx decisions, R3xx stated facts, R4xx unknowns."""

from __future__ import annotations

from wcreplay.notation.diagnostics import CodeInfo

_INFOS = (
    CodeInfo(
        "R001",
        "no game",
        "The record does not say which game it is.",
        "",
        'Add a tag such as [Game "white-castle"].',
    ),
    CodeInfo(
        "R002",
        "unknown game",
        "No game of that name is installed.",
        '[Game "white-castel"]',
        "Take a name that `wcreplay games` lists.",
    ),
    CodeInfo(
        "R003",
        "unknown ruleset",
        "The game has no ruleset of that name.",
        '[Ruleset "base-2024"]',
        "Take one that `wcreplay games` lists.",
    ),
    CodeInfo(
        "R004",
        "player without a seat",
        "A tag names a player for a seat that does not play.",
        '[D "Dario"] with three seats in `order`',
        "Add the seat to the starting order, or remove the tag.",
    ),
    CodeInfo(
        "R006",
        "no date",
        "The tag Date states no day that there is.",
        '[Date "2026-02-31"]',
        "Write year, month and day, with ? for digits that nobody knows: 2026-11-20, 2026-11-??.",
    ),
    CodeInfo(
        "R101",
        "setup statement missing",
        "A statement of the setup is not there.",
        "",
        "Write it; the message shows its form.",
    ),
    CodeInfo(
        "R102",
        "misshapen setup statement",
        "A setup statement has too few or too many words, or they are parted otherwise.",
        "yards Y3 Y5 Y1 Y8",
        "Write it in the form that the message shows.",
    ),
    CodeInfo(
        "R103",
        "wrong kind of card",
        "There is no such card, or it is of another deck.",
        "castle D4 S5 S6 | D9 D2 | M5",
        "Look the card up; `_` stands for an unknown one.",
    ),
    CodeInfo(
        "R105",
        "wrong count",
        "The number of seats or starting pairs does not fit.",
        "three pairs with three players",
        "Two to four seats, each once; one pair more than seats (R2.8, R2.9).",
    ),
    CodeInfo(
        "R106",
        "card left out with two players",
        "A diamond card lies in the castle of a two-player game.",
        "castle S1 S5 S2 | D3 D4 | M2 with order A B",
        "Check the card; diamond cards stay in the box (R2.1).",
    ),
    CodeInfo("R107", "card in two places", "One card lies in two places.", "", "Check both places."),
    CodeInfo(
        "R108",
        "castle to be dealt again",
        "All five castle cards show the same dark action.",
        "castle S1 S2 S3 | D1 D2 | M1",
        "Such a deal is shuffled back (R2.2); check the cards.",
    ),
    CodeInfo(
        "R109",
        "impossible tiles",
        "The die tiles cannot lie like that: a room of one colour, or more tiles than there are.",
        "tiles ccc wbc bwb | wc wc | coin food",
        "Check the tiles against the board (R2.4).",
    ),
    CodeInfo(
        "R110",
        "unknown ruling",
        "The tag Rulings names a ruling that the game does not have.",
        '[Rulings "pools"]',
        "Leave the tag out, or write pool.",
    ),
    CodeInfo(
        "R201",
        "wrong label",
        "A label does not count the turn it stands before.",
        "1.4 A w6>w as the third turn",
        "A turn before it is missing or written twice, or the label is wrong.",
    ),
    CodeInfo(
        "R202",
        "seat out of turn",
        "Another seat is on turn.",
        "",
        "Check the seat, and whether a turn before it is missing.",
    ),
    CodeInfo(
        "R203", "after the end", "The game is over, but the record goes on.", "", "Remove what follows."
    ),
    CodeInfo(
        "R204",
        "dice of another round",
        "Dice are stated too early, twice, or for another round.",
        "",
        "State the dice of each round once, before its first turn.",
    ),
    CodeInfo(
        "R205",
        "impossible roll",
        "The dice of a round are too few or too many, not ascending, or their bridges in another order.",
        "round 2 c 2254 | b 1345 | w 1336",
        "Write coral, black and white, each ascending.",
    ),
    CodeInfo(
        "R206",
        "round dice missing",
        "A round begins, but its dice are not stated.",
        "",
        "Write them before the first turn of the round.",
    ),
    CodeInfo(
        "R207",
        "unfinished turn",
        "A turn stops before a choice that must be made.",
        "a climb without the card that refilled the room",
        "Write the choice; the message lists what is legal.",
    ),
    CodeInfo(
        "R208",
        "unknown word at the beginning of a line",
        "A line begins with a mistyped label or keyword, so the statement before took it for its own.",
        "O.1 A R8",
        "Correct the word; the message says what was probably meant.",
    ),
    CodeInfo(
        "R209",
        "unknown word",
        "A token is no word of the game's notation.",
        "1.3 A w6>w zap",
        "See the table of tokens in docs/notation.md.",
    ),
    CodeInfo(
        "R210",
        "illegal choice",
        "A token is a word of the game, but the choice is not legal there.",
        "1.3 A w5>w where no white 5 stands at the right end",
        "The message says why; `wcreplay legal` lists what is legal.",
    ),
    CodeInfo(
        "R211",
        "token that chooses nothing",
        "An order mark such as `>2` names something that cannot be done, or an order that changes nothing. "
        "It is passed over.",
        "",
        "Leave it out, as `wcreplay fmt` does; or look for what makes the choice impossible.",
        "warning",
    ),
    CodeInfo(
        "R301",
        "stated otherwise",
        "An assertion states something that the replay has otherwise.",
        "= A c4 where A has 5 coins",
        "Correct the assertion, or the turn where the two part ways.",
    ),
    CodeInfo(
        "R302",
        "result without an end",
        "A result is stated, but the record stops before the end of the game.",
        "a file that was cut off",
        'Add what is missing, or write [Result "*"] for an unfinished game.',
    ),
    CodeInfo(
        "R303",
        "other result",
        "The stated result differs from the replay's.",
        "",
        "Correct the tag, or find the turn where points went missing: `wcreplay replay`.",
    ),
    CodeInfo(
        "R304",
        "no such fact",
        "An assertion holds a word that states nothing.",
        "= A q3",
        "See the table of facts in docs/notation.md.",
    ),
    CodeInfo(
        "R401",
        "unknown fact needed",
        "The rules need a fact that the record leaves open with `_`.",
        "a die placed in a room whose card is unknown",
        "State the fact, or end the record before it.",
    ),
)

CATALOGUE: dict[str, CodeInfo] = {info.code: info for info in _INFOS}
"""Each code of the engine with meaning, example and cure."""
