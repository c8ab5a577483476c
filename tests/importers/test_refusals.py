"""Logs that are no whole, true game of the base game: each has a code of its own, and nothing is kept."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.importers.generator import Log, Options, build, encode, negative
from wcreplay.cli import cli
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.importers.bga.convert import convert_document
from wcreplay.importers.catalogue import CATALOGUE
from wcreplay.importers.model import Conversion, Document
from wcreplay.notation.model import RawRecord
from wcreplay.store.query import run_query

UNDO = ("none", "some", "heavy")


@cache
def log(undo: str = "none", outer: str = "list", compress: str = "", seed: int = 3) -> Log:
    """Return the log of a game of three."""
    done = read_record(RawRecord(next(simulate("white-castle", 1, 3, "heuristic", seed)))).replay
    assert done is not None
    return build(done, random.Random(seed), Options(undo=undo, outer=outer, compress=compress))


def rng() -> random.Random:
    return random.Random(11)


CASES: dict[str, tuple[Callable[[], bytes], str]] = {
    "truncated list": (lambda: negative.truncated(log(), rng()), "L105"),
    "truncated page": (lambda: negative.truncated(log(outer="html"), rng()), "L105"),
    "truncated lines": (lambda: negative.truncated(log(outer="ndjson"), rng()), "L105"),
    "permuted": (lambda: negative.permuted(log(), rng()), "L307"),
    "permuted, with undo": (lambda: negative.permuted(log("heavy"), rng()), "L307"),
    "shuffled": (lambda: negative.shuffled(log("some"), rng()), "L307"),
    "altered total": (lambda: negative.altered_total(log(), rng())[0], "L301"),
    "altered total, with undo": (lambda: negative.altered_total(log("heavy"), rng())[0], "L301"),
    "foreign game": (lambda: negative.foreign_game(rng()), "L201"),
    "promo": (lambda: negative.promo(log(), rng()), "L203"),
    "unfinished": (lambda: negative.unfinished(log(), "2.3"), "L204"),
    "abandoned seat": (lambda: negative.abandoned_seat(log(), "2.3", 1), "L205"),
    "error page": (negative.html_error, "L106"),
    "quota": (negative.quota_message, "L108"),
}
WHOLE_FILE = ("L105", "L106", "L108")


def case(name: str, folder: Path) -> tuple[str, str]:
    """Write the file of a case; return its path and code."""
    make, code = CASES[name]
    path = folder / "table.json"
    path.write_bytes(make())
    return str(path), code


def run(*words: str) -> Result:
    result = CliRunner().invoke(cli, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def first_code(result: Result) -> str:
    """Return the code of the first error that was printed."""
    return result.stderr.partition("error[")[2][:4]


@pytest.mark.parametrize("name", CASES)
def test_convert_refuses(name: str, tmp_path: Path) -> None:
    path, code = case(name, tmp_path)
    result = run("convert", path)
    assert (result.exit_code, first_code(result), result.stdout) == (1, code, "")
    assert f"--> {path}" in result.stderr
    assert "= hint:" in result.stderr or CATALOGUE[code].cure


@pytest.mark.parametrize("name", CASES)
def test_inspect_shows_what_is_there(name: str, tmp_path: Path) -> None:
    path, code = case(name, tmp_path)
    result = run("inspect", path)
    if code in WHOLE_FILE:
        assert (result.exit_code, first_code(result), result.stdout) == (1, code, "")
    else:
        assert (result.exit_code, result.stderr) == (0, "")
        assert "events:" in result.stdout


def test_import_refuses_all_of_them_and_stores_the_game_beside_them(tmp_path: Path) -> None:
    folder, db = tmp_path / "logs", str(tmp_path / "g.duckdb")
    folder.mkdir()
    for number, (make, _) in enumerate(CASES.values()):
        (folder / f"{number:02}.json").write_bytes(make())
    (folder / "99.json").write_bytes(encode(log("some")))
    result = run("import", str(folder), "--db", db)
    assert result.exit_code == 1
    codes = [part[:4] for part in result.stderr.split("error[")[1:]]
    assert set(codes) == {code for _, code in CASES.values()}
    assert "1 stored" in result.stderr
    stored = run_query(db, "SELECT file FROM game").rows
    assert [Path(row[0]).name for row in stored] == ["99.json"]


def converted(data: bytes) -> Conversion:
    (done,) = convert_document(Document("table.json", data))
    return done


@pytest.mark.parametrize("mark", negative.MATCHA)
@pytest.mark.parametrize("broken", [False, True])
def test_the_expansion_is_refused_before_anything_else(mark: str, broken: bool) -> None:
    """Not even that the game is not over is said of it."""
    whole = log()
    if broken:
        _, count, _ = next(end for end in whole.ends if end[0] == "2.1")
        whole = Log(**{name: getattr(whole, name) for name in Log.__struct_fields__})
        whole.packets = whole.packets[:count]
    done = converted(negative.matcha(whole, rng(), mark))
    assert [found.code for found in done.diagnostics] == ["L202"]
    assert done.text == ""


def test_a_game_is_refused_by_what_a_player_did_not_do() -> None:
    done = converted(negative.abandoned_seat(log(), "1.8", 2))
    (found,) = done.diagnostics
    assert found.code == "L205"
    assert "after 8 of 27 turns" in found.message


@pytest.mark.parametrize("undo", UNDO)
def test_events_that_changed_places_are_named(undo: str) -> None:
    for seed in range(4):
        done = converted(negative.permuted(log(undo), random.Random(seed)))
        assert done.diagnostics[0].code == "L307"
        assert "with event" in done.diagnostics[0].message


def test_an_event_that_is_missing_is_told_from_a_total_that_was_altered() -> None:
    whole = log()
    packet, place = whole.firm[20]
    changed = [list(events) for events in whole.packets]
    del changed[packet][place]
    fields = {name: getattr(whole, name) for name in Log.__struct_fields__}
    done = converted(encode(Log(**{**fields, "packets": changed})))
    assert done.diagnostics[0].code == "L307"
    assert "goes on from there" in done.diagnostics[0].message


def test_a_log_that_makes_the_program_fail_costs_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("what nobody foresaw")

    for name in ("a.json", "b.json"):
        (tmp_path / name).write_bytes(encode(log()))
    monkeypatch.setattr("wcreplay.importers.bga.timeline.build", fail)
    result = run("convert", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr.count("error[L309]") == 2
