"""The packets of a log while it is written."""

from __future__ import annotations

import random
from typing import Any

from wcreplay.engine.replay import Replay

from . import sentences
from .objects import card_object
from .options import Options
from .seen import Seen
from .table import Pieces, Table

Event = dict[str, Any]
TOTALS = ("coinValue", "resourceValue", "sealValue")


class Sheet:
    """The packets of one log, and how ids, names and cards stand in them."""

    def __init__(self, replay: Replay, rng: random.Random, options: Options) -> None:
        self.replay = replay
        self.rng = rng
        self.options = options
        self.seats: int = replay.setup.seats
        self.pieces = Pieces(replay, rng)
        self.table = Table(replay, self.pieces)
        self.seen = Seen(replay)
        self.packets: list[list[Event]] = [[]]
        self.firm: list[tuple[int, int]] = []  # packet and place of each total outside undone windows
        self.ends: list[
            tuple[str, int, dict[str, Any]]
        ] = []  # label, packets and score board at a unit's end
        self.undoable: list[tuple[str, dict[str, Any]]] = []
        self.trying = False  # in a window that will be undone
        self.action_id = 0
        self.taken = [""] * self.seats  # by seat: `#` and the number of the pair
        self.climbing_from = 0
        self.target_room = -1
        self.climber = 0
        self.names = [replay.record.tag(seat) or f"Player {seat}" for seat in replay.seats]

    def cut(self) -> None:
        """Begin a new packet."""
        if self.packets[-1]:
            self.packets.append([])

    def emit(self, kind: str, args: dict[str, Any], undo: dict[str, Any] | None = None) -> None:
        """Write an event; ``undo`` is what changes in its args when it is taken back."""
        if undo is not None:
            self.undoable.append((kind, {**args, "isUndo": True, **undo}))
            if self.options.undo_false:
                args["isUndo"] = False
            if not self.trying and any(key in args for key in TOTALS):
                self.firm.append((len(self.packets) - 1, len(self.packets[-1])))
        template = sentences.of(kind, self.options.language)
        self.packets[-1].append({"type": kind, "log": template, "args": args})

    def say(self, kind: str, args: dict[str, Any] | None = None) -> None:
        """Write a line of text."""
        log = sentences.of(kind, self.options.language)
        self.packets[-1].append({"type": "gameLog", "log": log, "args": args or {}})

    def ident(self, value: int | str) -> int | str:
        """Return an id as the log writes it: a number, a string, or now this and now that."""
        how = self.options.ids
        text = how == "str" or (how == "mixed" and self.rng.random() < 0.5)
        return str(value) if text else int(value)

    def who(self, seat: int) -> dict[str, Any]:
        """Return the args that name a seat."""
        args: dict[str, Any] = {"playerId": self.ident(self.pieces.players[seat])}
        if self.options.names:
            args["player_name"] = self.names[seat]
        return args

    def card(self, key: str) -> dict[str, Any]:
        """Return a card as an object; ``key`` is its id, with ``#`` and the pair for an action card."""
        shown = card_object(key.partition("#")[0], self.pieces.cards[key], self.options.era)
        return {**shown, "id": self.ident(shown["id"])}
