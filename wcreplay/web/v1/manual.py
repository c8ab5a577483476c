"""The document of the JSON API as a file for programs and as a page for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, render_template, request

from .document import document
from .endpoints import JSON, PREFIX

blueprint = Blueprint("manual", __name__)


@blueprint.get(f"{PREFIX}/openapi.json")
def openapi() -> Response:
    """The OpenAPI document."""
    return Response(msgspec.json.encode(document()), mimetype=JSON)


@blueprint.get("/api")
def page() -> str:
    """The document as a page."""
    spec = document()
    return render_template(
        "api.html",
        info=spec["info"],
        version=spec["openapi"],
        prefix=PREFIX,
        operations=list(_operations(spec)),
        schemas={name: list(fields_of(schema)) for name, schema in spec["components"]["schemas"].items()},
        about={name: schema.get("description", "") for name, schema in spec["components"]["schemas"].items()},
    )


def _operations(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the operations with their method, their path, and a command that tries them."""
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            content = operation["responses"]["200"]["content"]
            (kind,) = content
            yield {
                **operation,
                "method": method.upper(),
                "path": path,
                "kind": kind,
                "answer": type_of(content[kind]["schema"]),
                "command": _command(method, path, operation),
            }


def _command(method: str, path: str, operation: dict[str, Any]) -> str:
    """Return a command for a shell that asks this server."""
    query = {}
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", str(parameter["example"]))
        elif "example" in parameter:
            query[parameter["name"]] = parameter["example"]
    address = f"{request.host_url.rstrip('/')}{PREFIX}{path}" + (f"?{urlencode(query)}" if query else "")
    sent = " --data-binary @game.wcr -H 'Content-Type: text/plain'" if method == "post" else ""
    return f"curl '{address}'{sent}"


def type_of(schema: dict[str, Any]) -> list[tuple[str, str]]:
    """Return a type in words, as (words, name of the schema they lead to) parts."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return [(name, name)]
    if "anyOf" in schema:
        parts: list[tuple[str, str]] = []
        for one in schema["anyOf"]:
            parts += [(" or ", ""), *type_of(one)] if parts else type_of(one)
        return parts
    kind = schema.get("type", "anything")
    if kind == "array":
        return [("list of ", ""), *type_of(schema["items"])]
    words = {"integer": "whole number", "string": "text", "boolean": "true or false"}.get(kind, kind)
    return [("date" if schema.get("format") == "date" else words, "")]


def fields_of(schema: dict[str, Any]) -> Iterator[tuple[str, list[tuple[str, str]], str]]:
    """Yield name, type and meaning of the fields of an object."""
    for name, field in schema["properties"].items():
        yield name, type_of(field), field.get("description", "")
