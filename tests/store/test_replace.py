"""Corrected records: they take the place of what they correct, whatever the order of the files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wcreplay.store.checks import run_checks
from wcreplay.store.errors import StoreError
from wcreplay.store.loader import Options, import_raw, import_records
from wcreplay.store.query import run_query
from wcreplay.store.summary import ImportSummary

from .games import game, many, replayed, write

WRONG = game(lines=12)
RIGHT = game(lines=20)
BETTER = game()


def game_id(text: str) -> str:
    return replayed(text).game_id


def replacing(text: str, old: str, *tags: str) -> str:
    """Return a record that says it replaces another."""
    return text.replace("\n", f'\n[Replaces "{game_id(old)}"]\n' + "".join(f"{tag}\n" for tag in tags), 1)


def counts(summary: ImportSummary) -> tuple[int, int, int, int]:
    assert summary.found == summary.stored + summary.unchanged + summary.replaced + summary.rejected
    return summary.stored, summary.unchanged, summary.replaced, summary.rejected


def stored(db: Path) -> set[str]:
    assert run_checks(db) == []
    return {row[0] for row in run_query(db, "SELECT game_id FROM game").rows}


def add(db: Path, *texts: str) -> ImportSummary:
    return import_records(db, [write(db.parent / "some.wcr", *texts)])


def test_a_corrected_record_takes_the_place_of_its_predecessor_for_good(db: Path) -> None:
    assert counts(add(db, WRONG, *many(3)[1:])) == (3, 0, 0, 0)
    summary = add(db, replacing(RIGHT, WRONG))
    assert counts(summary) == (0, 0, 1, 0)
    (replaced,) = summary.replacements
    assert (replaced.game_id, replaced.replaced) == (game_id(RIGHT), game_id(WRONG))
    others = {game_id(text) for text in many(3)[1:]}
    assert stored(db) == {game_id(RIGHT), *others}
    # The old file still lies about; neither it nor the new one changes anything.
    summary = add(db, WRONG, replacing(RIGHT, WRONG), RIGHT)
    assert counts(summary) == (0, 3, 0, 0)
    assert {repeat.game_id: repeat.replaced_by for repeat in summary.repeats} == {
        game_id(WRONG): game_id(RIGHT),
        game_id(RIGHT): "",
    }
    assert stored(db) == {game_id(RIGHT), *others}
    kept = run_query(db, "SELECT game_id, replaced_by, file, record_no, source_text FROM replaced").rows
    assert kept == [(game_id(WRONG), game_id(RIGHT), str(db.parent / "some.wcr"), 1, kept[0][4])]
    assert kept[0][4].strip() == WRONG.strip()


@pytest.mark.parametrize("order", ["old new", "new old", "one file", "one file backwards"])
def test_the_order_of_the_files_does_not_matter(db: Path, order: str) -> None:
    old, new = WRONG, replacing(RIGHT, WRONG)
    if order.startswith("one"):
        add(db, *((old, new) if order == "one file" else (new, old)))
    else:
        for text in (old, new) if order == "old new" else (new, old):
            add(db, text)
    assert stored(db) == {game_id(RIGHT)}


def test_a_replacement_of_what_was_replaced_goes_to_its_successor(db: Path) -> None:
    add(db, WRONG)
    add(db, replacing(RIGHT, WRONG))
    assert counts(add(db, replacing(BETTER, WRONG))) == (0, 0, 1, 0)
    assert stored(db) == {game_id(BETTER)}
    for text in (WRONG, RIGHT, replacing(RIGHT, WRONG)):
        summary = add(db, text)
        assert counts(summary) == (0, 1, 0, 0)
        assert summary.repeats[0].replaced_by == game_id(BETTER)
    assert stored(db) == {game_id(BETTER)}


def test_of_two_corrections_of_one_game_the_last_stays(db: Path) -> None:
    add(db, WRONG)
    both = [replacing(RIGHT, WRONG), replacing(BETTER, WRONG)]
    assert counts(add(db, *both)) == (0, 0, 2, 0)
    assert stored(db) == {game_id(BETTER)}
    assert counts(add(db, WRONG, *both)) == (0, 3, 0, 0)
    assert stored(db) == {game_id(BETTER)}


def test_two_records_that_replace_each_other_leave_one(db: Path) -> None:
    add(db, replacing(RIGHT, WRONG), replacing(WRONG, RIGHT))
    assert len(stored(db)) == 1
    add(db, replacing(WRONG, RIGHT), replacing(RIGHT, WRONG))
    assert len(stored(db)) == 1


def test_new_names_replace_the_old_ones_where_the_record_says_so(db: Path) -> None:
    add(db, game(tags='[A "Anna"]\n'))
    better = replacing(game(tags='[A "Ana"]\n'), BETTER)
    summary = add(db, game(tags='[A "Ana"]\n'))
    assert counts(summary) == (0, 1, 0, 0)
    assert counts(add(db, better)) == (0, 0, 1, 0)
    assert run_query(db, "SELECT player FROM seat WHERE seat = 'A'").rows == [("Ana",)]
    assert counts(add(db, better)) == (0, 1, 0, 0)
    assert stored(db) == {game_id(BETTER)}


def test_a_game_can_be_replaced_without_a_tag(db: Path, tmp_path: Path) -> None:
    add(db, WRONG, *many(3)[1:])
    source = write(tmp_path / "right.wcr", RIGHT)

    def replace(old: str, *paths: Path) -> ImportSummary:
        from wcreplay.notation.stream import expand_paths, read_sources

        return import_raw(db, read_sources(expand_paths(paths)), Options(replace=old))

    assert counts(replace(game_id(WRONG), source)) == (0, 0, 1, 0)
    assert len(stored(db)) == 3
    # And back again, which only the command line can say.
    assert counts(replace(game_id(RIGHT), write(tmp_path / "wrong.wcr", WRONG))) == (0, 0, 1, 0)
    assert game_id(WRONG) in stored(db)
    for old, paths in (("0" * 16, [source]), (game_id(WRONG), [source, source])):
        with pytest.raises(StoreError) as caught:
            replace(old, *paths)
        assert caught.value.code == "S305"
    assert len(stored(db)) == 3


def test_what_is_no_id_is_refused_with_its_place(db: Path) -> None:
    text = replacing(RIGHT, WRONG)
    for value in ("banana", game_id(WRONG).upper(), game_id(WRONG) + "0", " "):
        summary = add(db, WRONG, re.sub(r'Replaces "\w+"', f'Replaces "{value}"', text))
        assert (summary.rejected, summary.replaced) == (1, 0)
        (found,) = summary.diagnostics
        assert (found.code, found.record) == ("S304", 2)
        assert found.source_line[found.column - 1 :][: found.length] == f'[Replaces "{value}"]'
    assert stored(db) == {game_id(WRONG)}


def test_records_that_may_be_corrections_are_named(db: Path) -> None:
    add(db, WRONG)
    summary = add(db, RIGHT)
    (new,) = summary.revised
    assert (new.game_id, new.record, new.replaced) == (game_id(RIGHT), 1, game_id(WRONG))
    (missed,) = add(db, replacing(BETTER, many(3)[2])).missed
    assert missed.replaced == game_id(many(3)[2])


def test_many_replacements_in_one_import(db: Path, tmp_path: Path) -> None:
    olds, news = many(504)[380:440], many(504)[440:500]
    add(db, *olds)
    texts = [replacing(new, old) for new, old in zip(news, olds, strict=True)]
    summary = import_records(db, [write(tmp_path / "new.wcr", *texts)], jobs=2)
    assert counts(summary) == (0, 0, 60, 0)
    assert stored(db) == {game_id(text) for text in news}
