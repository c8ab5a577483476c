"""The OpenAPI document of the JSON API, made of the declarations of its addresses."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from apispec import APISpec

from wcreplay import __version__

from . import answers
from .endpoints import JSON, PREFIX, TEXT, Endpoint
from .parameters import Parameter
from .routes import ENDPOINTS

OPENAPI: Final = "3.1.0"
_REF: Final = "#/components/schemas/{name}"
_ABOUT: Final = (
    "Stored games as JSON, and the check of records. Everything is read-only: games are stored by "
    "`wcreplay import`. An answer that has not changed is confirmed by status 304 where its ETag is sent in "
    "If-None-Match. An error is always an object with `error` and `message`; parameters that an address "
    "does not know are errors. No other site can read these answers in a browser (no CORS)."
)
_REASONS: Final = {
    400: "A parameter is unknown, occurs twice or has a value it cannot have; the message names the nearest.",
    404: "There is no such game, or no such turn in it.",
}


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document as plain values; do not change them."""
    spec = APISpec(
        title="wcreplay",
        version=__version__,
        openapi_version=OPENAPI,
        info={"summary": "Board game records, replayed", "description": _ABOUT},
        servers=[{"url": PREFIX}],
    )
    kinds = [made.answer for made in ENDPOINTS if made.answer is not str]
    _, schemas = msgspec.json.schema_components([*kinds, answers.Error], ref_template=_REF)
    for name, schema in schemas.items():
        spec.components.schema(name, _always_there(schema))
    spec.components.header("ETag", {"description": "Changes with the data.", "schema": {"type": "string"}})
    for made in ENDPOINTS:
        spec.path(made.path, operations={made.method.lower(): _operation(made)})
    return spec.to_dict()


def _always_there(schema: dict[str, Any]) -> dict[str, Any]:
    """Say of an object that it has all its fields and no others: defaults are written, too."""
    fields = {
        name: {key: value for key, value in field.items() if key != "default"}
        for name, field in schema["properties"].items()
    }
    return {**schema, "properties": fields, "required": list(fields), "additionalProperties": False}


def _operation(made: Endpoint) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([made.answer], ref_template=_REF)
    kind = TEXT if made.answer is str else JSON
    answer: dict[str, Any] = {"description": "The answer.", "content": {kind: {"schema": schema}}}
    reasons = dict(_REASONS if made.method == "GET" else {400: _REASONS[400]})
    if not any(parameter.place == "path" for parameter in made.parameters):
        reasons.pop(404, None)
    found: dict[str, Any] = {"200": answer}
    if made.method == "GET":
        answer["headers"] = {"ETag": "ETag"}
        found["304"] = {"description": "What is at hand is up to date."}
    for status, reason in sorted((reasons | dict(made.errors)).items()):
        error = {"schema": {"$ref": _REF.format(name="Error")}}
        found[str(status)] = {"description": reason, "content": {JSON: error}}
    operation: dict[str, Any] = {
        "operationId": made.name,
        "summary": made.summary,
        "description": made.about,
        "parameters": [_parameter(parameter) for parameter in made.parameters],
        "responses": found,
    }
    if made.body:
        content = {kind: {"schema": {} if kind == TEXT else _BINARY} for kind in made.body}
        content[TEXT]["schema"] = {"type": "string"}
        operation["requestBody"] = {
            "description": "The records.",
            "required": True,
            "content": content,
        }
    return operation


_BINARY: Final = {"type": "string", "format": "binary"}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.place == "path",
        "description": parameter.about[:1].upper() + parameter.about[1:].removesuffix(".") + ".",
        "schema": parameter.schema(),
    }
    if parameter.example is not None:
        made["example"] = parameter.example
    return made
