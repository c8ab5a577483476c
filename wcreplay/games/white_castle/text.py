"""A position as text that a person can read in a terminal (ASCII, about 100 columns)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .board import to_json
from .components import load

if TYPE_CHECKING:
    from .position import Position

_HOLDINGS = ("coins", "seals", "food", "iron", "pearl", "points")
_SEASONS = ((0, 5), (6, 10), (11, 14), (15, 20))


def draw(pos: Position) -> str:
    """Return the whole board: bridges, castle, gardens, yards, time track, and each seat's domain."""
    board = to_json(pos)
    lines = [
        *_head(board),
        "",
        *_bridges(board),
        "",
        *_castle(board),
        "",
        *_yards(board),
        *_track(board),
        "",
        *_seats(board),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _head(board: dict[str, Any]) -> Iterator[str]:
    who = f", {board['seat']} on turn" if board["seat"] else ""
    where = {"setup": "setup", "end": "end of the game"}.get(board["phase"], f"{board['label']}{who}")
    decks = board["decks"]
    order = " ".join(board["order"])
    yield f"{where}   order {order}   decks: {decks['steward']} steward, {decks['diplomat']} diplomat"
    if board["pairs"]:
        yield "pairs " + " ".join("+".join(pair) for pair in board["pairs"])


def _dice(dice: list[dict[str, Any]]) -> str:
    return " ".join(f"{die['colour'][0]}{die['pips'] or '_'}" for die in dice) or "-"


def _bridges(board: dict[str, Any]) -> Iterator[str]:
    gardens = load().gardens
    for colour, bridge in board["bridges"].items():
        left = f"<{bridge['left']}" if bridge["left"] else "< "
        middle = " ".join(str(pips or "_") for pips in bridge["middle"])
        right = f"{bridge['right']}>" if bridge["right"] else " >"
        cards = []
        for kind in ("plant", "stone"):
            place = board["gardens"][colour][kind]
            card = gardens.get(place["card"])
            facts = f"{card.food} food, {card.points} pt: {card.words}" if card else "unknown"
            cards.append(f"{place['card'] or '_'} ({facts}) [{''.join(place['seats'])}]")
        yield f"{colour:<6} {left} {middle:<6}{right}   {'   '.join(cards)}"


def _castle(board: dict[str, Any]) -> Iterator[str]:
    parts = load()
    cards = parts.cards()
    for name, room in board["rooms"].items():
        card = cards.get(room["card"])
        tiles = [tile[0] if tile else "_" for tile in room["tiles"]]
        blocks = (
            "   ".join(
                f"{tile} {block.number}{'#' if block.dark else ':'} {block.words}"
                for tile, block in zip(tiles, card.blocks, strict=True)
            )
            if card
            else f"{' '.join(tiles)} unknown card"
        )
        yield f"{name} {room['card'] or '_':<4}{_dice(room['dice']):<7} {blocks}"
    outside = "   ".join(f"{name} {_dice(dice)}" for name, dice in board["outside"].items())
    well = board["well"]
    yield f"outside   {outside}   well w ({', '.join(well['tiles'])}) {_dice(well['dice'])}"
    slots = parts.daimyo.get(board["daimyo"]["card"] or "", ())
    held = board["daimyo"]["slots"]
    words = "   ".join(
        f"m{number} {slot.words} [{seat or ' '}]"
        for number, (slot, seat) in enumerate(zip(slots, held, strict=False), start=1)
    )
    yield f"daimyo {board['daimyo']['card'] or '_'}   {words}"


def _yards(board: dict[str, Any]) -> Iterator[str]:
    parts = load()
    for iron, yard in board["yards"].items():
        faces = [
            parts.yellow if iron == "1" or number else parts.blue for number in range(len(yard["tiles"]))
        ]
        tiles = " + ".join(
            f"{tile} {table[tile].words}" if tile else "_"
            for tile, table in zip(yard["tiles"], faces, strict=True)
        )
        warriors = " ".join(f"{seat}{count}" for seat, count in yard["warriors"].items() if count) or "-"
        yield f"yard {iron}    {tiles}   warriors {warriors}"


def _track(board: dict[str, Any]) -> Iterator[str]:
    piles = board["track"]
    parts = []
    for first, last in _SEASONS:
        here = [f"{space}:{''.join(piles[space])}" for space in range(first, last + 1) if piles[space]]
        parts.append(" ".join(here) or "-")
    yield f"time      {' | '.join(parts)}   (bottom to top)"


def _seats(board: dict[str, Any]) -> Iterator[str]:
    yield (
        "    coins seals  food  iron pearl points  time   courtiers      gardeners  warriors   card  score"
        "   lantern"
    )
    for seat, player in board["players"].items():
        holdings = " ".join(f"{player[name]:>5}" for name in _HOLDINGS)
        courtiers = "-".join(str(count) for count in player["courtiers"].values())
        warriors = "-".join(str(count) for count in player["warriors"].values())
        gardens = f"{player['gardeners']['domain']} {','.join(player['gardeners']['gardens']) or '-'}"
        dice = "".join(f" {colour[0]}{pips}" for colour, pips in player["domain_dice"].items() if pips)
        lantern = " ".join(player["lantern"]) + (f"   domain dice{dice}" if dice else "")
        yield (
            f"{seat}   {holdings}  {player['time_space']:>5}   {courtiers:<13}  {gardens:<10} {warriors:<10} "
            f"{player['card'] or '-':<5} {player['score']['total']:>5}   {lantern}"
        )
    yield "    (courtiers: home-gate-steward-diplomat-daimyo; warriors: home and by iron 5-3-1)"
