"""The page of the documentation about the server: docs/http.md, made of the declarations of its addresses."""

from __future__ import annotations

from typing import Any, Final

from wcreplay.web.checking import MOST_BYTES, MOST_EXPANDED, MOST_RECORDS, SECONDS
from wcreplay.web.previews import KEEP, MINUTES

from .document import document
from .endpoints import PREFIX
from .manual import fields_of, type_of

_HEAD: Final = f"""\
# The server: checking records, and JSON for programs

`wcreplay serve` shows stored games, checks records (`/check`) and answers programs with JSON. This page
is generated: `python tools/generate_docs.py`; a server shows the same about itself at `/api`.

## Checking records

The page `/check` takes records as text or as a file (`.wcr`, `.gz`, `.zip`) and shows what is wrong in
its line, as `wcreplay validate` does, while one types; without scripts, when the form is sent. Several
records are all checked and listed. A right one can be replayed: it is kept in the memory of the server,
the last {KEEP} of them and up to {MINUTES} minutes after they were looked at, under an address that
nobody can guess, so that its turns have links as those of a stored game. Nothing is written.

With `wcreplay serve --writable` right records can be stored, too, by the same import as `wcreplay
import`: what is stored already stays, wrong records are rejected, and the tag `Replaces` puts a record in
the place of a stored game. There is no login, so whoever reaches the server can do that; with another
`--host` than this computer the command warns of it.

| at most | |
|---|---|
| size of what is sent | {MOST_BYTES >> 20} MiB |
| what an archive expands to | {MOST_EXPANDED >> 20} MiB |
| records | {MOST_RECORDS:,} |
| time | {SECONDS:.0f} seconds |

Other sites can send nothing here: a request that a browser says another site made is refused, forms carry
a token that belongs to a cookie for this site only, and games are stored only where the server is reached
by an address or its own name.

## JSON

All addresses begin with `{PREFIX}`. The document for programs is `{PREFIX}/openapi.json` (OpenAPI 3.1).

```sh
curl 'http://127.0.0.1:8000{PREFIX}/games?q=ana&players=3&sort=most-points'
curl 'http://127.0.0.1:8000{PREFIX}/validate' --data-binary @game.wcr -H 'Content-Type: text/plain'
```

- **Errors** are always an object `{{"error": "Bad Request", "message": "..."}}`, whatever the status. A
  parameter that is unknown, occurs twice or has a value it cannot have is an error (400) that names the
  nearest.
- **Caching**: answers to GET have an `ETag` that changes with the data; sent back in `If-None-Match` it
  gets 304 and no content.
- **Other sites** cannot read the answers in a browser (no CORS). There is no login, and nothing can be
  written.
"""


def http_page() -> str:
    """Return docs/http.md."""
    spec = document()
    parts = [_HEAD]
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            parts.append(_operation(method.upper(), f"{PREFIX}{path}", operation))
    parts.append("## Answers\n")
    for name, schema in spec["components"]["schemas"].items():
        rows = [f"| `{field}` | {_words(kind)} | {about} |" for field, kind, about in fields_of(schema)]
        head = (f"### {name}", "", _about(schema), "", "| field | value | meaning |", _RULE)
        parts.append("\n".join((*head, *rows, "")))
    return "\n".join(parts)


_RULE: Final = "|---|---|---|"


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    lines = [f"### {method} {path}", "", operation["description"], ""]
    if operation["parameters"]:
        lines += ["| parameter | value | meaning |", _RULE]
        lines += [
            f"| `{parameter['name']}` | {_values(parameter['schema'])} | {parameter['description']} |"
            for parameter in operation["parameters"]
        ]
        lines.append("")
    (kind, content), *_ = operation["responses"]["200"]["content"].items()
    answer = "plain text" if kind == "text/plain" else _words(type_of(content["schema"]))
    errors = ", ".join(status for status in operation["responses"] if status >= "400")
    return "\n".join((*lines, f"Answers with {answer}; errors: {errors}.", ""))


def _values(schema: dict[str, Any]) -> str:
    """Return the values of a parameter in words."""
    if "enum" in schema:
        words = ", ".join(f"`{value}`" for value in schema["enum"])
    elif schema["type"] == "integer":
        words = f"{schema['minimum']:,} to {schema['maximum']:,}"
    else:
        words = f"text, up to {schema['maxLength']}" if "maxLength" in schema else "text"
    default = schema.get("default")
    return f"{words}; else {default}" if default else words


def _words(kind: list[tuple[str, str]]) -> str:
    return "".join(f"[{words}](#{name.lower()})" if name else words for words, name in kind)


def _about(schema: dict[str, Any]) -> str:
    """Return what a type is, in one paragraph."""
    return " ".join(schema["description"].replace("``", "`").split())
