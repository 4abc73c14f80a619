"""The files about a page whose test has failed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

from selenium.common.exceptions import InvalidSessionIdException, WebDriverException
from urllib3.exceptions import HTTPError, ReadTimeoutError

from causeway.console import ConsoleLine
from causeway.page import Page

KINDS = {"trace": "messages.jsonl", "console": "console.txt", "screenshot": "screenshot.png", "source": "page.html"}
"""The kinds of files, and the names of the files."""

# In bytes, because file systems limit the bytes of a name, mostly to 255.
_LONGEST_NAME = 150
# The time to wait for an answer about the page, in seconds. A page that is busy forever must not use up the time of a
# CI job.
_TIMEOUT = 20.0


def folder_of(directory: Path, test: str) -> Path:
    """Returns the folder for the files of a test, by its id. Different tests have different folders."""
    # Cut off the values of a parametrized test first, because they may contain the separators too.
    path, bracket, values = test.partition("[")
    *parents, name = re.split("/|::", path)
    return directory.joinpath(*map(_safe, parents), _safe(name + bracket + values))


def _safe(name: str) -> str:
    safe = re.sub(r"[^\w.\[\]-]+", "_", name).encode()[:_LONGEST_NAME].decode(errors="ignore")
    if safe == name and name not in ("", ".", ".."):
        return name
    # Without the hash, the names of two tests could become the same.
    return f"{safe}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def remove(folder: Path) -> None:
    """Removes the files of an earlier run or attempt, so that they are not mistaken for those of this one."""
    for name in KINDS.values():
        (folder / name).unlink(missing_ok=True)


class Artifacts:
    """The files about a page, each with the reason if it could not be written."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.files: dict[str, Path] = {}
        """The written files: the trace, the console, the screenshot and the source of the page."""
        self.problems: list[str] = []
        self._folder = folder
        try:
            with page.request_timeout(_TIMEOUT):
                self._write_all(page)
        except InvalidSessionIdException as error:
            self.problems.append(f"more files: {_reason(error)}")
        except ReadTimeoutError:
            # Leave out the other files, because they would wait for the same page.
            self.problems.append(f"more files: no answer came within {_TIMEOUT:g} s; the page may be busy")

    @property
    def lines(self) -> list[str]:
        """The paths of the files and the problems, for people."""
        return [f"{kind}: {path}" for kind, path in self.files.items()] + [f"no {problem}" for problem in self.problems]

    def _write_all(self, page: Page) -> None:
        # Remove all earlier files first. Otherwise one of them would stay if this attempt cannot write its own.
        self._attempt("removal of earlier files", lambda: remove(self._folder))
        # Begin with the files that a busy page cannot delay.
        self._write("trace", lambda: _trace(page))
        self._write("console", lambda: _console(page))
        # Leave the frame in which the test may have ended, because the files are about the whole page.
        self._attempt("whole page", page.switch_to.default_content)
        self._write("screenshot", page.get_screenshot_as_png)
        self._write("source", lambda: _encoded(page.page_source))

    def _write(self, kind: str, read: Callable[[], bytes]) -> None:
        def write() -> None:
            content = read()
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._folder / KINDS[kind]
            path.write_bytes(content)
            self.files[kind] = path

        self._attempt(kind, write)

    def _attempt(self, kind: str, step: Callable[[], None]) -> None:
        try:
            step()
        except (InvalidSessionIdException, ReadTimeoutError):
            raise
        except (WebDriverException, HTTPError, OSError, ValueError) as error:
            # Only record this error, because the failure of the test is more important.
            self.problems.append(f"{kind}: {_reason(error)}")


def _reason(error: Exception) -> str:
    """Returns the text of an error without the link to Selenium's documentation."""
    text = getattr(error, "msg", None) or str(error)
    return text.partition("; For documentation on this error")[0]


def _trace(page: Page) -> bytes:
    lines = page.ask_driver("messages")["messages"]
    return _encoded("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def _console(page: Page) -> bytes:
    lines = map(ConsoleLine.read, page.ask_driver("console")["lines"])
    return _encoded("".join(
        f"{line.level}{'' if line.is_main_frame else ' [sub-frame]'} {line.text}\n" for line in lines))


def _encoded(text: str) -> bytes:
    # Strings of JavaScript may have half a surrogate pair, which UTF-8 cannot represent.
    return text.encode(errors="replace")
