"""What of a log is kept and shown: letters and no numbers, no talk, and no value in what `inspect` prints."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.importers.generator import SECRET, Log, Options, build, encode, encode_several, stream
from wcreplay.cli import cli
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.importers.bga import schema
from wcreplay.notation.model import RawRecord
from wcreplay.store.query import run_query

NAMES = ("Philippa Ysolde", "Ottokar_77", "Ärmel")
SHAPES: tuple[dict[str, Any], ...] = (
    {},
    {"outer": "html", "ids": "str"},
    {"outer": "ndjson", "ids": "mixed", "undo": "heavy"},
    {"outer": "answer", "live_scores": "final", "extra_events": True, "junk": True},
)


@cache
def log(shape: int = 0) -> Log:
    """Return the log of a game of three people, with talk and private packets."""
    text = next(simulate("white-castle", 1, 3, "heuristic", 3))
    tags = "".join(f'[{seat} "{name}"]\n' for seat, name in zip("ABC", NAMES, strict=True))
    done = read_record(RawRecord(tags + text)).replay
    assert done is not None
    return build(done, random.Random(7), Options(chat=True, **SHAPES[shape]))


def secrets(of: Log) -> set[str]:
    """Return what nobody may find again: names, player numbers, the table's number, talk."""
    return {*NAMES, *of.players, str(of.table), SECRET}


def run(*words: str) -> Result:
    result = CliRunner().invoke(cli, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def written(folder: Path, of: Log) -> str:
    path = folder / f"table-{of.table}.json"
    path.write_bytes(encode(of))
    return str(path)


@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_records_have_letters_and_no_numbers(shape: int, tmp_path: Path) -> None:
    result = run("convert", written(tmp_path, log(shape)))
    assert result.exit_code == 0, result.stderr
    for secret in secrets(log(shape)):
        assert secret not in result.stdout


def test_names_and_numbers_are_kept_if_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, log())
    named = run("convert", path, "--names", "keep").stdout
    assert all(name in named for name in NAMES)
    assert str(log().table) not in named
    numbered = run("convert", path, "--ids").stdout
    assert str(log().table) in numbered
    assert not any(name in numbered for name in NAMES)
    for text in (named, numbered):
        assert not any(secret in text for secret in (*log().players, SECRET))


@pytest.mark.parametrize("keep", [False, True])
def test_nothing_of_them_reaches_the_database(keep: bool, tmp_path: Path) -> None:
    db = tmp_path / "g.duckdb"
    more = ("--names", "keep") if keep else ()
    result = run("import", written(tmp_path, log()), "--db", str(db), *more)
    assert result.exit_code == 0, result.stderr
    tables = run_query(db, "SELECT table_name FROM duckdb_tables()").rows
    kept = "".join(str(run_query(db, f'FROM "{name}"', limit=None).rows) for (name,) in tables)
    assert "log of an online table" in kept
    gone = secrets(log()) - (set(NAMES) if keep else set())
    assert not [secret for secret in gone if secret in kept]
    assert all(name in kept for name in NAMES) is keep


def test_talk_is_not_even_looked_at(tmp_path: Path) -> None:
    """Private packets and talk hold what would contradict the game, were it read."""
    packets = stream(log())
    wrong = {
        "type": "coinGained",
        "args": {"playerId": log().players[0], "numberOfCoins": 1, "coinValue": 99},
    }
    talk = {"type": "chatmessage", "args": {"playerId": log().players[0], "die": {"type": "green"}}}
    packets.insert(40, {"channel": f"/player/p{log().players[0]}", "data": [wrong]})
    packets.insert(50, {"channel": f"/table/t{log().table}", "data": [talk]})
    path = tmp_path / "table.json"
    path.write_text(json.dumps(packets), encoding="utf-8")
    told = run("convert", str(path))
    assert told.exit_code == 0, told.stderr
    assert told.stdout == run("convert", written(tmp_path, log())).stdout


# -- inspect ---------------------------------------------------------------------------------


def leaves(value: Any) -> Iterator[Any]:
    """Yield all values of a document that are no lists or objects."""
    if isinstance(value, dict):
        for child in value.values():
            yield from leaves(child)
    elif isinstance(value, list):
        for child in value:
            yield from leaves(child)
    else:
        yield value


def keys(value: Any) -> Iterator[str]:
    """Yield all keys of a document."""
    if isinstance(value, dict):
        yield from value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys(child)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_inspect_shows_no_value(shape: int, form: str, tmp_path: Path) -> None:
    result = run("inspect", written(tmp_path, log(shape)), "--format", form)
    assert result.exit_code == 0
    for secret in secrets(log(shape)):
        assert secret not in result.output
    packets = stream(log(shape))
    # Names of events and of what stands in them are what `inspect` is for; so are the states of prompts.
    public = {*keys(packets), *schema.EVENTS, *schema.PIPS}
    public |= {event["type"] for packet in packets for event in packet.get("data", ()) if _is_event(event)}
    values = {str(value) for value in leaves(packets) if isinstance(value, str | int)}
    values = {value for value in values if len(value) > 4 and value not in public}
    assert len(values) > 100
    assert not [value for value in values if f'"{value}"' in result.output or f" {value}" in result.output]


def _is_event(event: Any) -> bool:
    return isinstance(event, dict) and "type" in event


def test_inspect_blots_out_the_numbers_of_tables_and_players(tmp_path: Path) -> None:
    path = tmp_path / "both.json"
    path.write_bytes(encode_several([log(), log(1)], "map"))
    result = run("inspect", str(path))
    assert result.exit_code == 0
    assert "found at: .*[] packets" in result.stdout
    packets = [{"data": [{"type": "diePlaced", "args": {"space-of-81000001": 1, "81000001": 2}}]}]
    path.write_text(json.dumps(packets), encoding="utf-8")
    told = run("inspect", str(path)).stdout
    assert "space-of-#: number" in told
    assert "*: number" in told
    assert "81000001" not in told


@pytest.mark.parametrize(
    "text",
    [
        "<html><head><title>Table 700000001, Philippa</title></head></html>",
        '{"status": "0", "error": "Table 700000001 of Philippa not found"}',
        '{"status": "0", "error": "Philippa has reached a limit (replay)"}',
        '[{"data": [{"type": "diePlaced", "args": {"Philippa": 700000001',
    ],
)
def test_inspect_quotes_nothing_of_what_is_no_log(text: str, tmp_path: Path) -> None:
    path = tmp_path / "table-700000001.html"
    path.write_text(text, encoding="utf-8")
    result = run("inspect", str(path))
    assert result.exit_code == 1
    assert "error[L1" in result.stderr
    assert "700000001" not in result.output
    assert "Philippa" not in result.output


def test_who_saved_the_file_is_told_which_one_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "table-700000001.html"
    path.write_text("<html><head><title>Please log in</title></head></html>", encoding="utf-8")
    result = run("convert", str(path))
    assert str(path) in result.stderr
    assert "`Please log in`" in result.stderr
