"""Checks the pages that were written: every address leads to a file of the site, every anchor to an element."""

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .links import external_mistake
from .problems import Problems


class _Page(HTMLParser):
    """Collects the addresses and the identifiers of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[tuple[str, int]] = []
        self.identifiers: set[str] = set()
        self.duplicates: list[tuple[str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value is not None:
                self.addresses.append((value, self.getpos()[0]))
            elif name == "id" and value:
                if value in self.identifiers:
                    self.duplicates.append((value, self.getpos()[0]))
                self.identifiers.add(value)


def check(folder: Path, problems: Problems) -> int:
    """Checks all pages in a folder. Returns the number of links."""
    pages: dict[str, _Page] = {}
    for file in sorted(folder.rglob("*.html")):
        page = _Page()
        page.feed(file.read_text(encoding="utf-8"))
        pages[file.relative_to(folder).as_posix()] = page
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    count = 0
    for name, page in pages.items():
        for identifier, line in page.duplicates:
            problems.add(f"{folder}/{name}", line, f"two elements have the id {identifier}")
        for address, line in page.addresses:
            count += 1
            mistake = _mistake(name, address, files, pages)
            if mistake:
                problems.add(f"{folder}/{name}", line, f"the link {address} is broken: {mistake}")
    return count


def _mistake(name: str, address: str, files: set[str], pages: dict[str, _Page]) -> str | None:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return external_mistake(address)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path))) if parts.path else name
    if path not in files:
        return f"the site has no file {path}"
    anchor = unquote(parts.fragment)
    if anchor and path in pages and anchor not in pages[path].identifiers:
        return f"{path} has no element with the id {anchor}"
    return None
