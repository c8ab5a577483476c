"""Addresses of the JSON API: a declaration each, from which the route and its documentation are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar

import msgspec
from flask import Blueprint, Response, abort, request

from .parameters import BadParameter, Parameter, nearest, read_query

PREFIX: Final = "/api/v1"
JSON: Final = "application/json"
TEXT: Final = "text/plain"

blueprint = Blueprint("v1", __name__, url_prefix=PREFIX)


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """An address: its path below the prefix with ``{names}``, what it takes, and what it answers with.

    ``answer`` is a type of :mod:`wcreplay.web.v1.answers`, or ``str`` for plain text. ``body`` are the types
    of content that it reads. ``errors`` are statuses besides 400 and 404, with their reason.
    """

    name: str
    path: str
    summary: str
    about: str
    parameters: tuple[Parameter, ...]
    answer: Any
    method: str = "GET"
    body: tuple[str, ...] = ()
    errors: Mapping[int, str] = {}


ENDPOINTS: Final[list[Endpoint]] = []
"""All addresses, in the order of the document."""

Function = TypeVar("Function", bound=Callable[..., Any])


def endpoint(
    path: str, summary: str, answer: Any, *parameters: Parameter, **more: Any
) -> Callable[[Function], Function]:
    """Make an address of a function: it is called with the values of the parameters and returns the answer.

    Its docstring is the text of the documentation. ``more`` are further fields of :class:`Endpoint`.
    """

    def register(function: Function) -> Function:
        about = " ".join((function.__doc__ or "").split())
        name = function.__name__
        made = Endpoint(
            name=name, path=path, summary=summary, about=about, parameters=parameters, answer=answer, **more
        )
        ENDPOINTS.append(made)
        rule = path.replace("{", "<").replace("}", ">")
        blueprint.add_url_rule(rule, name, _view(made, function), methods=[made.method])
        return function

    return register


def _view(made: Endpoint, function: Callable[..., Any]) -> Callable[..., Response]:
    def view(**places: str) -> Response:
        answer = function(**_values(made, places))
        if made.answer is str:
            return Response(answer, mimetype=TEXT)
        return Response(msgspec.json.encode(answer), mimetype=JSON)

    return view


def _values(made: Endpoint, places: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    try:
        for parameter in made.parameters:
            if parameter.place == "path":
                values[parameter.name] = parameter.read(places[parameter.name])
    except BadParameter as error:
        abort(404, str(error))
    try:
        values |= read_query(made.parameters, request.args.to_dict(flat=False))
    except BadParameter as error:
        refuse(str(error))
    return values


def refuse(message: str) -> NoReturn:
    """End the request: what was asked for cannot be (400)."""
    abort(400, message[:1].upper() + message[1:])


def nothing_at(path: str) -> str:
    """Return the message for an address of the API that is none."""
    names = [f"{PREFIX}{made.path}" for made in ENDPOINTS]
    return f"There is nothing at {path[:60]}. {nearest(path, names)}"
