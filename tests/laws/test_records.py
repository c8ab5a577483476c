"""Laws of every record: print, parse, replay, step, canonical form, identity."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import msgspec
import pytest

from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.printing import add_token
from wcreplay.engine.replay import position_at, replay
from wcreplay.notation.formatter import format_record

from .walks import ACCOUNTS, GAME, POLICIES, Moment, generator, played, read, replayed, shown, walk

GAMES = list(product(POLICIES.names, (2, 3, 4)))
LABEL = r"[0-9]\.(?:[0-9]+|g)"
every_game = pytest.mark.parametrize(("policy", "players"), GAMES)


@every_game
def test_print_parse_replay_gives_the_same_ledger(policy: str, players: int) -> None:
    game = played(policy, players)
    done = replayed(game.text)
    assert done.state == "complete"
    assert done.history == tuple(game.position.history)
    units = game.position.finished
    assert [turn.turn_no for turn in done.turns] == [unit.number for unit in units] == list(range(len(units)))
    assert [turn.postings for turn in done.turns] == [unit.postings for unit in units]
    assert [turn.balances for turn in done.turns] == [unit.balances for unit in units]
    assert [turn.facts for turn in done.turns] == [unit.facts for unit in units]
    for turn in done.turns:
        assert turn.scores == tuple(GAME.scores(done.setup, row) for row in turn.balances)
    assert [result.rank for result in done.result] == GAME.ranking(
        [result.points for result in done.result], game.position.order
    )


@every_game
def test_stepping_leads_where_position_at_leads(policy: str, players: int) -> None:
    game = played(policy, players)
    done = replayed(game.text)
    position = GAME.start(done.setup)
    steps = {start: number for number, start in enumerate(done.unit_starts[1:])}
    chosen = {0, len(done.turns) - 1, *generator("at", policy, players).sample(range(len(done.turns)), 6)}
    for count in range(len(done.history) + 1):
        number = steps.get(count)
        if number in chosen:
            assert shown(position_at(done, number)) == shown(position)
            assert tuple(map(tuple, position.ledger.balances)) == done.turns[number].balances
        if count < len(done.history):
            position.apply(done.history[count])
    assert position.over
    with pytest.raises(IndexError):
        position_at(done, len(done.turns))


@every_game
def test_a_printed_game_is_canonical_and_stays_so(policy: str, players: int) -> None:
    text = played(policy, players).text
    once = format_record(canonical_record(read(text)), GAME.grammar)
    assert once == text
    for mangle in (unlabelled, tolerated, wrapped):
        assert format_record(canonical_record(read(mangle(text))), GAME.grammar) == text


def body(text: str, change: Callable[[str], str]) -> str:
    """Change a record's statements and leave its tags."""
    tags, _, statements = text.partition("\n\n")
    return f"{tags}\n\n{change(statements)}"


def wrapped(text: str) -> str:
    return body(text, lambda statements: re.sub(r"[ \n]+", "\n", statements))


def one_line(text: str) -> str:
    return body(text, lambda statements: " ".join(statements.split()))


def with_crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def with_tabs(text: str) -> str:
    return "\ufeff" + body(text, lambda statements: statements.replace(" ", "\t  "))


def with_comments(text: str) -> str:
    rng = generator("comments")

    def note(blank: re.Match[str]) -> str:
        return rng.choice((blank[0], " {why? \\}} "))

    lines = body(text, lambda statements: re.sub(" ", note, statements))
    return re.sub(r"\n(?=[0-9])", "  ; so be it\n", lines)


def with_marks(text: str) -> str:
    return re.sub(rf"(?m)^({LABEL} .*)$", r"\1 !?", text)


def with_tags(text: str) -> str:
    return '[Event "a \\"long\\" evening"]\n[A "Zoë"]\n[B "Ib"]\n[Place "here"]\n[Odd "1"]\n' + text


def unlabelled(text: str) -> str:
    return re.sub(rf"(?m)^{LABEL} ", "", text)


def tolerated(text: str) -> str:
    text = re.sub(r" \+([fip]{2,3})", lambda match: " +" + match[1][::-1], text)
    return re.sub(r"(?<![A-Za-z0-9])([SDRAPKYM])([0-9])(?![0-9])", r"\g<1>0\2", text)


def with_seats_renamed(text: str) -> str:
    letters = re.search(r"(?m)^order +(.*)$", text)
    assert letters
    seats = letters[1].split()
    rename = dict(zip(sorted(seats), sorted(seats)[1:] + sorted(seats)[:1], strict=True))
    text = re.sub(r"(?m)^(order +)(.*)$", lambda m: m[1] + " ".join(rename[s] for s in m[2].split()), text)
    return re.sub(rf"(?m)^({LABEL} )([A-D])", lambda m: m[1] + rename[m[2]], text)


def with_equal_things_listed_otherwise(text: str) -> str:
    """Starting pairs and well tiles lie in no order."""
    text = re.sub(r"(?m)^(tiles .* \| )(\w+) (\w+)$", r"\1\3 \2", text)
    return re.sub(r"(?m)^(pairs +)(.*)$", lambda m: m[1] + " ".join(reversed(m[2].split())), text)


def with_assertions(text: str) -> str:
    done = replayed(text)
    lines = text.splitlines()
    places = dict(zip(("c", "s", "f", "i", "p", "v", "t"), range(7), strict=True))
    assert ACCOUNTS[:7] == ("coin", "seal", "food", "iron", "pearl", "point", "time")
    for turn in reversed(done.turns):
        if turn.line:
            number = generator(turn.turn_no).randrange(len(done.seats))
            row = turn.balances[number]
            facts = " ".join(f"{letter}{row[place]}" for letter, place in places.items())
            lines.insert(turn.line, f"= {done.seats[number]} {facts} ={sum(turn.scores[number])}")
    return "\n".join(lines) + "\n"


SPELLINGS = (
    *(wrapped, one_line, with_crlf, with_tabs, with_comments, with_marks, with_tags, unlabelled, tolerated),
    *(with_seats_renamed, with_assertions, with_equal_things_listed_otherwise),
)


@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda spelling: spelling.__name__)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_id_does_not_depend_on_the_spelling(spelling: Callable[[str], str], players: int) -> None:
    text = played("random", players).text
    done = replayed(text)
    other = spelling(text)
    assert other != text
    again = replayed(other)
    assert again.game_id == done.game_id
    assert len(again.turns) == len(done.turns)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_id_is_of_sixteen_hex_digits_and_tells_games_apart(players: int) -> None:
    text = played("random", players).text
    ids = {replayed(text).game_id, replayed(played("heuristic", players).text).game_id}
    lines = text.splitlines()
    ids.add(replayed("\n".join(lines[:-1])).game_id)
    assert len(ids) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}", game_id) for game_id in ids)


def reads_back(lines: list[str], moment: Moment, text: str) -> None:
    """Write an option into the record of a game so far and see that reading takes that option."""
    printed, passed = moment.printed.copy(), moment.passed.copy()
    if text:
        add_token(printed, passed, text)
    written = "\n".join([*lines[: moment.lines], f"{moment.head} {' '.join(printed)}".strip()])
    done = replay(read(written + "\n"))
    known = len(moment.position.history)
    assert done.history[: known + 1] == (*moment.position.history, text), written.splitlines()[-1]
    # The turn may stop before a choice that has no empty option, and an activation may be left out whole.
    assert {diagnostic.code for diagnostic in done.diagnostics} <= {"R207"}


@every_game
def test_every_option_is_written_so_that_it_is_read_back(policy: str, players: int) -> None:
    check_options(played(policy, players).text, played(policy, players).moments, f"{policy} {players}", 14)


def check_options(text: str, moments: list[Moment], seed: str, states: int) -> None:
    rng = generator("options", seed)
    tags = text.partition("\n\n")[0].splitlines()
    lines = [*tags, "", *text.partition("\n\n")[2].splitlines()]
    asked = [moment for moment in moments if moment.head and moment.position.decision.kind != "refill"]
    for moment in rng.sample(asked, states):
        shifted = Moment(**{name: getattr(moment, name) for name in moment.__struct_fields__})
        shifted.lines += len(tags) + 1
        options = moment.position.options()
        for option in rng.sample(options, min(6, len(options))):
            if option or moment.printed:
                reads_back(lines, shifted, option)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_r16_3_games_of_the_pool_ruling_obey_the_same_laws(players: int, seed: int) -> None:
    game = walk("random", players, seed, pool=True)
    done = replayed(game.text)
    assert done.rulings == "pool"
    assert done.history == tuple(game.position.history)
    assert [turn.postings for turn in done.turns] == [unit.postings for unit in game.position.finished]
    assert format_record(canonical_record(read(game.text)), GAME.grammar) == game.text
    check_options(game.text, game.moments, f"pool {players} {seed}", 10)


@pytest.mark.parametrize("policy", ["random", "heuristic"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_r16_3_whatever_depth_first_allows_the_pool_allows_too(policy: str, players: int) -> None:
    game = played(policy, players)
    pooled = GAME.start(msgspec.structs.replace(game.position.setup, pool=True))
    for moment in game.moments:
        usual = moment.position
        wanted = set(usual.decision.options)
        while pooled.ledger.balances != usual.ledger.balances or not wanted <= set(pooled.decision.options):
            pooled.apply("")
        pooled.apply(moment.choice)
    while pooled.decision is not None:
        pooled.apply("")
    assert [unit.balances for unit in pooled.finished] == [unit.balances for unit in game.position.finished]
