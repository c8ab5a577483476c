"""Laws of every record of The White Castle: canonical form and identity, however it is spelt.

What holds for the games of every registered game is in tests/conformance.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest

from tests.conformance import covering
from tests.conformance.walk import Case, Played, generator, play
from wcreplay.engine import registry
from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.replay import Replay, position_at, replay
from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import RawRecord, Record
from wcreplay.notation.scanner import parse

NAME = "white-castle"
GAME = registry.load(NAME)
ACCOUNTS = tuple(account.name for account in GAME.accounts)
LABEL = r"[0-9]\.(?:[0-9]+|g)"
KEPT = [covering.replayed(raw).text for raw in covering.kept(NAME)]
"""Games in which everything occurs that can."""


def seats(text: str) -> list[str]:
    """Return the seats of a record in their starting order."""
    found = re.search(r"(?m)^order +(.*)$", text)
    assert found
    return found[1].split()


def played(policy: str, players: int) -> Played:
    return play(Case(NAME, players, policy))


def read(text: str) -> Record:
    """Parse a record that is well-formed."""
    record, faults = parse(RawRecord(text, "laws.wcr"), GAME.grammar)
    assert not faults, faults
    return record


def replayed(text: str) -> Replay:
    """Replay a record that is right."""
    done = replay(read(text))
    assert not done.diagnostics, done.diagnostics
    return done


@pytest.mark.parametrize("text", KEPT, ids=range(1, len(KEPT) + 1))
def test_a_canonical_game_stays_so_and_every_other_spelling_becomes_it(text: str) -> None:
    assert format_record(canonical_record(read(text)), GAME.grammar) == text
    for mangle in (unlabelled, tolerated, wrapped):
        assert format_record(canonical_record(read(mangle(text))), GAME.grammar) == text


def test_there_is_no_position_after_a_row_that_is_not_there() -> None:
    done = replayed(KEPT[0])
    with pytest.raises(IndexError):
        position_at(done, len(done.turns))


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
    letters = sorted(seats(text))
    rename = dict(zip(letters, letters[1:] + letters[:1], strict=True))
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
    of_players = [text for text in KEPT if len(seats(text)) == players]
    text = of_players[SPELLINGS.index(spelling) % len(of_players)]
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


@pytest.mark.parametrize("text", KEPT, ids=range(1, len(KEPT) + 1))
def test_r16_3_whatever_depth_first_allows_the_pool_allows_too(text: str) -> None:
    done = replayed(text)
    usual = GAME.start(done.setup)
    pooled = GAME.start(msgspec.structs.replace(done.setup, pool=True))
    for choice in done.history:
        wanted = set(usual.decision.options)
        while pooled.ledger.balances != usual.ledger.balances or not wanted <= set(pooled.decision.options):
            pooled.apply("")
        pooled.apply(choice)
        usual.apply(choice)
    while pooled.decision is not None:
        pooled.apply("")
    assert [unit.balances for unit in pooled.finished] == [unit.balances for unit in usual.finished]
