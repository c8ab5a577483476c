"""The rules reference has every article that is cited, and its figures are those of the component file."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from wcreplay.games.white_castle import dice, flow, gains, scoring, setup, workers
from wcreplay.games.white_castle.accounts import CAPS, RESOURCE_CAP, SEAL_CAP, WORKERS
from wcreplay.games.white_castle.components import REWARDS, YARDS, load

from .articles import ARTICLES, MARK, PAGE, ROOT, SECTIONS
from .table import GAME

CODE = ROOT / "wcreplay" / "games" / "white_castle"
PARTS = tomllib.loads((CODE / "components.toml").read_text(encoding="utf-8"))

CITED = re.compile(r"(?<![A-Za-z0-9])R\d{1,2}(?:\.\d+)?(?!\d)")
"""An article or a section, or a starting resource card; codes of errors have three digits."""


def rows(section: str, head: str) -> list[list[str]]:
    """Return the cells of the table in a section whose first column is headed ``head``."""
    lines = SECTIONS[section].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {head} |"))
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


def heads(section: str, head: str) -> list[str]:
    """Return the column heads of that table, without the first."""
    line = next(line for line in SECTIONS[section].splitlines() if line.startswith(f"| {head} |"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def numbers(text: str) -> list[int]:
    """Return the numbers in a text, those of articles left out."""
    return [int(digits) for digits in re.findall(r"\d+", CITED.sub("", text))]


def spaces(span: str) -> range:
    """Return the spaces of the time track that ``6-10`` or ``15`` names."""
    first, _, last = span.partition("-")
    return range(int(first), int(last or first) + 1)


# -- the articles ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(CODE.glob("*.py")), ids=lambda path: path.name)
def test_every_article_that_the_code_cites_is_on_the_page(path: Path) -> None:
    cited = set(CITED.findall(path.read_text(encoding="utf-8")))
    assert cited - SECTIONS.keys() - ARTICLES.keys() == set()


@pytest.mark.parametrize("name", ["docs/notation.md", "wcreplay/engine/catalogue.py"])
def test_every_article_that_others_cite_is_on_the_page(name: str) -> None:
    cited = set(re.findall(r"(?<!\w)R\d{1,2}\.\d+", (ROOT / name).read_text(encoding="utf-8")))
    assert cited
    assert cited <= ARTICLES.keys()


def test_the_articles_that_tests_are_named_for_are_on_the_page() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = re.findall(r"_r(\d+)_(\d+)(?=_)", "".join(re.findall(r"^def (test_\w+)", source, re.MULTILINE)))
    assert len(named) > 100
    assert {f"R{section}.{number}" for section, number in named} <= ARTICLES.keys()


def test_the_page_cites_only_itself() -> None:
    assert set(CITED.findall(PAGE)) <= SECTIONS.keys() | ARTICLES.keys()


def test_sections_and_articles_are_numbered_without_a_gap() -> None:
    assert list(SECTIONS) == [f"R{number}" for number in range(1, 17)]
    counts = {name: sum(number.startswith(f"{name}.") for number in ARTICLES) for name in SECTIONS}
    assert list(counts.values()) == [6, 11, 8, 5, 6, 7, 5, 3, 7, 4, 8, 10, 0, 0, 19, 19]
    assert list(ARTICLES) == [
        f"{name}.{number}" for name, count in counts.items() for number in range(1, count + 1)
    ]


def test_each_article_has_its_mark() -> None:
    bare = {number for number, text in ARTICLES.items() if not MARK.match(text)}
    assert bare == {number for number in ARTICLES if number.startswith("R16.")}


# -- the figures ----------------------------------------------------------------------------------


def test_dice_by_players() -> None:
    for players, each, dice_in_play, turns, left in (map(int, row) for row in rows("R1", "players")):
        assert each == flow.DICE_PER_COLOUR[players]
        assert dice_in_play == each * len(PARTS["die_tiles"]["colours"])
        assert turns == players * flow.TURNS_PER_SEAT
        assert left == dice_in_play - turns
    assert numbers(ARTICLES["R1.1"])[:3] == [max(flow.DICE_PER_COLOUR.values())] * 3
    assert numbers(ARTICLES["R3.1"]) == [flow.TURNS_PER_SEAT, flow.ROUNDS * flow.TURNS_PER_SEAT]


def test_limits_and_workers() -> None:
    assert numbers(ARTICLES["R1.2"]) == [WORKERS] * 3
    assert numbers(ARTICLES["R1.3"]) == [0, RESOURCE_CAP, 0, SEAL_CAP, 0]
    assert set(CAPS[1:5]) == {RESOURCE_CAP, SEAL_CAP}


def test_diamond_cards() -> None:
    cards = {**PARTS["stewards"]["cards"], **PARTS["diplomats"]["cards"]}
    diamonds = {name for name, card in cards.items() if card.get("diamond")}
    assert set(re.findall(r"\b[SD]\d+", ARTICLES["R2.1"])) == diamonds
    assert len(cards) - len(diamonds) == 18


def test_counts_of_cards_and_tiles() -> None:
    assert f"the {len(PARTS['yard_tiles']['cards'])} yard tiles" in ARTICLES["R2.7"]
    actions = PARTS["actions"]
    resources = len(PARTS["resources"]["cards"])
    assert numbers(ARTICLES["R15.13"])[-2:] == [resources, len(actions["cards"]) * actions["copies"]]
    assert actions["copies"] == setup.COPIES_OF_ACTION


def test_values_of_the_spaces() -> None:
    table = rows("R4", "space")
    values = {name: int(row[2]) for row in table for name in row[1].split()}
    assert values.pop("p") == dice.DOMAIN_VALUE
    assert values == dict(zip(dice.MAIN_SPACES, dice.VALUES, strict=True))
    assert [row[4:] for row in table] == [["1", "2"]] * 3 + [["no limit", "no limit"], ["1", "1"]]


def test_domain_rows() -> None:
    table = rows("R5", "row")
    assert [row[0] for row in table] == PARTS["die_tiles"]["colours"]
    for colour, worker, *pays in table:
        row = PARTS["domain_rows"][colour]
        assert worker == row["worker"]
        assert [cell.lower().removesuffix("s") for cell in pays] == [row["always"], *row["spots"]]


def test_rewards_of_the_well() -> None:
    tiles = ARTICLES["R5.3"].partition("A reward is ")[2].partition(". ")[0]
    words = [f"1 {reward}" for reward in PARTS["die_tiles"]["rewards"]]
    assert tiles.replace(" or", "").replace("resource of choice", "any").split(", ") == words
    assert tuple(PARTS["die_tiles"]["rewards"]) == REWARDS


def test_yards() -> None:
    table = rows("R6", "yard")
    assert [int(row[0].removesuffix(" iron")) for row in table] == list(YARDS)
    for yard, faces, points in table:
        entry = PARTS["yards"][yard.removesuffix(" iron")]
        assert faces.split(", ") == entry["faces"]
        assert int(points) == entry["points"]
    first, second, third = (PARTS["yards"][str(iron)]["points"] for iron in YARDS)
    assert f"({first}, {second} and {third}, see R6)" in ARTICLES["R11.6"]


def test_prices_of_a_courtier() -> None:
    one, two = workers.CLIMB_PEARLS[1:]
    assert f"audience costs {workers.AUDIENCE_COINS} coins" in ARTICLES["R6.3"]
    assert f"{one} pearl for one floor, {two} pearl for two" in ARTICLES["R6.3"]


def test_blocks_of_the_castle() -> None:
    parts = load()
    for cards, light, blocks in ((parts.stewards, 2, 3), (parts.diplomats, 1, 2)):
        assert {len(card.light) for card in cards.values()} == {light}
        assert {len(card.blocks) for card in cards.values()} == {blocks}
    assert numbers(ARTICLES["R7.1"].partition("]")[2]) == [3 * 2 + 2 * 1]
    assert numbers(ARTICLES["R7.3"]) == [3 * 3 + 2 * 2]


def test_backs_of_the_cards() -> None:
    backs = {
        "decree": list(PARTS["decrees"]["cards"].values()),
        "diplomat": [PARTS["diplomats"]["back"]],
        "steward": [PARTS["stewards"]["back"]],
        "starting action card": [PARTS["actions"]["back"]],
        "starting resource card": [card["back"] for card in PARTS["resources"]["cards"].values()],
    }
    listed = ARTICLES["R8.2"].partition("cards: ")[2].rstrip(".").split("; ")
    for text, (name, icons) in zip(listed, backs.items(), strict=True):
        assert text.startswith(name)
        words = re.findall(r"coin|seal|point|food|iron|pearl|time", text)
        assert sorted(words) == sorted({icon.removeprefix("1 ") for icon in icons})


def test_seasons_and_checkpoints() -> None:
    track = PARTS["time_track"]
    table = rows("R9", "season")
    assert [space for row in table for space in spaces(row[1])] == list(range(track["spaces"] + 1))
    assert table[0][2:] == ["0", "0", ""]
    entries = [{"enter": int(row[3]), "seals": int(row[2])} for row in table[1:]]
    assert (
        entries == track["checkpoints"] == [{"enter": e, "seals": s} for e, s in ((6, 1), (11, 2), (15, 3))]
    )
    assert all(spaces(row[1])[0] == int(row[3]) for row in table)
    assert {int(row[4]): int(row[2]) for row in table[1:]} == gains.CHECKPOINTS
    assert all(int(row[3]) - int(row[4]) == 1 for row in table[1:])
    assert numbers(ARTICLES["R9.2"].partition("]")[2]) == [6, 11, 15, 1, 2, 3]


def test_points_of_the_time_track() -> None:
    (cells,) = rows("R11", "space on the time track")
    points = [
        int(cell)
        for span, cell in zip(heads("R11", "space on the time track"), cells[1:], strict=True)
        for _ in spaces(span)
    ]
    assert points == PARTS["time_track"]["points"]


def test_points_of_courtiers_resources_coins_and_seals() -> None:
    (cells,) = rows("R11", "courtier at")
    assert tuple(map(int, cells[1:])) == scoring.COURTIER_POINTS
    assert numbers(ARTICLES["R11.2"].partition("]")[2]) == [1, scoring.COINS_AND_SEALS_PER_POINT]
    given = {
        held: int(points)
        for first, last, points in re.findall(r"(\d)(?: to (\d))? gives? (\d)", ARTICLES["R11.3"])
        for held in range(int(first), int(last or first) + 1)
    }
    assert list(given) == list(range(RESOURCE_CAP + 1))
    iron = [account.name for account in GAME.accounts].index("iron")
    for held, points in given.items():
        row = [0] * len(GAME.accounts)
        row[iron] = held
        assert scoring.score(tuple(row), (0,) * 6)[2] == points
