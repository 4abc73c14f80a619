"""The pages of the API reference: one for each module and each type, with its members."""

import re
from functools import cached_property
from html import escape

from .api_symbols import Symbol
from .api_text import Writer, own_name, plain, qualified
from .layout import Content, NavigationLink
from .problems import Problems
from .repository import relative
from .search import Entry

_SEVERAL_WORDS = re.compile(r"[a-z][A-Z]|[A-Z]{2}")
# For a word of the language, guides come before the API. rank.js ignores these weights if the query looks like code.
_TYPE_WEIGHT, _MEMBER_WEIGHT = 0.85, 0.65
# Protocols that are not shown, because almost every type conforms to them.
_SILENT = ("Copyable", "Escapable", "SendableMetatype")


class Reference:
    """The API reference of all modules in an archive."""

    def __init__(self, symbols: dict[str, Symbol], guides: dict[str, tuple[str, str]], problems: Problems) -> None:
        """`guides` has the title and the page of the guide of a module."""
        self._symbols, self._guides, self._problems = symbols, guides, problems
        self._paged = [symbol for symbol in symbols.values() if symbol.page and not symbol.anchor]

    @cached_property
    def addresses(self) -> dict[str, str]:
        """Returns the addresses of types and members by their names, to which code in guides leads.

        A name that several symbols have is left out. So is a name of one word, such as `Origin`, because in a guide it can
        also be the name of a header or of a column.
        """
        found: dict[str, list[str]] = {}
        for symbol in self._symbols.values():
            name = qualified(symbol)
            if symbol.page and not symbol.is_module and ("." in name or not symbol.anchor and _SEVERAL_WORDS.search(name)):
                found.setdefault(name, []).append(symbol.address)
        return {name: addresses[0] for name, addresses in found.items() if len(addresses) == 1}

    def navigation(self) -> list[NavigationLink]:
        """Returns a link for each module, with its types."""
        modules = sorted((symbol for symbol in self._paged if symbol.is_module), key=lambda symbol: symbol.title.lower())
        return [
            NavigationLink(module.title, module.page, [
                NavigationLink(qualified(symbol), symbol.page)
                for symbol in sorted(self._paged, key=lambda symbol: qualified(symbol).lower())
                if symbol.module == module.module and not symbol.is_module
            ]) for module in modules]

    def pages(self) -> list[Content]:
        return [self._index(), *(self._page(symbol) for symbol in self._paged)]

    def entries(self) -> list[Entry]:
        """Returns the entries of the search, one for each symbol."""
        found = []
        for symbol in self._symbols.values():
            if symbol.page:
                text = plain(symbol.documentation.get("abstract", []))
                context = "" if symbol.is_module else symbol.module
                weight = _MEMBER_WEIGHT if symbol.anchor else _TYPE_WEIGHT
                found.append(
                    Entry(qualified(symbol), context, symbol.address, symbol.kind, text, not symbol.anchor, weight))
        return found

    def _index(self) -> Content:
        page = "api/index.html"
        parts = ["<h1>API reference</h1>", "<p>The modules of Causeway, as docc reads them from the sources.</p>"]
        modules = {symbol.title: symbol for symbol in self._paged if symbol.is_module}
        parts.append(self._list([modules[link.title] for link in self.navigation()], page))
        return Content(page, "API reference", "".join(parts), kind="api")

    def _page(self, symbol: Symbol) -> Content:
        contents: list[tuple[int, str, str]] = []
        writer = Writer(symbol, symbol.page, self._symbols, self._problems)
        parts = [
            f'<p class="kind">{escape(symbol.kind)}{self._parents(symbol)}</p>', f"<h1><code>{escape(qualified(symbol))}</code></h1>\n"]
        parts.append(f'<p class="lead">{writer.inline(symbol.documentation.get("abstract", []))}</p>\n')
        if symbol.title in self._guides and symbol.is_module:
            title, address = self._guides[symbol.title]
            parts.append(f'<p>The guide: <a href="{escape(relative(address, symbol.page))}">{escape(title)}</a>.</p>\n')
        parts.append(writer.declaration() + self._relationships(symbol, writer) + self._texts(symbol, writer))
        for number, (title, members) in enumerate(self._topics(symbol)):
            anchor = f"section-{number + 1}"
            contents.append((2, title, anchor))
            parts.append(f'<h2 id="{anchor}">{escape(title)}</h2>\n')
            parts.append(self._list([member for member in members if not member.anchor], symbol.page))
            for member in members:
                # Leave out members of other types that the type lists, because they are shown with their own type.
                if member.page == symbol.page and member.anchor:
                    contents.append((3, own_name(member), member.anchor))
                    parts.append(self._member(member))
        return Content(symbol.page, qualified(symbol), "".join(parts), contents, "api")

    def _parents(self, symbol: Symbol) -> str:
        links = [
            f'<a href="{escape(relative(self._symbols[name].page, symbol.page))}">{escape(self._symbols[name].title)}</a>'
            for name in symbol.parents if name in self._symbols and self._symbols[name].page]
        return f" in {' › '.join(links)}" if links else ""

    def _topics(self, symbol: Symbol) -> list[tuple[str, list[Symbol]]]:
        """Returns the sections of a page and their symbols. Groups that docc made are sections themselves."""
        found: list[tuple[str, list[Symbol]]] = []
        for section in symbol.documentation.get("topicSections", []):
            listed = [self._symbols[name] for name in section["identifiers"] if name in self._symbols]
            direct = [inner for inner in listed if not inner.is_group]
            if direct:
                found.append((section.get("title", "Topics"), direct))
            for group in listed:
                if group.is_group:
                    inner = [member for _, members in self._topics(group) for member in members]
                    found.append((group.title, inner))
        shown = {member.identifier for _, members in found for member in members}
        rest = [
            member for member in self._symbols.values()
            if member.owner == symbol.identifier and member.identifier not in shown]
        return [*found, *([("Default implementations", rest)] if rest and not symbol.is_group else [])]

    def _list(self, symbols: list[Symbol], page: str) -> str:
        parts = []
        for symbol in symbols:
            writer = Writer(symbol, page, self._symbols, self._problems)
            text = writer.inline(symbol.documentation.get("abstract", []))
            parts.append(f"<dt>{writer.reference(symbol.identifier)}</dt><dd>{text}</dd>")
        return f'<dl class="symbols">{"".join(parts)}</dl>\n' if parts else ""

    def _member(self, symbol: Symbol) -> str:
        writer = Writer(symbol, symbol.page, self._symbols, self._problems)
        anchor = escape(symbol.anchor)
        return (
            f'<section class="member"><h3 id="{anchor}"><code>{escape(own_name(symbol))}</code> '
            f'<a class="anchor" href="#{anchor}" aria-label="Link to this symbol">#</a></h3>\n{writer.declaration()}'
            f"<p>{writer.inline(symbol.documentation.get('abstract', []))}</p>\n{self._texts(symbol, writer)}</section>\n")

    def _texts(self, symbol: Symbol, writer: Writer) -> str:
        parts = []
        for section in symbol.sections("parameters"):
            entries = "".join(
                f"<dt><code>{escape(entry['name'])}</code></dt><dd>{writer.blocks(entry['content'])}</dd>"
                for entry in section["parameters"])
            parts.append(f'<dl class="parameters">{entries}</dl>\n')
        for section in symbol.sections("content"):
            parts.append(writer.blocks(section["content"]))
        return "".join(parts)

    def _relationships(self, symbol: Symbol, writer: Writer) -> str:
        parts = []
        for section in symbol.documentation.get("relationshipsSections", []):
            references = symbol.documentation["references"]
            names = [
                writer.reference(name) for name in section["identifiers"]
                if str(references.get(name, {}).get("title", "")).removeprefix("Swift.") not in _SILENT]
            if names:
                parts.append(f"<dt>{escape(section['title'])}</dt><dd>{', '.join(names)}</dd>")
        return f'<dl class="relationships">{"".join(parts)}</dl>\n' if parts else ""
