"""The codes of the notation layer: N1xx sources and encoding, N2xx syntax. Data, no behaviour.

Other floors keep catalogues of their own in the same form; the command line merges them. Every example
makes exactly its own finding, which the tests check: what follows ``$`` when it is typed at a shell, the
others when they are read with a grammar that has the keywords ``castle``, ``order`` and ``round``.
"""

from __future__ import annotations

from wcreplay.notation.diagnostics import CodeInfo
from wcreplay.notation.lexis import MAX_DEPTH, MAX_FINDINGS, MAX_TAGS, MAX_TOKENS

_INFOS = (
    CodeInfo(
        "N101",
        "no such file",
        "A path given to a command names neither a file nor a folder.",
        "$ wcreplay validate nowhere.wcr",
        "Check the spelling; `-` reads standard input.",
    ),
    CodeInfo(
        "N102",
        "unreadable file",
        "The file is there but the system does not let it be opened or read to its end, or it is a pipe, a "
        "socket or a device, or a link to nothing.",
        "$ mkfifo pipe.wcr\n$ wcreplay validate pipe.wcr",
        "Check its permissions and the disk; standard input is read as `-`.",
    ),
    CodeInfo(
        "N103",
        "folder without records",
        "Neither the folder nor a folder below it holds a file whose name ends in `.wcr` or `.wcr.gz`, or a "
        "`.zip` with such files; or a `.zip` that was named has no `.wcr` file.",
        "$ mkdir empty\n$ wcreplay validate empty",
        "Name the file itself; a single file may have any name.",
    ),
    CodeInfo(
        "N104",
        "empty file",
        "There is nothing but blanks.",
        "$ wcreplay validate - < /dev/null",
        "Write a record, or leave the file out.",
    ),
    CodeInfo(
        "N105",
        "no record",
        "There are comments, but neither a tag nor a statement.",
        "; to do",
        "Write a record, or leave the file out.",
    ),
    CodeInfo(
        "N106",
        "not UTF-8",
        "A record holds bytes that are not UTF-8. Other records of the file are read.",
        "$ printf '[Event \"Caf\\351\"]' | wcreplay validate -",
        "Save the file as UTF-8.",
    ),
    CodeInfo(
        "N107",
        "UTF-16 or UTF-32",
        "The file begins with the byte order mark of another encoding.",
        "$ printf '\\376\\377\\0A' | wcreplay validate -",
        "Save the file as UTF-8.",
    ),
    CodeInfo(
        "N108",
        "binary data",
        "There are zero bytes: a file of another kind, a damaged file, or UTF-16 without its mark.",
        "$ printf 'A c6>w\\0' | wcreplay validate -",
        "Records are plain text in UTF-8.",
    ),
    CodeInfo(
        "N109",
        "record too long",
        "One record has more characters than the limit (1,048,576 unless told otherwise). It is not kept "
        "in memory; the next record is read.",
        "$ yes 'A c6>w' | head -n 200000 | wcreplay validate -",
        "A game is about 1,500 characters. Look for a comment or a quotation mark that is not closed.",
    ),
    CodeInfo(
        "N110",
        "archive too large",
        "A `.gz` or `.zip` file expands to more than 100 times its size (the first MiB is free) or to more "
        "than 1 GiB, or has more than 10,000 members. What was read before is used.",
        "$ yes 'A c6>w' | head -c 2000000 | gzip > large.gz\n$ wcreplay validate large.gz",
        "If you trust it, unpack it and name the files, or send them to standard input.",
    ),
    CodeInfo(
        "N111",
        "archive damaged",
        "A file whose name ends in `.gz` or `.zip` is none, is cut off, or has a wrong checksum.",
        "$ echo no archive > games.zip\n$ wcreplay validate games.zip",
        "Get it anew; a record file that is no archive needs another name.",
    ),
    CodeInfo(
        "N112",
        "member not read",
        "Something in an archive is left out: a further archive, a link, an encrypted member, one compressed "
        "with other means than deflate, or one whose name leads out of the archive. Others are read.",
        "$ echo | gzip | gzip > twice.gz\n$ wcreplay validate twice.gz",
        "Unpack the archive yourself and name the files.",
    ),
    CodeInfo(
        "N201",
        "text outside of a statement",
        "A word stands where no statement has begun.",
        "castel S1 S2 S3",
        "Begin with a label, a seat letter, a keyword or `=`.",
    ),
    CodeInfo(
        "N202",
        "character not allowed",
        "Tokens are printable ASCII. Typographic characters and no-break spaces often come from word "
        "processors and chat programs.",
        "1.1 A c6›s2",
        "Write the ASCII character; names and remarks go into tags and comments.",
    ),
    CodeInfo(
        "N203",
        "wrong case",
        "A keyword, a seat letter, a tag or a label in the wrong case. Case is significant everywhere.",
        "1.1 a c6>s2",
        "Write it as the hint says.",
    ),
    CodeInfo(
        "N204",
        "label without a seat",
        "A label is followed by something that is no seat letter.",
        "1.1 c6>s2",
        "Write the seat letter after the label, or leave the label out.",
    ),
    CodeInfo(
        "N205",
        "comment not closed",
        "A `{` comment meets the end of the record or another `{` before its `}`. Reading goes on at the "
        "next line that begins like a tag, a labelled turn, an assertion or a variation.",
        "1.1 A c6>s2 { why not\n1.2 B b1<w { better }",
        "Close the comment. A brace inside a comment is written `\\{` or `\\}`.",
    ),
    CodeInfo(
        "N206",
        "closing sign out of place",
        "A `}` or `]` without its beginning.",
        "1.1 A c6>s2 }",
        "Remove it, or write the beginning.",
    ),
    CodeInfo(
        "N207",
        "broken tag",
        "A `[` that does not begin a complete tag; its line is skipped up to the next one.",
        "[Event Thursday]",
        'A tag is `[Name "value"]`, with straight quotation marks.',
    ),
    CodeInfo(
        "N209",
        "tag behind a statement",
        "Where one record is expected, a tag follows a statement: that is where another record begins.",
        '1.1 A c6>s2\n[Event "the next game"]',
        "Give one record at a time, or read the text as a file.",
    ),
    CodeInfo(
        "N210",
        "tag twice",
        "The same tag name stands twice in one record.",
        '[Event "one"]\n[Event "two"]',
        "Remove one of them.",
    ),
    CodeInfo(
        "N211",
        "turn goes on after its end",
        "A token follows the mark or a variation of its turn.",
        "1.1 A c6>s2 ! W1",
        "Write all tokens first, then the mark, then variations.",
    ),
    CodeInfo(
        "N212",
        "mark out of place",
        "A mark that does not belong to a turn, a second mark, or a mark behind a variation.",
        "castle S1 S2 S3 !",
        "A turn has one mark, behind its last token.",
    ),
    CodeInfo(
        "N213",
        "not a mark",
        "A word ends in `!` or `?` and is none of the six marks.",
        "1.1 A c6>s2!",
        "Put a blank before the mark; the marks are `! ? !! ?? !? ?!`.",
    ),
    CodeInfo(
        "N214",
        "variation without a turn",
        "A variation replaces the turn before it, and there is none, or a setup line, a chance line or an "
        "assertion stands between.",
        "castle S1 S2 S3 ( 1.1 A c6>s2 )",
        "Move the variation directly behind the turn it replaces.",
    ),
    CodeInfo(
        "N215",
        "variation not closed",
        "A `(` without its `)`.",
        "1.1 A c6>s2 ( 1.1 A b1<w",
        "Close it behind its last statement.",
    ),
    CodeInfo("N216", "`)` without `(`", "No variation is open here.", "1.1 A c6>s2 )", "Remove it."),
    CodeInfo(
        "N217",
        "empty variation",
        "There is no statement in the parentheses.",
        "1.1 A c6>s2 ( )",
        "Write the turns of the variation, or use a comment.",
    ),
    CodeInfo(
        "N218",
        "variations nested too deeply",
        f"Variations may be nested {MAX_DEPTH} deep.",
        "1.1 A w " + "( 1.1 A w " * (MAX_DEPTH + 1) + ")" * (MAX_DEPTH + 1),
        "Write the line as a record of its own.",
    ),
    CodeInfo(
        "N219",
        "too many words",
        f"A record has at most {MAX_TOKENS:,} words.",
        "$ (echo '[Game \"white-castle\"]'; yes 'A c6>w' | head -n 60000) | wcreplay validate -",
        "A game has about 350. Look for a comment that is not closed.",
    ),
    CodeInfo(
        "N220",
        "too many tags",
        f"A record has fewer than {MAX_TAGS} tags.",
        "$ (echo '[Game \"white-castle\"]'; seq -f '[T%g \"x\"]' 300) | wcreplay validate -",
        "Remove some.",
    ),
    CodeInfo(
        "N221",
        "line twice",
        "A setup or chance line that may stand once stands twice.",
        "order A B\norder B A",
        "Remove one of them.",
    ),
    CodeInfo(
        "N222",
        "setup behind a turn",
        "A setup line stands behind the first turn or inside a variation.",
        "1.1 A c6>s2\ncastle S1 S2 S3",
        "Move it up.",
    ),
    CodeInfo(
        "N290",
        "too many errors",
        f"After {MAX_FINDINGS} errors in the words of one record the rest is not reported.",
        "$ (echo '[Game \"white-castle\"]'; yes 'A c6>w!' | head -n 60) | wcreplay validate -",
        "Mend the first ones. If there are many, the text may be no record.",
    ),
)

#: The codes of this layer by name, in order.
CATALOGUE: dict[str, CodeInfo] = {info.code: info for info in _INFOS}
