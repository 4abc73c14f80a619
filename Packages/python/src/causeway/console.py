"""The console of a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Level = Literal["error", "warn", "info", "log", "debug"]


@dataclass(frozen=True)
class ConsoleLine:
    """A line of the page's console: output of the page, or an uncaught error. Secrets are redacted."""

    number: int
    """The position among the session's lines, from 1."""
    level: Level
    text: str
    is_main_frame: bool
    """Whether the line is of the page itself and not of one of its frames."""
    is_problem: bool = False
    """Whether the line is an uncaught error, an unhandled rejection or a file that could not be loaded, and no output of
    the page."""

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> ConsoleLine:
        """Returns the line of an object of `GET console`."""
        return cls(
            number=line["number"], level=line["level"], text=line["text"], is_main_frame=line["isMainFrame"],
            is_problem=line.get("isProblem", False))
