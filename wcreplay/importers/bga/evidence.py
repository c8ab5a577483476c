"""What all uses of the well and of the daimyo card together leave possible, before any turn is read.

Only what must be so is used: a gain that is not lost to a limit is stated.
"""

from __future__ import annotations

import msgspec

from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.accounts import CAPS
from wcreplay.games.white_castle.components import load
from wcreplay.games.white_castle.effects import Effect

from .possibilities import Hidden
from .timeline import NEVER, Atom, Timeline


def narrowed(hidden: Hidden, line: Timeline, choices: list[int]) -> Hidden:
    """Return what is possible of the well and the daimyo card; ``choices`` are prompts for a resource."""
    wells, daimyos = hidden.wells, hidden.daimyos
    for seat, anchors in enumerate(line.anchors):
        for anchor in anchors:
            if anchor.kind == "d" and anchor.what == "w":
                end = _end(line, anchor.at)
                wells = tuple(pair for pair in wells if _paid(line, seat, pair, anchor.at, end, choices))
            elif anchor.kind == "^" and anchor.what in ("m1", "m2", "m3"):
                end = _end(line, anchor.at)
                slot = int(anchor.what[1]) - 1
                daimyos = tuple(
                    card
                    for card in daimyos
                    if all(
                        _gained(line, seat, effect, anchor.at, end)
                        for effect in load().daimyo[card][slot].effects
                    )
                )
    # Nothing left would be a contradiction; the search says where it lies.
    return msgspec.structs.replace(hidden, wells=wells or hidden.wells, daimyos=daimyos or hidden.daimyos)


def _end(line: Timeline, at: int) -> int:
    """Return the event that places the next die."""
    return next((die for die, _ in line.dice if die > at), NEVER)


def _paid(line: Timeline, seat: int, pair: tuple[str, str], at: int, end: int, choices: list[int]) -> bool:
    if "any" in pair and choices and not any(at < choice < end for choice in choices):
        return False
    tiles = load().well
    wanted: dict[int, int] = {}
    for tile in pair:
        if tile != "any":
            wanted[tiles[tile].what] = wanted.get(tiles[tile].what, 0) + 1
    return all(
        _gained(line, seat, Effect(fx.GAIN, account, count), at, end) for account, count in wanted.items()
    )


def _gained(line: Timeline, seat: int, effect: Effect, at: int, end: int) -> bool:
    """Whether an effect's gain is stated between two events, or may be lost to a limit."""
    if effect.kind != fx.GAIN:
        return True
    cap, gained, before = CAPS[effect.what], 0, 0
    for atom in line.atoms[seat][effect.what]:
        if atom.at >= end:
            break
        if atom.at < at:
            before = atom.total
        elif not _settles(atom, effect.what):
            gained += max(atom.delta, 0)
            if atom.total >= cap:
                return True
    return before >= cap or gained >= effect.n


def _settles(atom: Atom, account: int) -> bool:
    """Whether an atom is known to be the value of a die."""
    return account == acc.COIN and atom.die
