"""A seat's domain: holdings, workers left with what they uncover, action card, Lantern, score so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.games.white_castle.components import load
from wcreplay.web.boards.svg import die, die_space, el, group, icon, picture, rect, ring, seat_disc, text
from wcreplay.web.boards.white_castle.effects import draw_effects
from wcreplay.web.boards.white_castle.frame import WIDTH, Changes, block, card_blocks, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wcreplay.games.white_castle.components import Row

_HOLDINGS = (
    ("coins", "coin", ""), ("seals", "seal", "5"), ("food", "food", "7"), ("iron", "iron", "7"),
    ("pearl", "pearl", "7"), ("points", "point", ""),
)  # fmt: skip
_WORKERS = {"courtier": "courtiers", "gardener": "gardeners", "warrior": "warriors"}
_CATEGORIES = (
    ("play", "in play", "points in play"), ("coins_seals", "money", "for coins and seals"),
    ("resources", "resources", "for resources"), ("time", "time", "for the time track"),
    ("courtiers", "courtiers", "for courtiers"), ("warriors", "warriors", "for warriors"),
    ("gardeners", "gardeners", "for gardeners"),
)  # fmt: skip
_ROW = 38.0
_TOP = 74.0
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


def draw_domain(seat: str, name: str, changes: Changes) -> str:
    """Return the domain of ``seat``; ``name`` is the player's name, shown as text."""
    player: Mapping[str, Any] = changes.now["players"][seat]
    shapes = [_head(seat, name, changes), _holdings(seat, changes)]
    shapes += [_row(row, seat, changes) for row in load().rows]
    shapes.append(_action_card(seat, changes))
    shapes.append(_lantern(seat, changes))
    shapes.append(_score(player))
    return picture(WIDTH, 254, _words(seat, name, player), *shapes)


def _head(seat: str, name: str, changes: Changes) -> str:
    order = changes.now["order"]
    place = f"{_ORDINALS[order.index(seat)]} in turn order" if seat in order else ""
    if changes.now["seat"] == seat:
        place = f"to move · {place}"
    short = name if len(name) <= 22 else name[:21] + "…"
    return "".join(
        (
            seat_disc(11, 12, seat, radius=10),
            text(28, 17, short, "t-name"),
            text(WIDTH - 2, 16, place, "t-m", "end"),
        )
    )


def _holdings(seat: str, changes: Changes) -> str:
    player = changes.now["players"][seat]
    width = WIDTH / len(_HOLDINGS)
    shapes = []
    for number, (key, sign, cap) in enumerate(_HOLDINGS):
        x = number * width
        delta = changes.delta("players", seat, key)
        written = str(player[key])
        part = [
            rect(x + 1, 30, width - 2, 24, "surface", 5),
            icon(sign, x + 6, 34.5, 15),
            text(x + 26, 47, written, "t-n"),
        ]
        if cap:
            part.append(text(x + 28 + len(written) * 9, 47, f"/{cap}", "t-m"))
        if delta:
            part.append(ring(x + 2, 31, width - 4, 22, 6))
            part.append(text(x + width / 2, 67, f"{delta:+d}".replace("-", "−"), "t-chg", "middle"))
        shapes.append(group(*part, title=f"{key}: {written}" + (f" of at most {cap}" if cap else "")))
    return "".join(shapes)


def _row(row: Row, seat: str, changes: Changes) -> str:
    player = changes.now["players"][seat]
    kind = _WORKERS[row.worker]
    left = player[kind]["domain"]
    gone = 5 - left
    newly = max(0, -changes.delta("players", seat, kind, "domain"))
    y = _TOP + (row.row - 1) * _ROW
    shapes = [rect(0.5, y + 0.5, 240, _ROW - 4, "row", 5)]
    shapes.append(rect(1, y + 3, 4, _ROW - 9, f"tile tile-{row.colour}", 2))
    put = player["domain_dice"].get(row.colour)
    if put is None:
        shapes.append(die_space(8, y + 6, 22, "6"))
    else:
        fresh = changes.differs("players", seat, "domain_dice", row.colour)
        shapes.append(die(8, y + 6, 22, row.colour, put, changed=fresh))
    shapes.append(draw_effects(row.always, 34, y + _ROW / 2 - 1.5, 28))
    for number, reward in enumerate(row.spots):
        x = 66 + number * 34.5
        shapes.append(_spot(row, number, reward, x, y, gone=gone, seat=seat, newly=newly))
    return "".join(shapes)


def _spot(row: Row, number: int, reward: str, x: float, y: float, *, gone: int, seat: str, newly: int) -> str:
    uncovered = number < gone
    if uncovered:
        shapes = [rect(x, y + 4, 32, 27, "uncovered", 5), draw_effects(reward, x + 1, y + 17.5, 30)]
        if number >= gone - newly:
            shapes.append(ring(x, y + 4, 32, 27, 6))
    else:
        shapes = [
            rect(x, y + 4, 32, 27, "covered", 5),
            icon(row.worker, x + 7, y + 8, 18, f"worker seat-{seat.lower()}"),
        ]
    state = "uncovered" if uncovered else f"still under a {row.worker}"
    return group(*shapes, title=f"{reward}, {state}")


def _action_card(seat: str, changes: Changes) -> str:
    card = changes.now["players"][seat]["card"]
    x, width = 246.0, 113.5
    shapes = []
    blocks = card_blocks(card)
    if not blocks:
        shapes.append(rect(x, _TOP, width, 3 * _ROW - 3, "space", 5))
        shapes.append(text(x + width / 2, _TOP + 1.5 * _ROW, card or "no card yet", "t-m", "middle"))
    for part in blocks:
        y = _TOP + (part.rows[0] - 1) * _ROW
        shapes.append(block(part, x, y, width, len(part.rows) * _ROW - 3))
    if blocks and card:
        shapes.append(text(x + 5, _TOP + 11, card, f"t-xs on-{blocks[0].shade}"))
    if changes.differs("players", seat, "card"):
        shapes.append(ring(x, _TOP, width - 2, 3 * _ROW - 3, 7))
    return "".join(shapes)


def _lantern(seat: str, changes: Changes) -> str:
    cards = changes.now["players"][seat]["lantern"]
    known = load().cards()
    y = _TOP + 3 * _ROW + 5
    shapes = [rect(0.5, y, WIDTH - 1, 26, "surface", 5), icon("lantern", 6, y + 5.5, 15)]
    shapes.append(text(26, y + 17, "Lantern", "t-m"))
    before = changes.before["players"][seat]["lantern"] if changes.before is not None else cards
    step = min(36.0, 270 / max(1, len(cards)))
    for number, card in enumerate(cards):
        x = 82 + number * step
        words = known[card].icon_words if card in known else "unknown"
        sign = words.partition(" ")[2] or "any"
        part = [
            rect(x, y + 3, step - 4, 20, "lantern-card", 4),
            icon(sign, x + step / 2 - 9, y + 6, 14, "icon on-light"),
        ]
        if number >= len(before):
            part.append(ring(x, y + 3, step - 4, 20, 5))
        shapes.append(group(*part, title=f"{card}: {words}"))
    if not cards:
        shapes.append(text(82, y + 17, "empty", "t-m"))
    return "".join(shapes)


def _score(player: Mapping[str, Any]) -> str:
    """Return the points as if the game ended now: a number for each category with its name below."""
    y = _TOP + 3 * _ROW + 38
    score = player["score"]
    shapes = [el("line", x1=0, x2=WIDTH, y1=y, y2=y, class_="rule")]
    shapes.append(text(WIDTH - 1, y + 16, str(score["total"]), "t-end", "end"))
    shapes.append(text(WIDTH - 1, y + 28, "score now", "t-l", "end"))
    for number, (key, name, words) in enumerate(_CATEGORIES):
        x = 20 + number * 44.5
        part = [text(x, y + 15, str(score[key]), "t-b", "middle"), text(x, y + 28, name, "t-l", "middle")]
        shapes.append(group(*part, title=f"{words}: {_points(score[key])}"))
    return group(*shapes, title=f"The score if the game ended now: {_points(score['total'])}")


def _points(number: int) -> str:
    return f"{number} point{'s' if number != 1 else ''}"


def _words(seat: str, name: str, player: Mapping[str, Any]) -> str:
    known = load().cards()
    icons = [known[card].icon_words if card in known else "unknown" for card in player["lantern"]]
    gardens = joined(player["gardeners"]["gardens"]) or "none"
    courtiers = joined([f"{number} {floor}" for floor, number in player["courtiers"].items()])
    score = joined([f"{player['score'][key]} {words}" for key, _, words in _CATEGORIES])
    return (
        f"Domain of {seat}, {name}: {player['coins']} coins, {player['seals']} seals, {player['food']} food, "
        f"{player['iron']} iron, {player['pearl']} pearl, {player['points']} points. Courtiers: {courtiers}. "
        f"Gardeners left {player['gardeners']['domain']}, gardens {gardens}. "
        f"Warriors left {player['warriors']['domain']}. Action card {player['card'] or 'none'}. "
        f"Lantern: {joined(icons) or 'empty'}. {_points(player['score']['total'])} if the game ended now: "
        f"{score}."
    )
