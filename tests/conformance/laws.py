"""The laws, each a function that yields what breaks it as a sentence.

Those of :data:`EVERYWHERE` are asked at each decision. Those of :data:`IN_DEPTH` follow each option or go
back to the record; they are asked at a sample of the decisions. Those of :data:`IN_ALL` look at a whole game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from wcreplay.engine.binding import Binding
from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.decision import IllegalOption
from wcreplay.engine.replay import Replay, position_at, replay
from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import RawRecord, Record, Statement
from wcreplay.notation.scanner import parse
from wcreplay.play import from_record

from .walk import Moment, Played, contents, generator, last, so_far

FOREIGN = ("no such option", " ", ".", "-", "/", ">")
"""Texts that may be no option anywhere, or not without more."""
BLANK_OR_SYNTAX = frozenset(" \t\r\n;{}()[]")
STEPS = 8
"""Decisions that a copy is played on for."""


# -- at each decision ---------------------------------------------------------------------------------


def options_are_sorted_and_distinct(moment: Moment) -> Iterator[str]:
    """There is a choice, each is listed once in order, can be looked up, and is one word."""
    options, listed = moment.position.options(), moment.decision.options
    if not options:
        yield "no option, but the game goes on"
    if options != sorted(set(options)):
        yield f"the options are not sorted and distinct: {options}"
    if sorted(listed) != options or len(listed) != len(options):
        yield f"the decision lists {sorted(listed)}, the position {options}"
    for text in options:
        if listed.get(text) is None or text not in listed:
            yield f"{text!r} is listed but cannot be looked up"
        if not BLANK_OR_SYNTAX.isdisjoint(text):
            yield f"{text!r} is not one word"


def someone_is_on_turn(moment: Moment) -> Iterator[str]:
    """A seat or chance decides; the game is not over; units are counted upwards."""
    position, decision, played = moment.position, moment.decision, moment.played
    if position.over or not position.label or not decision.kind:
        yield f"over {position.over}, label {position.label!r}, kind {decision.kind!r}"
    if not -1 <= decision.seat < played.case.players:
        yield f"seat {decision.seat} decides"
    if decision.seat < 0 and not played.policies.is_chance(decision):
        yield f"neither a seat nor chance decides ({decision.kind})"
    if not moment.begin.unit_number == position.unit_number == len(position.finished):
        yield f"unit {position.unit_number} after {len(position.finished)} finished ones"


def balances_follow_the_postings(moment: Moment) -> Iterator[str]:
    """What a seat holds is what it held when the unit began and what was posted since."""
    rows = [list(row) for row in moment.begin.ledger.balances]
    postings = moment.position.ledger.postings[len(moment.begin.ledger.postings) :]
    for posting in postings:
        rows[posting.seat][posting.account] += posting.delta
    if rows != moment.position.ledger.balances:
        yield f"{rows} by the postings, {moment.position.ledger.balances} in the ledger"


def components_and_limits_hold(moment: Moment) -> Iterator[str]:
    """What the game itself knows of its positions: components, limits, piles."""
    yield from moment.played.adapter.faults(moment.position)


# -- in depth -----------------------------------------------------------------------------------------


def an_option_is_read_back(moment: Moment) -> Iterator[str]:
    """Each option, written behind what the turn has so far, is read as itself."""
    position = moment.position
    for option in position.options():
        sheet = moment.sheet.clone()
        sheet.write(position, moment.decision, option)
        after = position.clone()
        if moment.decision.seat < 0:
            after.apply(option)
            while (decision := after.decision) is not None and decision.seat < 0:
                text = moment.rng.choice(after.options())
                sheet.write(after, decision, text)
                after.apply(text)
        sheet.close(after)
        lines = sheet.lines[moment.written :]
        if len(lines) > 1:
            yield f"{option!r} is written as {lines}"
            continue
        taken = _read(moment, lines[0] if lines else "")
        if taken != [*position.history[len(moment.begin.history) :], option]:
            yield f"{option!r} is written {lines} and read as {taken}"


def _read(moment: Moment, line: str) -> list[str] | None:
    """Return the options that a statement takes from where it begins up to one behind the moment."""
    played = moment.played
    begun = len(moment.begin.history)
    wanted = len(moment.position.history) + 1
    bind = Binding(played.rules, played.setup, moment.begin.clone())
    if line:
        record, faults = parse(RawRecord(line), played.rules.grammar)
        if faults or len(record.statements) != 1:
            return None
        statement = record.statements[0]
        if statement.keyword:
            return _read_chance(moment, statement, wanted - begun)
        if statement.label != moment.position.label:
            return None
        for token in statement.tokens:
            head, slash, tail = token.text.partition("/")
            for text in filter(None, (head, slash + tail)):
                if not bind.take(text):
                    return None
    while len(bind.pos.history) < wanted and bind.pos.decision and "" in bind.pos.decision.options:
        bind.pos.apply("")
    return list(bind.pos.history[begun:wanted])


def _read_chance(moment: Moment, statement: Statement, count: int) -> list[str] | None:
    found = moment.played.rules.chance(statement, moment.begin.clone())
    return [token.text for token in found[:count]] if isinstance(found, list) else None


def an_option_leads_to_a_sound_position(moment: Moment) -> Iterator[str]:
    """Whatever is chosen, the next position is sound and the game goes on or is over."""
    options = moment.position.options()
    for option in moment.rng.sample(options, min(len(options), 40)):
        after = moment.position.clone()
        after.apply(option)
        if after.over == bool(after.options()):
            yield f"after {option!r}: over {after.over} with options {after.options()}"
        if after.history != [*moment.position.history, option]:
            yield f"after {option!r} the history ends in {after.history[-2:]}"
        yield from (f"after {option!r}: {fault}" for fault in moment.played.adapter.faults(after))


def nothing_else_is_an_option(moment: Moment) -> Iterator[str]:
    """What is not listed is refused, and the position stays as it was (facts left open aside)."""
    options = set(moment.position.options())
    used = sorted({*moment.played.position.history, *FOREIGN} - options)
    before = contents(moment.position)
    copy = moment.position.clone()
    for text in moment.rng.sample(used, min(len(used), 20)):
        try:
            copy.apply(text)
        except IllegalOption:
            continue
        yield f"{text!r} is taken though it is not listed"
        copy = moment.position.clone()
    if contents(copy) != before:
        yield "a refused option has changed the position"


def a_copy_is_equal_and_independent(moment: Moment) -> Iterator[str]:
    """A copy holds the same, and neither it nor the original sees what the other goes on to do."""
    before = contents(moment.position)
    copy = moment.position.clone()
    twin, kept = copy.clone(), copy.clone()
    if not contents(copy) == contents(twin) == before:
        yield "a copy differs from its original"
    for _ in range(STEPS):
        if copy.over:
            break
        text = moment.rng.choice(copy.options())
        copy.apply(text)
        twin.apply(text)
    if contents(copy) != contents(twin):
        yield "two copies that went the same way differ"
    if contents(moment.position) != before:
        yield "what was done with a copy has changed the original"
    if contents(kept) != before:
        yield "what was done with the original has changed a copy"


def the_record_so_far_restores_the_position(moment: Moment) -> Iterator[str]:
    """The record up to here leads to the same position; trailing choices to go on need not be written."""
    position = moment.position
    if moment.decision.seat < 0 and len(position.history) > len(moment.begin.history):
        return  # a chance statement is written when it is complete
    text = so_far(moment)
    done = replay(_parsed(moment.played, text))
    if fault := _read_otherwise(done, position.history):
        yield f"the record so far is {fault}"
        return
    restored = moment.played.rules.start(done.setup)
    for choice in position.history:
        restored.apply(choice)
    if restored.options() != position.options() or contents(restored) != contents(position):
        yield "the record so far leads to another position"
    if list(done.history) == position.history and not done.diagnostics:
        stepper = from_record(text)
        if stepper.options() != position.options() or stepper.to_json() != position.to_json():
            yield "a game resumed from the record so far stands at another position"


def an_option_is_read_from_the_whole_record(moment: Moment) -> Iterator[str]:
    """A few of the options, written into the record so far, are read from all of it."""
    options = moment.position.options()
    for option in moment.rng.sample(options, min(len(options), 3)) if moment.decision.seat >= 0 else ():
        sheet = moment.sheet.clone()
        sheet.write(moment.position, moment.decision, option)
        sheet.close(moment.position)
        done = replay(_parsed(moment.played, moment.played.head + "\n".join(sheet.lines) + "\n"))
        if fault := _read_otherwise(done, [*moment.position.history, option]):
            yield f"the record so far with {option!r} is {fault}"


def _read_otherwise(done: Replay, chosen: list[str]) -> str:
    """Say how a record of some choices was read, unless as these; only choices to go on may be more or fewer.

    The last turn may stop before something that has to be chosen (R207).
    """
    faults = [diagnostic for diagnostic in done.diagnostics if diagnostic.code != "R207"]
    both = min(len(done.history), len(chosen))
    same = list(done.history[:both]) == chosen[:both]
    if same and not faults and not any(done.history[both:]) and not any(chosen[both:]):
        return ""
    return f"read as {list(done.history)} instead of {chosen}, {faults}"


def a_position_can_be_told(moment: Moment) -> Iterator[str]:
    """A position is drawn, summed up, explained and written as JSON, and stays as it was."""
    rules, position = moment.played.rules, moment.position
    before = contents(position)
    if not rules.draw(position).strip() or "\n" in rules.state_words(position):
        yield "a drawing is empty, or a summary has more than a line"
    if not rules.explain_next(position).message:
        yield "what the position waits for is not said"
    foreign = sorted({*moment.played.position.history, *FOREIGN} - {"", *position.options()})
    for text in moment.rng.sample(foreign, min(len(foreign), 4)):
        if not rules.explain(position, text).message:
            yield f"why {text!r} is no option is not said"
    board = position.to_json()
    if json.loads(json.dumps(board, allow_nan=False)) != board:
        yield "the position as JSON is not made of plain values"
    if contents(position) != before:
        yield "telling the position has changed it"


# -- the whole game -----------------------------------------------------------------------------------


def the_game_ends(played: Played) -> Iterator[str]:
    """After the last decision there is none, and the game was no longer than it can be."""
    position = last(played)
    if not position.over or position.options() or position.decision is not None:
        yield f"the game is not over: {position.options()}"
    longest = played.adapter.longest(played.case.players)
    if len(position.history) > longest:
        yield f"{len(position.history)} decisions, and no game has more than {longest}"
    if contents(position) != contents(played.position):
        yield "stepping through the game ends elsewhere than playing it"
    yield from played.adapter.faults(position)


def balances_are_the_sums_of_their_postings(played: Played) -> Iterator[str]:
    """Every change is posted, with a cause that the game declares, and each unit is numbered."""
    rules = played.rules
    sums = [[0] * len(rules.accounts) for _ in range(played.case.players)]
    for number, unit in enumerate(last(played).finished):
        if unit.number != number:
            yield f"unit {number} has number {unit.number}"
        for posting in unit.postings:
            row = sums[posting.seat]
            row[posting.account] += posting.delta
            if not posting.delta or posting.cause not in rules.causes:
                yield f"unit {number}: {posting} changes nothing or has an undeclared cause"
            if posting.balance != row[posting.account]:
                yield f"unit {number}: {posting}, but the postings add up to {row[posting.account]}"
        if unit.balances != tuple(map(tuple, sums)):
            yield f"unit {number} ends with {unit.balances}, the postings add up to {sums}"
        yield from (f"unit {number}: {fault}" for fault in played.adapter.unit_faults(unit))


def the_record_is_read_as_it_was_played(played: Played) -> Iterator[str]:
    """Print, parse, replay: the same choices, ledger, facts and scores; and the print is canonical."""
    record = _parsed(played, played.text)
    done, position = replay(record), last(played)
    if done.state != "complete" or done.history != tuple(position.history) or done.setup != played.setup:
        yield f"read as {done.state}: {done.diagnostics}"
        return
    for turn, unit in zip(done.turns, position.finished, strict=True):
        told = (turn.turn_no, turn.round, turn.turn_in_round, turn.phase, turn.label)
        kept = (unit.number, unit.round, unit.turn_in_round, unit.phase, unit.label if unit.seat >= 0 else "")
        if told != kept or (turn.postings, turn.balances, turn.facts) != (
            *(unit.postings, unit.balances),
            unit.facts,
        ):
            yield f"row {turn.turn_no} is read as {turn}, played as {unit}"
        if turn.scores != tuple(played.rules.scores(done.setup, row) for row in turn.balances):
            yield f"row {turn.turn_no} has scores {turn.scores}"
    if format_record(canonical_record(record), played.rules.grammar) != played.text:
        yield "the printed game is not canonical"
    yield from _tables(played, done)
    yield from _stepping(played, done)


def _stepping(played: Played, done: Replay) -> Iterator[str]:
    """The position after a row is that reached by stepping there, with the balances of the row."""
    rows = range(len(done.turns))
    position = played.rules.start(done.setup)
    for row in sorted({0, rows[-1], *generator("rows", played.case).sample(rows, min(4, len(rows)))}):
        while len(position.history) < done.unit_starts[row + 1]:
            position.apply(done.history[len(position.history)])
        there = position_at(done, row)
        if contents(there) != contents(position):
            yield f"the position after row {row} is another than that reached by stepping there"
        # A row that needs no decision, such as the end, is reached together with the row before it.
        together = row + 1 < len(rows) and done.unit_starts[row + 1] == done.unit_starts[row + 2]
        if not together and tuple(map(tuple, there.ledger.balances)) != done.turns[row].balances:
            yield f"the position after row {row} does not have the balances of that row"


def _tables(played: Played, done: Replay) -> Iterator[str]:
    for table in played.rules.tables:
        values = table.values(done)
        if len(values) != len(table.columns) or len(set(map(len, values))) != 1:
            yield f"the table {table.name} does not have as many values in each of its columns"


def the_final_scores_can_be_reckoned_from_the_board(played: Played) -> Iterator[str]:
    """A second reckoning of points and ranks, from the final position alone, agrees."""
    position, rules = played.position, played.rules
    second = played.adapter.final(position.to_json())
    rows = [rules.scores(played.setup, row) for row in position.ledger.balances]
    first = [dict(zip(rules.categories, row, strict=True)) for row in rows]
    if first != second.points:
        yield f"scored {first}, by the board {second.points}"
    ranks = rules.ranking([sum(row) for row in rows], position.order)
    if ranks != second.ranks:
        yield f"ranked {ranks}, by the board {second.ranks}"
    result = [(seat.points, seat.rank) for seat in replay(_parsed(played, played.text)).result]
    if result != [(sum(points.values()), rank) for points, rank in zip(*second, strict=True)]:
        yield f"the replay ends in {result}, the board in {second}"


def _parsed(played: Played, text: str) -> Record:
    record, faults = parse(RawRecord(text), played.rules.grammar)
    assert not faults, faults
    return record


Law = Callable[[Moment], Iterator[str]]
EVERYWHERE: Final[tuple[Law, ...]] = (
    options_are_sorted_and_distinct,
    someone_is_on_turn,
    balances_follow_the_postings,
    components_and_limits_hold,
)
IN_DEPTH: Final[tuple[Law, ...]] = (
    an_option_is_read_back,
    an_option_is_read_from_the_whole_record,
    an_option_leads_to_a_sound_position,
    nothing_else_is_an_option,
    a_copy_is_equal_and_independent,
    the_record_so_far_restores_the_position,
    a_position_can_be_told,
)
IN_ALL: Final[tuple[Callable[[Played], Iterator[str]], ...]] = (
    the_game_ends,
    balances_are_the_sums_of_their_postings,
    the_record_is_read_as_it_was_played,
    the_final_scores_can_be_reckoned_from_the_board,
)
