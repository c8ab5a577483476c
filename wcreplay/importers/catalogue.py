"""The codes of the importers: L1xx saved files, L2xx which game a log holds, L3xx log against rules."""

from __future__ import annotations

from typing import Final

from wcreplay.notation.diagnostics import CodeInfo

_REPORT: Final = "Please report it with the output of `wcreplay inspect`, which shows no value of the game."
_EVENT: Final = r"""$ printf '[{"data": [{"type": "%s", "args": %s}]}]'"""

_INFOS: Final = (
    CodeInfo(
        "L101",
        "folder without logs",
        "Neither the folder nor a folder below it holds a file whose ending says that it may be a log.",
        "$ mkdir nothing\n$ wcreplay convert nothing",
        "Name the file itself; a single file may have any name.",
    ),
    CodeInfo(
        "L102",
        "too large",
        "A document is larger, once unpacked, than any log can be, or an archive has too many files. It is "
        "not read further.",
        "",
        "A game is under 2 MB. Look whether it is the right file; part collections into several files.",
    ),
    CodeInfo(
        "L103",
        "damaged archive",
        "A `.gz` or `.zip` ends early or does not unpack.",
        "$ printf '\\037\\213\\010damaged' > log.json.gz\n$ wcreplay convert log.json.gz",
        "Save it again.",
    ),
    CodeInfo(
        "L104",
        "empty file",
        "There is nothing but blanks.",
        "$ wcreplay convert - < /dev/null",
        "Save the log again.",
    ),
    CodeInfo(
        "L105",
        "broken JSON",
        "The file begins as JSON and then is none: it was cut when it was saved, or changed by hand. Also "
        "JSON that is nested deeper than any log.",
        """$ echo '[{"data": [' | wcreplay convert -""",
        "Save the log again, whole.",
    ),
    CodeInfo(
        "L106",
        "no log",
        "There is no list of events in the file: a page that asks to log in, an error page, or a file of "
        "another kind. Sites send such pages with status 200, as if all were well.",
        "$ echo '<html><title>Sorry</title></html>' | wcreplay convert -",
        "Look at the file in a browser; docs/import_bga.md says how to save a log.",
    ),
    CodeInfo(
        "L107",
        "error answer",
        "The file is what the site answered instead of the log: an error in its own words.",
        """$ echo '{"status": "0", "error": "Table not found"}' | wcreplay convert -""",
        "Open the game again in the browser and save its log once it is shown.",
    ),
    CodeInfo(
        "L108",
        "quota reached",
        "The site showed no log because too many were asked for in a short time.",
        """$ echo '{"status": "0", "error": "You have reached a limit (replay)"}' | wcreplay convert -""",
        "Wait a day, then save the log again. This program asks no site for anything.",
    ),
    CodeInfo(
        "L201",
        "another game",
        "There are events of a game, but none of The White Castle.",
        _EVENT % ("tilePlaced", '{"x": 1}') + " | wcreplay convert -",
        "Check the file.",
    ),
    CodeInfo(
        "L202",
        "Matcha expansion",
        "The game was played with the Matcha expansion: there are geishas, green dice or its places. Its "
        "cards share numbers with those of the base game, so nothing of it is read.",
        _EVENT % ("geishaAssigned", "{}") + " | wcreplay convert -",
        "Only the base game can be imported.",
    ),
    CodeInfo(
        "L203",
        "promo cards",
        "The game was played with promo cards, which the base game does not have.",
        _EVENT % ("diePlaced", '{"card": {"type": "promo-plant", "typeArg": 1}}') + " | wcreplay convert -",
        "Only games of the base game can be imported.",
    ),
    CodeInfo(
        "L204",
        "unfinished",
        "The log ends before the game does: it was not over when the log was saved, or the log was cut. A "
        "log without a final score counts as unfinished.",
        "",
        "Save the log again once the game is over. `--keep-unproved` keeps the turns that are there.",
    ),
    CodeInfo(
        "L205",
        "seat given up",
        "A player left: a seat places no more dice although the game goes on, or the game was ended before "
        "its last turn.",
        "",
        "Such a game is no game for statistics. `--keep-unproved` keeps the turns before it.",
    ),
    CodeInfo(
        "L206",
        "number of players",
        "The log has fewer than two or more than four players. The solo game has rules of its own.",
        "",
        "Only games of two to four can be imported.",
    ),
    CodeInfo(
        "L209",
        "turns out of order",
        "A die is placed by a seat whose turn it is not, or there are more turns than a game has.",
        "",
        "Events are missing or stand in another order: save the log again.",
    ),
    CodeInfo(
        "L210",
        "event of nobody",
        "An event of a player names none, or one who does not play.",
        "",
        _REPORT,
    ),
    CodeInfo(
        "L211",
        "unreadable event",
        "An event about coins, seals, a resource, points or time says neither how many nor how many are "
        "held then.",
        "",
        _REPORT,
    ),
    CodeInfo(
        "L212",
        "nothing to take back",
        "An event takes a step back that was not made.",
        "",
        "Events are missing or stand in another order: save the log again.",
    ),
    CodeInfo(
        "L220",
        "unknown events",
        "The log has events that this program does not know. They are counted and left aside; if they "
        "matter, the proof fails and says where.",
        "",
        _REPORT,
        "warning",
    ),
    CodeInfo(
        "L221",
        "unknown arguments",
        "Known events carry arguments that this program does not know. They are counted and left aside.",
        "",
        _REPORT,
        "warning",
    ),
    CodeInfo(
        "L222",
        "unreadable arguments",
        "Arguments that should be there are not, or have another form. What they would have shown stays open "
        "or is inferred.",
        "",
        _REPORT,
        "warning",
    ),
    CodeInfo(
        "L301",
        "total contradicts itself",
        "A new total is not the total before it with what was gained or paid, and what comes later does not "
        "go on from it.",
        "",
        "The log was changed by hand, or events are missing before this one. Save it again.",
    ),
    CodeInfo(
        "L302",
        "total differs",
        "The record that fits the log best leads to another total than the log states.",
        "",
        _REPORT,
    ),
    CodeInfo(
        "L303",
        "no choices fit",
        "No choices that the rules allow lead to what the log states in a turn, or payloads contradict each "
        "other.",
        "",
        _REPORT,
    ),
    CodeInfo(
        "L304",
        "marker differs",
        "A marker stands on another space of the time track than its steps lead to, or in another order in a "
        "pile.",
        "",
        _REPORT,
    ),
    CodeInfo(
        "L305",
        "turn order differs",
        "The log states another turn order than the time track gives.",
        "",
        _REPORT,
    ),
    CodeInfo(
        "L306",
        "score differs",
        "The log scores another number of points in a category than the rules give for the table at that "
        "time.",
        "",
        _REPORT,
    ),
    CodeInfo(
        "L307",
        "events out of order",
        "A new total is not the total before it with what was gained or paid, but what comes later fits: "
        "events stand in another order than they happened in, or some are missing.",
        "",
        "Save the log again, whole, and leave its order as it is.",
    ),
    CodeInfo(
        "L308",
        "record cannot be written",
        "The decisions that were found make no record that replays. This is a fault of the program.",
        "",
        _REPORT,
    ),
    CodeInfo(
        "L309",
        "the program failed",
        "The log made the program fail in a way that nobody foresaw. Other logs of the same run are not "
        "affected.",
        "",
        _REPORT,
    ),
)

CATALOGUE: Final[dict[str, CodeInfo]] = {info.code: info for info in _INFOS}
"""Every code of this floor."""
