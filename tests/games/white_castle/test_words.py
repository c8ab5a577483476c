"""The list of words that errors are explained by has every word that a decision ever offers."""

from __future__ import annotations

import random

import pytest

from tests.games.white_castle.table import GAME, replayed
from wcreplay.bundled import records_dir
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.games.white_castle.words import meant, unknown_word
from wcreplay.notation.model import RawRecord
from wcreplay.notation.stream import expand_paths, read_sources

TEXTS = [
    *(raw.text for raw in read_sources(expand_paths([str(records_dir() / "white_castle")]))),
    *simulate("white-castle", 6, 3, "coverage", seed=5),
]


def test_every_word_that_is_offered_or_written_is_one() -> None:
    unknown = set()
    for text in TEXTS:
        done = replayed(text)
        for statement in done.record.statements:
            if not statement.keyword:
                unknown |= {token.text for token in statement.tokens if unknown_word(token.text)}
        position = GAME.start(done.setup)
        for choice in done.history:
            if position.decision.kind != "roll":
                unknown |= {text for text in position.options() if text and unknown_word(text)}
            position.apply(choice)
    assert unknown == set()


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("W6>W", "did you mean w6>w?"),
        ("cl<w", "did you mean c1<w?"),
        ("c6-s2", "did you mean c6<s2 or c6>s2?"),
        ("g:p4", "did you mean G:P4?"),
        ("gs2.1", "did you mean g^s2.1?"),
        ("B;s2.1", "did you mean B:s2.1?"),
        ("xf", "did you mean x:f?"),
        ("3f", "write each unit: +fff"),
        ("food", "did you mean +f?"),
        ("pass", "what is not done is not written: leave it out"),
    ],
)
def test_a_slip_is_recognised_without_a_position(written: str, hint: str) -> None:
    why = unknown_word(written)
    assert why is not None
    assert (why.code, why.hint) == ("R209", hint)


def test_words_that_are_equally_near_are_all_named() -> None:
    assert meant("c6w", ["c6<w", "c6>w", "c5>w"]) == ["c6<w", "c6>w"]
    assert meant("C6>W", ["c6<w", "c6>w"]) == ["c6>w"]
    assert meant("nothing", ["c6<w", "c6>w"]) == []


def test_whatever_is_written_the_reader_says_one_thing_and_never_fails() -> None:
    rng = random.Random(11)
    words = [
        "c6>w",
        "G:P4",
        "W1",
        "Q",
        "g^s2.3/S9",
        "d^m2",
        "B:s1.1",
        "P:c",
        "x:f",
        "+ff",
        "-T",
        "T",
        "w",
        ">2",
    ]
    words += [".", "R2", "/D4", "/_", "@K1", "zap", "G:P9", "w6>s4", "S9", "+", ">", "/", "^^", "1.3", "A"]
    for _ in range(120):
        lines = rng.choice(TEXTS).splitlines()
        number = rng.choice([n for n, line in enumerate(lines) if line[:1].isdigit()])
        tokens = lines[number].split(" ")
        place = rng.randrange(2, len(tokens) + 1)
        tokens[place : place + rng.randrange(2)] = [rng.choice(words)]
        lines[number] = " ".join(tokens)
        reading = read_record(RawRecord("\n".join(lines)))
        errors = [found for found in reading.diagnostics if found.severity == "error"]
        assert bool(errors) == (reading.replay is None)
        assert all(found.message and (found.expected or found.hint) for found in reading.diagnostics)
        assert len({found.line for found in errors}) <= 1
