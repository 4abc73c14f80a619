"""The symbols that docc has documented, from the JSON files of its archive."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

JSON = dict[str, Any]

# The kinds of symbols that are shown on the page of their type or module. Others have a page of their own.
_MEMBERS = frozenset((
    "associatedtype", "case", "deinit", "func", "init", "macro", "method", "op", "property", "subscript", "typealias", "var"))


@dataclass
class Symbol:
    """A symbol, or a module, and where the site shows it."""

    identifier: str
    documentation: JSON
    # The file from which the symbol was read, for messages.
    file: str
    page: str = ""
    # The anchor on the page; empty for a symbol with a page of its own.
    anchor: str = ""
    owner: str | None = None

    @cached_property
    def title(self) -> str:
        return str(self.documentation["metadata"]["title"])

    @property
    def kind(self) -> str:
        """The kind for people, such as “Structure”. docc calls every module a framework."""
        return "Module" if self.is_module else str(self.documentation["metadata"].get("roleHeading", "Article"))

    @property
    def is_module(self) -> bool:
        return bool(self.documentation["metadata"].get("symbolKind") == "module")

    @property
    def is_member(self) -> bool:
        return self.documentation["metadata"].get("symbolKind") in _MEMBERS

    @property
    def is_group(self) -> bool:
        """Whether docc made this page itself, to collect the implementations of a protocol."""
        return bool(self.documentation["metadata"].get("role") == "collectionGroup")

    @property
    def module(self) -> str:
        return self.identifier.split("/documentation/")[1].split("/")[0]

    @property
    def address(self) -> str:
        return f"{self.page}#{self.anchor}" if self.anchor else self.page

    @property
    def parents(self) -> list[str]:
        """The identifiers of the symbols around this one, the innermost last."""
        return list(next(iter(self.documentation.get("hierarchy", {}).get("paths", [])), []))

    def sections(self, kind: str) -> list[JSON]:
        return [section for section in self.documentation.get("primaryContentSections", []) if section["kind"] == kind]


def read(archive: Path) -> dict[str, Symbol]:
    """Reads an archive of docc, and decides for each symbol where the site shows it."""
    symbols: dict[str, Symbol] = {}
    for file in sorted((archive / "data/documentation").rglob("*.json")):
        documentation = json.loads(file.read_text(encoding="utf-8"))
        identifier = documentation["identifier"]["url"]
        symbols[identifier] = Symbol(identifier, documentation, file.relative_to(archive).as_posix())
    taken: set[str] = set()
    for symbol in symbols.values():
        if not symbol.is_member and not symbol.is_group:
            symbol.page = _free_page(symbol, taken)
    for symbol in symbols.values():
        if symbol.is_member:
            owner = next(
                (symbols[name] for name in reversed(symbol.parents) if name in symbols and symbols[name].page), None)
            if owner:
                symbol.owner, symbol.page = owner.identifier, owner.page
                symbol.anchor = symbol.identifier.rsplit("/", 1)[1]
    return symbols


def _free_page(symbol: Symbol, taken: set[str]) -> str:
    """Returns the path of a symbol's page. Names that differ only in case must differ on every file system."""
    module, *names = symbol.identifier.split("/documentation/")[1].lower().split("/")
    name = re.sub(r"[^a-z0-9.]+", "-", ".".join(names)).strip("-") or "index"
    page, number = f"api/{module}/{name}.html", 1
    while page in taken:
        number += 1
        page = f"api/{module}/{name}-{number}.html"
    taken.add(page)
    return page
