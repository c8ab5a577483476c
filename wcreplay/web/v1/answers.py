"""What the addresses of the JSON API answer with. The document is made of these types and their words."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from wcreplay.analysis.starts import ENDS
from wcreplay.engine import provenance, registry
from wcreplay.engine.ledger_words import tell

if TYPE_CHECKING:
    from wcreplay.analysis import starts
    from wcreplay.web import queries
    from wcreplay.web.replays import Film

_STATE = (
    "complete, partial (the record stops early), cut (it is wrong further on: what came before is kept), "
    "or unproved (it does not agree with its log)."
)

_SURE = (
    "How sure it is: observed (the source of the record shows it), inferred (what it shows leaves no other "
    "way), or unknown (it leaves several, and this is the first that fits)."
)


class Error(msgspec.Struct):
    """What went wrong, for whatever reason: every answer but those with status 200 and 304."""

    error: Annotated[str, Meta(description="The kind of error in a word or two.")]
    message: Annotated[str, Meta(description="What is wrong and what to do, in a sentence.")]


class Seat(msgspec.Struct):
    """A seat of a game."""

    seat: Annotated[str, Meta(description="Seat letter of the record.")]
    player: Annotated[str, Meta(description="Name of the player as written; empty: not given.")]
    rank: Annotated[int | None, Meta(description="Final place, 1 = winner; null: not complete.")]
    points: Annotated[int | None, Meta(description="Final points; null: not complete.")]
    start_position: Annotated[int, Meta(description="Place in the starting order, 1 = first player.")]
    start_resource: Annotated[str | None, Meta(description="Starting resource card, such as R5; null: none.")]
    start_action: Annotated[str | None, Meta(description="Starting action card, such as A3; null: none.")]


class ListedGame(msgspec.Struct):
    """A stored game as the list has it."""

    game_id: Annotated[str, Meta(description="Identity of the game: 16 digits 0 to 9 and a to f.")]
    played_on: Annotated[dt.date | None, Meta(description="Date of play; null: not given in full.")]
    event: Annotated[str, Meta(description="Event; empty: not given.")]
    place: Annotated[str, Meta(description="Place of play; empty: not given.")]
    players: Annotated[int, Meta(description="Number of seats.")]
    state: Annotated[
        str,
        Meta(description=_STATE),
    ]
    source_kind: Annotated[
        str, Meta(description="How the record came about: notation, simulated, log, sheet.")
    ]
    seats: Annotated[list[Seat], Meta(description="The seats, best first.")]

    @classmethod
    def of(cls, game: queries.Listed) -> ListedGame:
        """Return a game of the list."""
        return cls(*game[:-1], seats=seats_of(game))


class Games(msgspec.Struct):
    """A page of the list of games."""

    total: Annotated[int, Meta(description="Games that match, on all pages together.")]
    page: Annotated[int, Meta(description="This page, from 1.")]
    pages: Annotated[int, Meta(description="Number of pages, at least 1.")]
    per_page: Annotated[int, Meta(description="Games on a full page.")]
    games: Annotated[list[ListedGame], Meta(description="The games; empty on a page behind the last.")]


class Game(msgspec.Struct):
    """A stored game."""

    game_id: Annotated[str, Meta(description="Identity of the game: 16 digits 0 to 9 and a to f.")]
    game: Annotated[str, Meta(description="Name of the game: white-castle.")]
    ruleset: Annotated[str, Meta(description="Ruleset of the record, such as base-2023.")]
    rulings: Annotated[str, Meta(description="Rulings that differ from the default ones; empty: none.")]
    rules_version: Annotated[str, Meta(description="Version of the rules that judged it.")]
    played_on: Annotated[dt.date | None, Meta(description="Date of play; null: not given in full.")]
    event: Annotated[str, Meta(description="Event; empty: not given.")]
    place: Annotated[str, Meta(description="Place of play; empty: not given.")]
    source_kind: Annotated[
        str, Meta(description="How the record came about: notation, simulated, log, sheet.")
    ]
    state: Annotated[
        str,
        Meta(description=_STATE),
    ]
    title: Annotated[str, Meta(description="The players, best first, with their points.")]
    players: Annotated[int, Meta(description="Number of seats.")]
    turns: Annotated[int, Meta(description="Number of the last turn; turn 0 is the position after setup.")]
    seats: Annotated[list[Seat], Meta(description="The seats, best first.")]

    @classmethod
    def of(cls, game: queries.Game) -> Game:
        """Return a stored game."""
        fields = (name for name in cls.__struct_fields__ if name != "seats")
        return cls(**{name: getattr(game, name) for name in fields}, seats=seats_of(game))


def seats_of(game: queries.Listed | queries.Game) -> list[Seat]:
    """Return the seats of a game, best first."""
    return [Seat(*seat) for seat in game.seats]


class Turn(msgspec.Struct):
    """A turn: the position after setup (number 0), a draft pick, a turn, round-end gardens, or the end."""

    turn_no: Annotated[int, Meta(description="Number of the turn in its game, from 0.")]
    round: Annotated[int, Meta(description="Round, from 1; 0: before the first.")]
    turn_in_round: Annotated[
        int, Meta(description="Place within its round and phase, from 1; 0: setup, end.")
    ]
    phase: Annotated[str, Meta(description="setup, draft, turn, gardens or end.")]
    seat: Annotated[str | None, Meta(description="Who acted; null: nobody.")]
    label: Annotated[str, Meta(description="Label as in the record, such as 2.7; empty: setup, end.")]
    text: Annotated[str, Meta(description="The decisions in canonical notation.")]
    mark: Annotated[str, Meta(description="Mark of the annotator (! ? !! ?? !? ?!); empty: none.")]
    comment: Annotated[str, Meta(description="Comment of the annotator; empty: none.")]
    source_line: Annotated[int, Meta(description="Line of the record; 0: follows from the rules.")]
    provenance: Annotated[str, Meta(description=_SURE)]


class Turns(msgspec.Struct):
    """The turns of a game."""

    game_id: str
    total: Annotated[int, Meta(description="Rows in this answer: always all that were asked for.")]
    turns: list[Turn]


class Entry(msgspec.Struct):
    """A gain, payment or loss of a currency. A gain is posted in full; cause cap takes what is too much."""

    turn_no: Annotated[int, Meta(description="The turn it happened in.")]
    seq: Annotated[int, Meta(description="Place among everything posted in that turn, from 0.")]
    seat: Annotated[str, Meta(description="Whose holdings changed.")]
    currency: Annotated[str, Meta(description="What changed: coin, seal, food, iron, pearl, point.")]
    delta: Annotated[int, Meta(description="Change: positive gained, negative paid or lost.")]
    balance: Annotated[int, Meta(description="What the seat holds of it afterwards.")]
    cause: Annotated[str, Meta(description="Why, in a word of the rules.")]
    source: Annotated[str, Meta(description="The component that did it, such as S7 or s2; empty: none.")]
    provenance: Annotated[str, Meta(description=_SURE)]


class Ledger(msgspec.Struct):
    """The ledger of a game."""

    game_id: str
    total: Annotated[int, Meta(description="Rows in this answer: always all that were asked for.")]
    ledger: list[Entry]


class Points(msgspec.Struct):
    """Points of a seat in a category after a turn, as if the game ended there: a total, not a change."""

    turn_no: Annotated[int, Meta(description="The turn after which this is the score.")]
    seat: Annotated[str, Meta(description="The seat.")]
    category: Annotated[str, Meta(description="Score category of the game.")]
    points: Annotated[int, Meta(description="Points in that category so far.")]


class Score(msgspec.Struct):
    """The running score of a game."""

    game_id: str
    total: Annotated[int, Meta(description="Rows in this answer: always all that were asked for.")]
    score: list[Points]


class Start(msgspec.Struct):
    """How those did who began with a starting pair, from a place in the starting order."""

    start_resource: Annotated[str, Meta(description="Starting resource card, such as R5.")]
    start_action: Annotated[str | None, Meta(description="Starting action card, such as A3; null: none.")]
    start_position: Annotated[int, Meta(description="Place in the starting order, 1 = first player.")]
    players: Annotated[int, Meta(description="Number of seats of those games.")]
    games: Annotated[int, Meta(description="How often the pair was taken from there: few say little.")]
    wins: Annotated[int, Meta(description="How often whoever took it won.")]
    mean_points: Annotated[float, Meta(description="Mean of the final points.")]
    mean_lead: Annotated[float, Meta(description="Mean of the final points less the mean of the table.")]
    mean_rank: Annotated[float, Meta(description="Mean of the final places, 1 = winner.")]
    points_half: Annotated[
        float | None,
        Meta(description="Half of the 95 % interval of mean_points (Student's t); null: a single game."),
    ]
    rank_half: Annotated[
        float | None,
        Meta(description="Half of the 95 % interval of mean_rank (Student's t); null: a single game."),
    ]
    of_games: Annotated[
        int, Meta(description="Complete games with that number of players that the filters leave.")
    ]
    game: Annotated[str, Meta(description="Name of the game: white-castle.")]

    @classmethod
    def of(cls, start: starts.Start) -> Start:
        """Return a start with its means to two decimals."""
        points, lead, rank = (
            round(mean, 2) + 0.0 for mean in (start.mean_points, start.mean_lead, start.mean_rank)
        )
        points_half, rank_half = (
            None if mean.half is None else round(mean.half, 2) for mean in (start.points, start.rank)
        )
        return cls(
            *start[:6], points, lead, rank, points_half, rank_half, of_games=start.of_games, game=start.game
        )


class Starts(msgspec.Struct):
    """A page of the starts of all complete games, the most frequent first."""

    page: Annotated[int, Meta(description="This page, from 1.")]
    per_page: Annotated[int, Meta(description="Rows on a full page.")]
    more: Annotated[bool, Meta(description="Whether there is a next page.")]
    starts: list[Start]


class FirstTurn(msgspec.Struct):
    """How those did who had a start and took a die, and placed it, on their first turn."""

    colour: Annotated[str | None, Meta(description="Colour of the die; null: no dice are stored.")]
    pips: Annotated[int | None, Meta(description="Value of the die, 1 to 6; 0: not known.")]
    end: Annotated[str | None, Meta(description="End of the bridge: left or right.")]
    space: Annotated[str | None, Meta(description="Where it was placed, such as s1 or row w.")]
    games: Annotated[int, Meta(description="How often, in complete games: few say little.")]
    mean_points: Annotated[float, Meta(description="Mean of the final points.")]
    mean_rank: Annotated[float, Meta(description="Mean of the final places, 1 = winner.")]
    points_half: Annotated[
        float | None, Meta(description="Half of the 95 % interval of mean_points; null: a single game.")
    ]
    rank_half: Annotated[
        float | None, Meta(description="Half of the 95 % interval of mean_rank; null: a single game.")
    ]

    @classmethod
    def of(cls, turn: starts.FirstTurn) -> FirstTurn:
        """Return a first turn with its means to two decimals."""
        points, rank = turn.mean_points, turn.mean_rank
        points_half, rank_half = (None if one.half is None else round(one.half, 2) for one in (points, rank))
        return cls(
            colour=turn.colour,
            pips=turn.pips,
            end=None if turn.end is None else ENDS[turn.end],
            space=turn.space,
            games=turn.games,
            mean_points=round(points.value, 2),
            mean_rank=round(rank.value, 2),
            points_half=points_half,
            rank_half=rank_half,
        )


class FirstTurns(msgspec.Struct):
    """The first turns of the starts that the filters leave, the most frequent first."""

    games: Annotated[int, Meta(description="How often any first turn: the sum of the rows.")]
    first_turns: list[FirstTurn]


class Posting(msgspec.Struct):
    """A posting of a turn on an account of any kind: holdings, the place on a track, where pieces are."""

    seat: Annotated[str, Meta(description="Whose account changed.")]
    account: Annotated[str, Meta(description="The account, such as coin, time or courtier_gate.")]
    kind: Annotated[str, Meta(description="currency, track, placement or memo.")]
    delta: Annotated[int, Meta(description="Change.")]
    balance: Annotated[int, Meta(description="Balance afterwards.")]
    cause: Annotated[str, Meta(description="Why, in a word of the rules.")]
    source: Annotated[str, Meta(description="The component that did it; empty: none.")]
    provenance: Annotated[str, Meta(description=_SURE)]


class Words(msgspec.Struct):
    """A line of the ledger in words."""

    seat: str
    text: str


class Position(msgspec.Struct):
    """A turn in full: the position after it, what it posted, and the same in words."""

    game_id: Annotated[str, Meta(description="The game.")]
    turn_no: Annotated[int, Meta(description="Number of the turn, from 0.")]
    turns: Annotated[int, Meta(description="Number of the last turn.")]
    round: Annotated[int, Meta(description="Round, from 1; 0: before the first.")]
    phase: Annotated[str, Meta(description="setup, draft, turn, gardens or end.")]
    label: Annotated[str, Meta(description="Label as in the record; empty: setup, end.")]
    seat: Annotated[str | None, Meta(description="Who acted; null: nobody.")]
    text: Annotated[str, Meta(description="The decisions in canonical notation.")]
    mark: Annotated[str, Meta(description="Mark of the annotator; empty: none.")]
    comment: Annotated[str, Meta(description="Comment of the annotator; empty: none.")]
    provenance: Annotated[str, Meta(description=_SURE)]
    position: Annotated[dict[str, Any], Meta(description="The position; docs/api.md lists its keys.")]
    ledger: Annotated[list[Posting], Meta(description="What the turn posted, in order.")]
    words: Annotated[list[Words], Meta(description="The same in words.")]
    totals: Annotated[dict[str, str], Meta(description="What the turn came to, by seat, in words.")]

    @classmethod
    def of(cls, game_id: str, film: Film, turn_no: int) -> Position:
        """Return a turn of a replayed game."""
        now = film.done.turns[turn_no]
        accounts, seats = film.game.accounts, film.done.seats
        found = provenance.doubts(film.done.record)
        depends = registry.dependencies(film.done.game)
        story = tell(now.postings, now.balances, accounts, seats, film.game.tolls)
        return cls(
            game_id=game_id,
            turn_no=turn_no,
            turns=len(film.done.turns) - 1,
            round=now.round,
            phase=now.phase,
            label=now.label,
            seat=now.seat or None,
            text=now.text,
            mark=now.mark,
            comment=now.comment,
            provenance=provenance.WORDS[provenance.of_turn(now, found)],
            position=film.position(turn_no),
            ledger=[
                Posting(
                    seat=seats[posting.seat],
                    account=accounts[posting.account].name,
                    kind=accounts[posting.account].kind,
                    delta=posting.delta,
                    balance=posting.balance,
                    cause=posting.cause,
                    source=posting.source,
                    provenance=provenance.WORDS[mark],
                )
                for posting, mark in zip(
                    now.postings, provenance.of_turn_postings(now, found, depends), strict=True
                )
            ],
            words=[Words(line.seat, str(line)) for line in story.lines],
            totals=dict(story.totals),
        )
