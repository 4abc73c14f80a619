"""The files about a page whose test has failed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from selenium.common.exceptions import InvalidSessionIdException, WebDriverException
from urllib3.exceptions import HTTPError

from causeway.console import ConsoleLine
from causeway.page import Page

_SCREENSHOT, _TRACE, _CONSOLE, _SOURCE = "screenshot.png", "messages.jsonl", "console.txt", "page.html"
_LONGEST_NAME = 150
_Value = TypeVar("_Value")


def folder_of(directory: Path, test: str) -> Path:
    """Returns the folder for the files of a test, by its id. Different tests have different folders."""
    # Cut off the values of a parametrized test first, because they may contain the separators too.
    path, bracket, values = test.partition("[")
    *parents, name = re.split("/|::", path)
    return directory.joinpath(*map(_safe, parents), _safe(name + bracket + values))


def _safe(name: str) -> str:
    safe = re.sub(r"[^\w.\[\]-]+", "_", name)[:_LONGEST_NAME]
    if safe == name and name not in ("", ".", ".."):
        return name
    # Without the hash, the names of two tests could become the same.
    return f"{safe}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def remove(folder: Path) -> None:
    """Removes the files of an earlier run, so that they are not mistaken for those of this run."""
    for name in [_SCREENSHOT, _TRACE, _CONSOLE, _SOURCE]:
        (folder / name).unlink(missing_ok=True)


class Artifacts:
    """The files about a page, each with the reason if it could not be written."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.files: dict[str, Path] = {}
        """The written files: the screenshot, the trace, the console and the source of the page."""
        self.problems: list[str] = []
        self._folder = folder
        try:
            self._write_all(page)
        except InvalidSessionIdException as error:
            self.problems.append(f"more files: {_reason(error)}")

    def _write_all(self, page: Page) -> None:
        # Leave the frame in which the test may have ended, because the files are about the whole page.
        self._attempt("whole page", page.switch_to.default_content)
        self._write("screenshot", _SCREENSHOT, page.get_screenshot_as_png)
        self._write("trace", _TRACE, lambda: _trace(page))
        self._write("console", _CONSOLE, lambda: _console(page))
        self._write("source", _SOURCE, lambda: page.page_source.encode())

    def _write(self, kind: str, name: str, read: Callable[[], bytes]) -> None:
        content = self._attempt(kind, read)
        if content is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        self.files[kind] = self._folder / name
        self.files[kind].write_bytes(content)

    def _attempt(self, kind: str, read: Callable[[], _Value]) -> _Value | None:
        try:
            return read()
        except InvalidSessionIdException:
            raise
        except (WebDriverException, HTTPError) as error:
            # Only record this error, because the failure of the test is more important.
            self.problems.append(f"{kind}: {_reason(error)}")
            return None


def _reason(error: Exception) -> str:
    """Returns the text of an error without the link to Selenium's documentation."""
    text = getattr(error, "msg", None) or str(error)
    return text.partition("; For documentation on this error")[0]


def _trace(page: Page) -> bytes:
    lines = page.ask_driver("messages")["messages"]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def _console(page: Page) -> bytes:
    lines = map(ConsoleLine.read, page.ask_driver("console")["lines"])
    return "".join(
        f"{line.level}{'' if line.is_main_frame else ' [sub-frame]'} {line.text}\n" for line in lines).encode()
