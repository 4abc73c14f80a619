"""The options of a session: the members of the capability `causeway:options`, and the options of the plugin itself."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, cast, get_args

Platform = Literal["ios", "android", "macos", "windows"]
Protocol = Literal["causeway", "gbg", "link", "onside", "today"]


class SessionOptions(TypedDict, total=False):
    """The options of a session. Paths are relative to the folder in which the driver runs."""

    page: str
    protocols: Sequence[Protocol]
    platform: Platform
    profile: str | dict[str, Any]
    catalog: str
    store: str
    app: str
    contract: str
    mock: str
    allow: Sequence[str]
    device: str
    size: str
    userAgent: str
    locale: str
    dark: bool
    fail_on_error: bool
    """Whether the test fails if the page has an uncaught error, an unhandled rejection, or a file that cannot be loaded.
    The plugin reads this option; the driver does not get it."""


class OptionError(ValueError):
    """The error for wrong options of a session."""


_TEXTS = ["page", "catalog", "store", "app", "contract", "mock", "device", "size", "userAgent", "locale"]
_CHOICES = {"platform": get_args(Platform)}
_LISTS: dict[str, Sequence[str] | None] = {"protocols": get_args(Protocol), "allow": None}
_FLAGS = ["dark", "fail_on_error"]
_NAMES = [*_TEXTS, *_CHOICES, *_LISTS, "profile", *_FLAGS]


def checked(options: Mapping[str, Any], where: str) -> SessionOptions:
    """Returns the options if a session can have them.

    The driver checks the values again. This check comes first because it can name the marker or the fixture.

    Raises OptionError, which names every mistake.
    """
    mistakes = [mistake for name, value in options.items() if (mistake := _mistake(name, value))]
    if "catalog" in options and "store" in options:
        mistakes.append("catalog and store: a session has one of them; leave the other out")
    if ("store" in options) != ("app" in options):
        mistakes.append("store and app: a store needs the app that it sells for; give both, or a catalog")
    if mistakes:
        raise OptionError(f"{where}: " + "; ".join(mistakes))
    return cast(SessionOptions, dict(options))


def _mistake(name: str, value: Any) -> str | None:
    if name not in _NAMES:
        near = difflib.get_close_matches(name, _NAMES, 1)
        return f"{name}: " + (f"did you mean {near[0]}?" if near else f"the options are {', '.join(_NAMES)}")
    if name in _TEXTS and not isinstance(value, str):
        return f"{name}: it must be a string, not {value!r}"
    if name in _CHOICES and value not in _CHOICES[name]:
        return f"{name}: it must be one of {', '.join(_CHOICES[name])}, not {value!r}"
    if name in _FLAGS and not isinstance(value, bool):
        return f"{name}: it must be True or False, not {value!r}"
    if name == "profile" and not isinstance(value, (str, dict)):
        return f"profile: it must be a path or a dict, not {value!r}"
    return _mistake_in_list(name, value) if name in _LISTS else None


def _mistake_in_list(name: str, value: Any) -> str | None:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        return f"{name}: it must be a list of strings, not {value!r}"
    choices = _LISTS[name]
    wrong = [item for item in value if choices is not None and item not in choices]
    return f"{name}: {', '.join(wrong)} is not one of {', '.join(choices or [])}" if wrong else None
