"""What a generated log can look like: every detail that the documented form leaves open is an option.

The default is the reading that the documents make likely; the other readings stand beside it in
:data:`READINGS`. The comment above a field names the fact that leaves it open.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, fields
from typing import Any, Final


@dataclass(frozen=True)
class Options:
    """One form of a log."""

    # -- the file ------------------------------------------------------------------------------
    # "file shape, wrapper": the list of packets itself, the site's answer around it, a page, a packet a line.
    outer: str = "list"
    # "file shape, wrapper": how many objects with a key `data` lie around the list in an answer.
    nesting: int = 2
    # "" | "gz" | "zip"
    compress: str = ""
    # "file shape, packets": move number, packet id, time and channel are there, or only `data`.
    packet_keys: bool = True
    # "file shape, events": no `data`, entries of `data` that are no objects, events without `args`.
    junk: bool = False
    # "file shape, ids": numbers, strings, or now this and now that.
    ids: str = "int"
    # "eras"
    era: str = "new"
    # "file shape": unknown event types between the others.
    extra_events: bool = False
    # "file shape, private packets": chat and packets to one player, with words nobody may read.
    chat: bool = False
    # Language of the sentences.
    language: str = "en"
    # "players, names": `player_name` in the args.
    names: bool = True

    # -- dice and spaces -----------------------------------------------------------------------
    # "diePlaced, die": the name of the field with the pips was not seen; None: not there.
    pip_field: str | None = "value"
    # "prompt 20": whether dice on offer carry their pips.
    offer_pips: bool = True
    # "diceRolled": whether the payload has all dice, and in which shape.
    dice_rolled: str = "all"
    rolled_shape: str = "list"
    # "prompt 20, locationArg": `left` is only implied.
    left_end: str = "left"
    # "actionSpace, value": the printed value, or that of the die which lies there.
    space_value: str = "printed"
    # "prompt 20, legal spaces": those payable with coins, or with seals exchanged too.
    offers: str = "payable"
    # "prompt 20": are there at all.
    die_prompts: bool = True

    # -- track and order -----------------------------------------------------------------------
    # "passageOfTimeMoved, influenceMarkers": all markers or the one that moved.
    markers: str = "all"
    marker_prefix: str = "influence"
    # "locationArg of markers, of herons": counted from 1 or from 0.
    height_base: int = 1
    heron_base: int = 1
    # "heronsUpdated": one is sent before any marker moved, or not.
    first_herons: bool = True
    # "passageOfTimeMoved, steps": a gain that crosses a checkpoint is an event for each part, or one.
    time_moves: str = "segments"
    # "steps 0": after every stop, or only if the marker did not move at all.
    stop_event: str = "always"

    # -- gains and cards -----------------------------------------------------------------------
    # "choices": several units of one choice are one event for each kind, or one for each unit.
    units: str = "merged"
    # "cardId when from a card": also for gardens, for prices, for Lantern icons.
    garden_card_id: bool = True
    paid_card_id: bool = False
    lantern_card_id: bool = True
    # "setup information": starting cards as card events at the pick; offered pairs in the draft prompt.
    draft_events: bool = True
    draft_prompt: str = "pairs"
    # "card events": they carry the whole card (the later count) or only the player (the early note).
    whole_cards: bool = True
    # "order on a climb": when the room is refilled is not said.
    reveal: str = "at_once"
    # "newMainBoardCardRevealed": whether the card says which room it fills.
    reveal_room: bool = True
    # "prompts 81, 82": list all gardens and yards, those that the prompt needs, or no such prompts.
    prompts: str = "all"
    # "castle cards in play (when a payload lists them)".
    main_cards: str = "never"

    # -- course --------------------------------------------------------------------------------
    # "updateLiveScore": after every turn, or only the final one.
    live_scores: str = "running"
    # "undo": none, some turns, many turns with nested restarts.
    undo: str = "none"
    # `isUndo` of events that are no undo: absent, or false.
    undo_false: bool = False
    # "scoreUpdated has no total": undone points are the same number with the mark, or a negative one with it.
    score_undo: str = "flag"
    # "undo of card events" is not described: climbs to a room may be among what is undone.
    undo_climbs: bool = False
    # "undo, treat it as not placed": the location of an undone worker is repeated, or null.
    undo_place: str = "same"
    # "states 31 and 89".
    end_states: bool = True


READINGS: Final[dict[str, tuple[Any, ...]]] = {
    "outer": ("list", "answer", "html", "ndjson"),
    "nesting": (2, 1, 3, 5),
    "compress": ("", "gz", "zip"),
    "packet_keys": (True, False),
    "junk": (False, True),
    "ids": ("int", "str", "mixed"),
    "era": ("new", "old"),
    "extra_events": (False, True),
    "chat": (False, True),
    "language": ("en", "pt"),
    "names": (True, False),
    "pip_field": ("value", "face", "pips", "dieValue", None),
    "offer_pips": (True, False),
    "dice_rolled": ("all", "none"),
    "rolled_shape": ("list", "by_colour"),
    "left_end": ("left", "absent"),
    "space_value": ("printed", "covered"),
    "offers": ("payable", "with_seals"),
    "die_prompts": (True, False),
    "markers": ("all", "moved"),
    "marker_prefix": ("influence", "time"),
    "height_base": (1, 0),
    "heron_base": (1, 0),
    "first_herons": (True, False),
    "time_moves": ("segments", "whole"),
    "stop_event": ("always", "unmoved"),
    "units": ("merged", "single"),
    "garden_card_id": (True, False),
    "paid_card_id": (False, True),
    "lantern_card_id": (True, False),
    "draft_events": (True, False),
    "draft_prompt": ("pairs", "parallel", "none"),
    "whole_cards": (True, False),
    "reveal": ("at_once", "after_block", "turn_end"),
    "reveal_room": (True, False),
    "prompts": ("all", "needed", "none"),
    "main_cards": ("never", "board_actions", "every_die"),
    "live_scores": ("running", "last"),
    "undo": ("none", "light", "heavy"),
    "undo_false": (False, True),
    "score_undo": ("flag", "negative"),
    "undo_climbs": (False, True),
    "undo_place": ("same", "null"),
    "end_states": (True, False),
}
"""The readings of each option, the likely one first."""

SHAPES: Final = (
    "outer",
    "nesting",
    "compress",
    "packet_keys",
    "junk",
    "ids",
    "extra_events",
    "chat",
    "language",
)
"""Options that change how a log is packed, not what it tells."""


AGAINST: Final[dict[str, tuple[Any, ...]]] = {
    "whole_cards": (False,),
    "die_prompts": (False,),
    "prompts": ("none",),
}
"""Readings that the documents speak against: card events were counted with their card, prompts were read."""


def any_options(rng: random.Random, **fixed: Any) -> Options:
    """Return random readings; ``fixed`` are those that are given."""
    chosen = {name: rng.choice(readings) for name, readings in READINGS.items()}
    return Options(**{**chosen, **fixed})


def documented_options(rng: random.Random, **fixed: Any) -> Options:
    """Return random readings of what the documents leave open; ``fixed`` are those that are given."""
    chosen = {
        name: rng.choice([reading for reading in readings if reading not in AGAINST.get(name, ())])
        for name, readings in READINGS.items()
    }
    return Options(**{**chosen, **fixed})


assert set(READINGS) == {field.name for field in fields(Options)}
