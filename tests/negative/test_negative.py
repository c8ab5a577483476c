"""Every code that a record can cause is caused by a broken record, at the place that it states."""

from __future__ import annotations

import io

import pytest
from click.testing import CliRunner

from tests.cli.conftest import RECORD
from tests.negative.cases import FOLDER, Case, Place, cases, place_of
from wcreplay.cli import cli
from wcreplay.cli.codes import all_codes
from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.notation.model import RawRecord
from wcreplay.notation.scanner import parse
from wcreplay.notation.stream import read_records

CASES = list(cases())
CODES = all_codes()
GRAMMAR = registry.load("white-castle").grammar
TAG = b'[Game "white-castle"]\n'

# Files that are too long, too odd or too empty to be kept here: their bytes, and the last finding in them.
MADE: dict[str, tuple[bytes, Place]] = {
    "empty": (b" \n\t\n", Place("N104", 1, 1, 1)),
    "UTF-16": ('[Game "white-castle"]'.encode("utf-16"), Place("N107", 1, 1, 1)),
    "too long": (TAG + b"A c6>w\n" * 200_000, Place("N109", 1, 1, 1)),
    "too many words": (TAG + b"A c6>w\n" * 60_000, Place("N219", 2, 1, 1)),
    "too many tags": (TAG + b"".join(b'[T%d "x"]\n' % n for n in range(300)), Place("N220", 256, 1, 10)),
    "too many errors": (TAG + b"A c6>w!\n" * 60, Place("N290", 52, 7, 1)),
    "too many unknown words": (
        RECORD.replace("\n1.1 B", "\nB zz" * 60 + "\n1.1 B").encode(),
        Place("N290", 66, 3, 2),
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_a_made_file_has_its_finding(name: str) -> None:
    data, place = MADE[name]
    raws = list(read_records(io.BytesIO(data), f"{name}.wcr"))
    found = [d for raw in raws for d in read_record(raw).diagnostics]
    assert place_of(found[-1]) == place
    assert len({d.code for d in found}) == len(found) or place.code == "N290"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_a_broken_record_has_the_finding_that_it_states(case: Case) -> None:
    assert [place_of(found) for found in case.found] == case.stated
    assert case.path.stem.startswith(case.stated[0].code)
    for found in case.found:
        assert found.severity == CODES[found.code].severity
        assert found.message
        assert found.expected or found.hint, "a message that does not say what to do"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_the_text_of_a_broken_record_is_the_golden_one(case: Case) -> None:
    assert case.golden.read_text(encoding="utf-8") == case.text, "run: make golden"


def test_every_golden_text_has_its_record() -> None:
    assert {case.golden for case in CASES} == set(FOLDER.glob("*.txt"))


def test_the_command_prints_the_golden_text() -> None:
    case = next(case for case in CASES if case.path.stem == "R210-wrong-end")
    result = CliRunner().invoke(cli, ["validate", str(case.path)])
    assert result.exit_code == 1
    assert (
        result.stdout.replace(str(case.path), case.path.name).strip()
        == case.text.partition("\n\n")[2].strip()
    )


def test_every_code_that_a_record_can_cause_has_a_broken_record() -> None:
    caused = {place.code for case in CASES for place in case.stated}
    caused |= {place.code for _, place in MADE.values()}
    # Paths and archives are no records: the sessions of the catalogue cause these, and tests/cli types them.
    paths = {code for code, info in CODES.items() if code.startswith("N1") and info.example.startswith("$ ")}
    programs = {"N209"}  # a text with two records, handed over as one
    assert {code for code in CODES if code[0] in "NR"} - caused - paths == programs
    (found,) = parse(RawRecord('A x\n[Event "next"]'), GRAMMAR)[1]
    assert place_of(found) == Place("N209", 2, 1, 14)


@pytest.mark.parametrize(
    ("code", "least"),
    [
        ("N203", 5),
        ("R102", 8),
        ("R103", 5),
        ("R201", 4),
        ("R205", 5),
        ("R208", 6),
        ("R209", 12),
        ("R210", 40),
    ],
)
def test_there_are_several_records_where_there_are_several_ways(code: str, least: int) -> None:
    assert sum(case.stated[0].code == code for case in CASES) >= least


def test_after_the_first_illegal_choice_nothing_is_judged() -> None:
    case = next(case for case in CASES if case.path.stem == "R210-wrong-end")
    text = case.path.read_text(encoding="utf-8") + "1.5 C c1<s1 G:P9\n1.9 A q9\n"
    assert [place_of(found) for found in read_record(RawRecord(text)).diagnostics] == case.stated
