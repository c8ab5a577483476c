"""From fixed positions as many continuations are legal as the files say (``make golden`` counts anew)."""

from __future__ import annotations

from pathlib import Path

import pytest

from wcreplay.engine import registry

from .count import MOST, Counted, count, files, position, read, split, write
from .find import fits, kinds

GAMES = registry.names()
FILES = [path for game in GAMES for path in files(game)]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_as_many_sequences_are_legal_as_the_file_says(path: Path) -> None:
    counted = read(path)
    found = split(position(counted), counted.depth)
    assert differences(counted.split, found) == []
    assert counted.total <= MOST


def differences(said: dict[str, int], found: dict[str, int]) -> list[str]:
    """Return a line for each first decision whose number of sequences differs, the first one first."""
    texts = sorted(said.keys() | found.keys())
    return [
        f"{text}: the file says {said.get(text, 'not legal')}, counted {found.get(text, 'not legal')}"
        for text in texts
        if said.get(text) != found.get(text)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_position_has_its_file(game: str) -> None:
    by_name = {path.stem: read(path) for path in files(game)}
    assert by_name.keys() == kinds(game).keys()
    assert [name for name, kind in kinds(game).items() if not fits(kind, by_name[name])] == []
    low, high = registry.meta(game).players
    assert {kind.players for kind in kinds(game).values()} == set(range(low, high + 1))


def test_a_difference_names_the_first_decision() -> None:
    assert differences({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 4, "d": 5}) == [
        "b: the file says 2, counted 4",
        "c: the file says 3, counted not legal",
        "d: the file says not legal, counted 5",
    ]


def test_counting_is_walking_all_sequences() -> None:
    counted = read(FILES[0])
    start = position(counted)
    sequences = [[text] for text in start.options()]
    for _ in range(2):
        longer = []
        for sequence in sequences:
            reached = start.clone()
            for text in sequence:
                reached.apply(text)
            longer += [[*sequence, text] for text in reached.options()] or [sequence]
        sequences = longer
    assert count(start, 3) == len(sequences)
    assert split(start, 3) == {
        text or ".": sum(sequence[0] == text for sequence in sequences) for text in start.options()
    }


def test_a_file_is_written_as_it_was_read(tmp_path: Path) -> None:
    counted = read(FILES[0])
    write(tmp_path / "copy.txt", counted)
    assert (tmp_path / "copy.txt").read_bytes() == FILES[0].read_bytes()
    assert read(tmp_path / "copy.txt") == counted


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("; depth", "; deep"), "does not end in"),
        (lambda text: text + ";   more  1\n", "adds up to"),
    ],
)
def test_a_misshapen_file_is_told(tmp_path: Path, change: object, words: str) -> None:
    assert callable(change)
    path = tmp_path / "wrong.txt"
    path.write_text(change(FILES[0].read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(ValueError, match=words):
        read(path)


def test_a_finished_game_counts_as_one_sequence() -> None:
    class Over:
        over = True

    assert count(Over(), 3) == 1
    assert Counted("", [], 1, {"a": 1, "b": 2}).total == 3
