"""The setup of a game: its statements, their values, and the rules they must meet (R2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import ModuleType
from typing import Final

import msgspec

from wcreplay.engine.game import Fault, SetupError
from wcreplay.notation.model import Grammar, Keyword, Statement, Token

from .components import REWARDS, load
from .effects import COLOURS, NOT

UNKNOWN: Final = "_"

GRAMMAR: Final = Grammar(
    game="white-castle",
    setup=(
        Keyword("castle"),
        Keyword("tiles"),
        Keyword("gardens"),
        Keyword("yards"),
        Keyword("order", seats=True),
        Keyword("pairs"),
    ),
    chance=(Keyword("round", repeats=True),),
    seats="ABCD",
    pad=7,
)


@lru_cache(maxsize=256)
def _garden_points(ids: tuple[str, ...]) -> tuple[int, ...]:
    gardens = load().gardens
    return tuple(gardens[card].points if card in gardens else 0 for card in ids)


COPIES_OF_ACTION: Final = 2
TILES_PER_COLOUR: Final = 5
_LETTERS: Final = {colour[0]: number for number, colour in enumerate(COLOURS)}


class Setup(msgspec.Struct, frozen=True):
    """Everything that lies on the table before the dice are rolled.

    ``order`` has seat numbers, first player first. ``rooms`` are card ids of s1 s2 s3 d1 d2, ``tiles``
    colour numbers by room and block, ``gardens`` ids at coral, black, white (plant, stone each),
    ``yards`` the tiles of the 5 (blue, yellow), 3 and 1 iron yard. ``_`` and -1 are unknown; a tile
    of ``NOT`` is one of two colours, and ``daimyo`` may join the cards that it may be by ``/``.
    """

    seats: int
    order: tuple[int, ...]
    rooms: tuple[str, ...]
    daimyo: str
    tiles: tuple[tuple[int, ...], ...]
    well: tuple[str, str]
    gardens: tuple[str, ...]
    yards: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    pool: bool = False

    @property
    def garden_points(self) -> tuple[int, ...]:
        """Points of the six garden places (R11.7); 0 for an unknown card."""
        return _garden_points(self.gardens)


_SHAPES: Final = {
    "castle": ("3 steward cards | 2 diplomat cards | 1 daimyo card", "castle  S7 S12 S3 | D2 D11 | M4"),
    "tiles": (
        "3 times 3 colours | 2 times 2 colours | 2 well tiles",
        "tiles   cbw cwc bcw | cb wb | any food",
    ),
    "gardens": ("colour, plant, stone for each bridge", "gardens c P1 K3 | b P4 K2 | w P5 K5"),
    "yards": ("2 tiles | 1 tile | 1 tile", "yards   Y3 Y5 | Y1 | Y8"),
    "order": ("each seat once", "order   C A B"),
    "pairs": ("one pair more than players", "pairs   R4+A1 R9+A2 R2+A3"),
}
TILE: Final = r"(?:_|[cbw](?:/[cbw])?)"
_ROOM: Final = rf"_|{TILE}"
_PATTERNS: Final = {
    "castle": re.compile(r"(\S+) (\S+) (\S+) \| (\S+) (\S+) \| (\S+)"),
    "tiles": re.compile(
        rf"({_ROOM}{{3}}) ({_ROOM}{{3}}) ({_ROOM}{{3}}) \| ({_ROOM}{{2}}) ({_ROOM}{{2}})"
        r" \| ([a-z]+|_) ([a-z]+|_)"
    ),
    "gardens": re.compile(r"c (\S+) (\S+) \| b (\S+) (\S+) \| w (\S+) (\S+)"),
    "yards": re.compile(r"(\S+) (\S+) \| (\S+) \| (\S+)"),
    "order": re.compile(r"(\S+(?: \S+)*)"),
    "pairs": re.compile(r"(\S+(?: \S+)*)"),
}
_KINDS: Final = {
    "S": "steward card (S1 to S15)",
    "D": "diplomat card (D1 to D12)",
    "M": "daimyo card (M1 to M9)",
    "P": "plant garden (P1 to P5)",
    "K": "stone garden (K1 to K5)",
    "Y": "yard tile (Y1 to Y8)",
    "R": "starting resource card (R1 to R9)",
    "A": "starting action card (A1 to A3)",
}


def normalise_ids(text: str) -> str:
    """Drop leading zeros of the ids in tokens (``S07`` is ``S7``): a tolerated spelling."""
    return text if "0" not in text else re.sub(r"(?<![A-Za-z0-9])([SDMRAPKYE])0+(?=[0-9])", r"\1", text)


def read_setup(statements: Iterable[Statement], seats: int, *, pool: bool = False) -> Setup:
    """Read and check the setup statements of a record of ``seats`` players.

    Raises :class:`SetupError` with every fault found: a missing or misshapen statement, an unknown or
    repeated card, and a breach of R2.1 to R2.9.
    """
    faults: list[Fault] = []
    found = {statement.keyword: statement for statement in statements if statement.keyword in _SHAPES}
    fields: dict[str, list[str]] = {}
    for keyword, (shape, example) in _SHAPES.items():
        if keyword not in found:
            continue
        text = normalise_ids(" ".join([token.text for token in found[keyword].tokens]))
        match = _PATTERNS[keyword].fullmatch(text)
        if match is None:
            faults.append(_misfits().misfit(found[keyword], shape, " ".join(example.split())))
            continue
        fields[keyword] = list(match.groups())
    if len(found) < len(_SHAPES):
        faults.append(_misfits().missing([word for word in _SHAPES if word not in found], _SHAPES))
    if not faults:
        faults.extend(_check_ids(fields, found))
    if faults:
        raise SetupError(faults)
    setup = _build(fields, seats, pool)
    faults = [_place(fault, found) for fault in check_setup(setup)]
    if faults:
        raise SetupError(faults)
    return setup


def _misfits() -> ModuleType:
    """Return the module that explains wrong setups; one that is right never loads it."""
    from . import misfits

    return misfits


def _place(fault: Fault, found: dict[str, Statement]) -> Fault:
    """Point a fault of the values at the token that carries the value, else at the statement."""
    statement = found.get(fault.keyword)
    if statement is None or fault.token is None:
        return fault
    for token in reversed(statement.tokens):
        if fault.token.text in (normalise_ids(token.text), *normalise_ids(token.text).split("+")):
            return msgspec.structs.replace(fault, token=token)
    return msgspec.structs.replace(fault, token=Token(statement.keyword, statement.at))


def _split_pair(pair: str) -> tuple[str, str, str]:
    """Part the two cards of a pair; ``_`` stands for both."""
    return pair.partition("+") if pair != UNKNOWN else (UNKNOWN, "+", UNKNOWN)


def _check_ids(fields: dict[str, list[str]], found: dict[str, Statement]) -> Iterator[Fault]:
    tables = _ids_by_kind()
    *rooms, daimyo = fields["castle"]
    want = [
        *zip("SSSDD", rooms, ["castle"] * 5, strict=True),
        *(("M", card, "castle") for card in daimyo.split("/")),
        *zip("PKPKPK", fields["gardens"], ["gardens"] * 6, strict=True),
        *zip("YYYY", fields["yards"], ["yards"] * 4, strict=True),
    ]
    for pair in fields["pairs"][0].split():
        left, plus, right = _split_pair(pair)
        if not (plus and left and right) or left[0] == "A":
            yield from _misfits().wrong_pairs(found["pairs"])
            return
        want += [("R", left, "pairs"), ("A", right, "pairs")]
    for kind, card, keyword in want:
        if card != UNKNOWN and card not in tables[kind]:
            fault = _misfits().wrong_card(card, kind, tables, _KINDS)
            yield msgspec.structs.replace(fault, token=_token(found[keyword], card), keyword=keyword)
    for tile in fields["tiles"][5:]:
        if tile != UNKNOWN and tile not in REWARDS:
            yield _misfits().wrong_reward(_token(found["tiles"], tile))


@lru_cache(maxsize=1)
def _ids_by_kind() -> dict[str, frozenset[str]]:
    parts = load()
    ids = {*parts.cards(), *parts.daimyo, *parts.gardens, *parts.blue}
    return {kind: frozenset(card for card in ids if card.startswith(kind)) for kind in _KINDS}


def _token(statement: Statement, card: str) -> Token:
    for token in statement.tokens:
        if card in normalise_ids(token.text):
            return token
    return Token(statement.keyword, statement.at)


def _build(fields: dict[str, list[str]], seats: int, pool: bool) -> Setup:
    castle, tiles = fields["castle"], fields["tiles"]
    order = tuple(
        ord(letter[0]) - ord("A") if len(letter) == 1 else 99 for letter in fields["order"][0].split()
    )
    return Setup(
        seats=seats,
        order=order,
        rooms=tuple(castle[:5]),
        daimyo="/".join(sorted(set(castle[5].split("/")))),
        tiles=tuple(map(_tiles, tiles[:5], (3, 3, 3, 2, 2))),
        well=(tiles[5], tiles[6]),
        gardens=tuple(fields["gardens"]),
        yards=tuple(fields["yards"]),
        pairs=tuple(_split_pair(pair)[::2] for pair in fields["pairs"][0].split()),
        pool=pool,
    )


@lru_cache(maxsize=1024)
def _tiles(room: str, size: int) -> tuple[int, ...]:
    return tuple(map(_tile, re.findall(TILE, room))) if room != UNKNOWN else (-1,) * size


def _tile(text: str) -> int:
    """Read a tile: a colour, or two of which it is one (``c/w``: not black)."""
    colours = {_LETTERS[letter] for letter in text if letter in _LETTERS}
    if len(colours) < 2:
        return colours.pop() if colours else -1
    (other,) = {0, 1, 2} - colours
    return NOT[other]


def check_setup(setup: Setup) -> list[Fault]:
    """Return every breach of R2 by a setup whose ids are known; empty if it can be played."""
    faults = [*_check_counts(setup), *_check_repeats(setup), *_check_tiles(setup)]
    if setup.seats == 2:
        cards = load().cards()
        for card in setup.rooms:
            if card != UNKNOWN and cards[card].diamond:
                message = f"{card} is a diamond card, left out with two players"
                hint = "check the card; or is a third player missing in 'order'?"
                faults.append(Fault("R106", message, "R2.1", Token(card, 0), "castle", "", hint))
    dark = list(map(_dark_action, setup.rooms))
    if None not in dark and len(set(dark)) == 1:
        message = "all five castle cards show the same dark action"
        hint = "these cards are shuffled back and dealt again"
        faults.append(
            Fault("R108", message, "R2.2", Token("castle", 0), "castle", "two or more dark actions", hint)
        )
    return faults


@lru_cache(maxsize=64)
def _dark_action(card_id: str) -> int | None:
    card = load().cards().get(card_id)
    blocks = card.blocks if card is not None else ()
    return next((block.effects[0].kind for block in blocks if block.dark), None)


def _check_counts(setup: Setup) -> Iterator[Fault]:
    n = setup.seats
    if sorted(setup.order) != list(range(n)):
        yield _misfits().order_fault(setup.order, n)
    if len(setup.pairs) != n + 1:
        message = f"{len(setup.pairs)} starting pairs for {n} players"
        hint = "one pair more than players; check the lines 'pairs' and 'order'"
        yield Fault("R105", message, "R2.9", Token("pairs", 0), "pairs", f"{n + 1} pairs", hint)


def _check_repeats(setup: Setup) -> Iterator[Fault]:
    groups: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("castle", setup.rooms),
        ("gardens", setup.gardens),
        ("yards", setup.yards),
        ("pairs", tuple(pair[0] for pair in setup.pairs)),
    )
    for keyword, ids in groups:
        different = set(ids)
        if len(different) == len(ids):
            continue
        for card in sorted(different):
            if card != UNKNOWN and ids.count(card) > 1:
                yield _misfits().repeated(card, keyword, ids)
    actions = [pair[1] for pair in setup.pairs]
    for card in sorted(set(actions)):
        if card != UNKNOWN and actions.count(card) > COPIES_OF_ACTION:
            message = f"{card} occurs {actions.count(card)} times among the pairs"
            yield Fault(
                "R107", message, "R2.9", Token(card, 0), "pairs", "at most two copies of an action card"
            )


def _check_tiles(setup: Setup) -> Iterator[Fault]:
    for room, tiles in zip(("s1", "s2", "s3", "d1", "d2"), setup.tiles, strict=True):
        if min(tiles) >= 0 and len(set(tiles)) == 1:
            text = COLOURS[tiles[0]][0] * len(tiles)
            message = f"room {room} has tiles of one colour only"
            yield Fault(
                "R109", message, "R2.4", Token(text, 0), "tiles", "at least two colours in every room"
            )
    castle = [tile for room in setup.tiles for tile in room]
    if min(castle) < 0:
        return
    left = [TILES_PER_COLOUR - castle.count(colour) for colour in range(3)]
    if min(left) < 0:
        colour = COLOURS[left.index(min(left))]
        count = TILES_PER_COLOUR - min(left)
        message = f"{count} {colour} tiles in the castle"
        yield Fault("R109", message, "R2.4", Token("tiles", 0), "tiles", "at most five tiles of a colour")
    elif UNKNOWN not in setup.well and setup.well[0] == setup.well[1] and 2 in left:
        message = f"both well tiles are of the last colour but show '{setup.well[0]}' twice"
        expected = "two different rewards: each colour has one tile of each"
        yield Fault("R109", message, "R2.4", Token(setup.well[1], 0), "tiles", expected)


_TILE_TEXTS: Final = {-1: UNKNOWN, NOT[0]: "b/w", NOT[1]: "c/w", NOT[2]: "c/b"} | {
    number: letter for letter, number in _LETTERS.items()
}


def format_setup(setup: Setup) -> list[tuple[str, str]]:
    """Return the setup statements as keyword and canonical text, in canonical order."""

    def letters(room: tuple[int, ...]) -> str:
        return "".join(_TILE_TEXTS[tile] for tile in room)

    r, g, y = setup.rooms, setup.gardens, setup.yards
    t = [letters(room) for room in setup.tiles]
    return [
        ("castle", f"{r[0]} {r[1]} {r[2]} | {r[3]} {r[4]} | {setup.daimyo}"),
        ("tiles", f"{t[0]} {t[1]} {t[2]} | {t[3]} {t[4]} | {setup.well[0]} {setup.well[1]}"),
        ("gardens", f"c {g[0]} {g[1]} | b {g[2]} {g[3]} | w {g[4]} {g[5]}"),
        ("yards", f"{y[0]} {y[1]} | {y[2]} | {y[3]}"),
        ("order", " ".join(chr(65 + seat) for seat in setup.order)),
        ("pairs", " ".join(f"{resource}+{action}" for resource, action in setup.pairs)),
    ]
