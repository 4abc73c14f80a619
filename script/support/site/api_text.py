"""The texts of docc's archive as HTML: declarations, paragraphs, lists, links to other symbols."""

import re
from html import escape
from typing import Any

from . import highlight
from .api_symbols import JSON, Symbol
from .problems import Problems
from .repository import relative

_INLINE_TAGS = {
    "emphasis": "em", "strong": "strong", "newTerm": "dfn", "strikethrough": "s", "superscript": "sup", "subscript": "sub",
}
_TOKENS = {
    "keyword": "k", "attribute": "nd", "typeIdentifier": "nc", "string": "s", "number": "m", "externalParam": "na",
    "identifier": "id", "genericParameter": "nc",
}
# Longer declarations have a line for each parameter.
_LINE_LENGTH = 84
# docc adds the kind to a name that a type and another member have, such as `Reason-swift.enum`.
_KIND = re.compile(r"-swift\.\w+$")


class Writer:
    """Writes the texts of one symbol, for the page on which they stand."""

    def __init__(self, symbol: Symbol, page: str, symbols: dict[str, Symbol], problems: Problems) -> None:
        self._symbol, self._page, self._symbols, self._problems = symbol, page, symbols, problems

    def inline(self, items: list[JSON]) -> str:
        return "".join(self._inline_item(item) for item in items)

    def _inline_item(self, item: JSON) -> str:
        kind = item["type"]
        if kind == "text":
            return escape(item["text"], quote=False)
        if kind == "codeVoice":
            return f"<code>{escape(item['code'], quote=False)}</code>"
        if tag := _INLINE_TAGS.get(kind):
            return f"<{tag}>{self.inline(item['inlineContent'])}</{tag}>"
        if kind == "reference":
            return self.reference(item["identifier"])
        if kind == "link":
            return f'<a class="external" href="{escape(item["destination"])}">{escape(item["title"])}</a>'
        return self._unknown(f"inline content of the type {kind}")

    def reference(self, identifier: str) -> str:
        """Returns a link to a symbol, or only its name if it is documented elsewhere, such as in Swift's library."""
        target = self._symbols.get(identifier)
        if target and target.page:
            return f'<a href="{escape(relative(target.address, self._page))}"><code>{escape(name_in(target))}</code></a>'
        known = self._symbol.documentation["references"].get(identifier, {})
        if known.get("type") == "link":
            return f'<a class="external" href="{escape(known["url"])}">{escape(known["title"])}</a>'
        if known.get("type") != "unresolvable":
            return self._unknown(f"a link to {identifier}, which is not in the archive")
        return f"<code>{escape(str(known['title']).removeprefix('Swift.'))}</code>"

    def blocks(self, items: list[JSON]) -> str:
        return "".join(self._block(item) for item in items)

    def _block(self, item: JSON) -> str:
        kind = item["type"]
        if kind == "paragraph":
            return f"<p>{self.inline(item['inlineContent'])}</p>\n"
        if kind == "codeListing":
            # Code without a language in a comment of Swift is Swift.
            return highlight.block("\n".join(item["code"]), item.get("syntax") or "swift")
        if kind == "heading":
            # docc itself adds these two headings above each text.
            return "" if item["text"] in ("Overview", "Discussion") else f"<h4>{escape(item['text'])}</h4>\n"
        if kind == "aside":
            name = escape(item.get("name") or item["style"].capitalize())
            return f'<div class="aside"><p class="name">{name}</p>{self.blocks(item["content"])}</div>\n'
        if kind in ("unorderedList", "orderedList"):
            tag = "ul" if kind == "unorderedList" else "ol"
            entries = "".join(f"<li>{self.blocks(entry['content'])}</li>" for entry in item["items"])
            return f"<{tag}>{entries}</{tag}>\n"
        if kind == "termList":
            return "<dl>" + "".join(
                f"<dt>{self.inline(entry['term']['inlineContent'])}</dt><dd>{self.blocks(entry['definition']['content'])}</dd>"
                for entry in item["items"]) + "</dl>\n"
        if kind == "table":
            lines = ["".join(f"<td>{self.blocks(cell)}</td>" for cell in row) for row in item["rows"]]
            rows = "".join(f"<tr>{line}</tr>" for line in lines)
            return f'<div class="table"><table>{rows}</table></div>\n'
        return self._unknown(f"a block of the type {kind}")

    def _unknown(self, what: str) -> str:
        self._problems.add(self._symbol.file, 1, f"{name_in(self._symbol)} has {what}; teach api_text.py to show it")
        return ""

    def declaration(self) -> str:
        parts = []
        for section in self._symbol.sections("declarations"):
            for declaration in section["declarations"]:
                tokens = self._tokens(declaration["tokens"])
                parts.append(f'<pre class="declaration" tabindex="0"><code>{tokens}</code></pre>\n')
        return "".join(parts)

    def _tokens(self, tokens: list[Any]) -> str:
        is_long = sum(len(token["text"]) for token in tokens) > _LINE_LENGTH
        parts, depth, is_done = [], 0, not is_long
        for token in tokens:
            text = escape(token["text"], quote=False)
            if not is_done and token["kind"] == "text":
                text, depth, is_done = _broken(token["text"], depth)
            target = self._symbols.get(token.get("identifier", ""))
            if target and target.page:
                text = f'<a href="{escape(relative(target.address, self._page))}">{text}</a>'
            name = _TOKENS.get(token["kind"])
            parts.append(f'<span class="{name}">{text}</span>' if name else text)
        return "".join(parts)


def _broken(text: str, depth: int) -> tuple[str, int, bool]:
    """Breaks the lines in the text between two tokens of a declaration, in the first pair of parentheses.

    Returns the text as HTML, the depth of parentheses after it, and whether the pair is closed.
    """
    parts, is_done = [], False
    for index, character in enumerate(text):
        shown = escape(character, quote=False)
        if is_done:
            parts.append(shown)
            continue
        depth += (character in "([") - (character in ")]")
        if character == "(" and depth == 1 and text[index + 1:index + 2] != ")":
            parts.append("(\n  ")
        elif character == ")" and depth == 0:
            parts.append("\n)" if text[index - 1:index] != "(" else ")")
            is_done = True
        elif character == " " and depth == 1 and text[index - 1:index] == ",":
            parts.append("\n  ")
        else:
            parts.append(shown)
    return "".join(parts), depth, is_done


def own_name(symbol: Symbol) -> str:
    """Returns a symbol's name without the name of its type, which docc writes before cases and nested types."""
    name, parenthesis, parameters = symbol.title.partition("(")
    is_operator = symbol.documentation["metadata"].get("symbolKind") == "op"
    return symbol.title if is_operator else name.rsplit(".", 1)[-1] + parenthesis + parameters


def qualified(symbol: Symbol) -> str:
    """Returns a symbol's name with the names of the types around it, such as `Bridge.ObserverToken`."""
    around = symbol.identifier.split("/documentation/")[1].split("/")[1:-1]
    return ".".join([*(re.sub(_KIND, "", name) for name in around), own_name(symbol)])


def name_in(symbol: Symbol) -> str:
    """Returns a symbol's name after the name of its type, such as `Bridge.install(_:)`."""
    around = symbol.identifier.split("/documentation/")[1].split("/")[1:-1]
    return f"{re.sub(_KIND, '', around[-1])}.{own_name(symbol)}" if around else own_name(symbol)


def plain(items: list[JSON]) -> str:
    """Returns the words of an abstract or of blocks, for the search."""
    parts = []
    for item in items:
        parts.append(item.get("text") or (item["code"] if isinstance(item.get("code"), str) else ""))
        if item.get("type") == "reference":
            parts.append(item["identifier"].rsplit("/", 1)[1])
        for inner in ("inlineContent", "content", "items"):
            parts.append(plain(item.get(inner, [])))
    return "".join(parts)
