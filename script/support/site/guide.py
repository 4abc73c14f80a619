"""A guide: a Markdown file of the repository as a page of the site."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token

from . import diagrams, fences, highlight
from .anchors import Anchors
from .problems import Problems
from .repository import relative


@dataclass
class Heading:
    """A heading and what stands below it, up to the next heading."""

    level: int
    text: str
    anchor: str
    line: int
    body: list[str] = field(default_factory=list)


@dataclass
class Link:
    """A link or an image of a guide, and the token whose attribute the site rewrites."""

    target: str
    line: int
    token: Token
    attribute: str
    # The only text of the link, if it has no markup.
    text: Token | None = None


@dataclass
class Guide:
    """A Markdown file that has been read, but whose links still have the form that they have in the repository."""

    name: str
    tokens: list[Token]
    headings: list[Heading]
    links: list[Link]
    text: str
    # The title in the navigation, if it is not the first heading, and the weight of the guide in the search.
    short_title: str | None = None
    weight: float = 1

    @property
    def title(self) -> str:
        return self.headings[0].text if self.headings else self.name

    @property
    def label(self) -> str:
        return self.short_title or self.title

    @property
    def anchors(self) -> set[str]:
        return {heading.anchor for heading in self.headings}

    @property
    def page(self) -> str:
        """The path of the guide's page in the site."""
        return self.name.removesuffix(".md") + ".html"

    @property
    def lead(self) -> str:
        """The text between the title and the next heading or block of code, as far as it is a paragraph."""
        return next((text for text in self.headings[0].body if len(text) > 40), "") if self.headings else ""


# The places in a long name at which a line may end: after a slash, a dot or an underscore, and before a capital letter.
_BREAKS = re.compile(r"(?<=[/._])(?=\w)|(?<=[a-z0-9])(?=[A-Z])|(?<=\()(?=\w)")
_PARSER = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")


def plain(tokens: list[Token] | None) -> str:
    """Returns the text of inline tokens without their markup."""
    parts = []
    for token in tokens or []:
        if token.type in ("text", "code_inline"):
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif token.type == "image":
            parts.append(plain(token.children))
    return "".join(parts)


def read(name: str, text: str, problems: Problems) -> Guide:
    """Reads a Markdown file. Raw HTML other than comments is a mistake, because the site would show it as it is."""
    tokens = _PARSER.parse(text)
    guide, anchors, line = Guide(name, tokens, [], [], text), Anchors(), 1
    for index, token in enumerate(tokens):
        if token.map:
            line = token.map[0] + 1
        if token.type == "html_block" and not token.content.lstrip().startswith("<!--"):
            problems.add(name, line, f"the site cannot show this HTML; write it in Markdown: {token.content.strip()[:60]}")
        if token.type == "inline":
            _read_inline(guide, token.children or [], line, problems)
            if tokens[index - 1].type == "heading_open":
                content = plain(token.children)
                heading = Heading(int(tokens[index - 1].tag[1]), content, anchors.add(content), line)
                tokens[index - 1].attrSet("id", heading.anchor)
                guide.headings.append(heading)
            elif guide.headings:
                guide.headings[-1].body.append(plain(token.children))
        elif token.type == "fence" and guide.headings:
            guide.headings[-1].body.append(token.content)
    return guide


def _read_inline(guide: Guide, children: list[Token], line: int, problems: Problems) -> None:
    for index, child in enumerate(children):
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type == "html_inline" and not child.content.startswith("<!--"):
            problems.add(guide.name, line, f"the site cannot show this HTML; write it in Markdown: {child.content}")
        elif child.type == "link_open":
            inner, end = children[index + 1], children[min(index + 2, len(children) - 1)]
            is_text = inner.type == "text" and end.type == "link_close"
            guide.links.append(Link(str(child.attrGet("href")), line, child, "href", inner if is_text else None))
        elif child.type == "image":
            guide.links.append(Link(str(child.attrGet("src")), line, child, "src"))


def rendered(guide: Guide, symbols: Mapping[str, str] = MappingProxyType({})) -> str:
    """Returns the guide's content as HTML. Inline code that is the name of a symbol becomes a link to its address."""
    lines, parts, tokens = guide.text.split("\n"), [], guide.tokens
    headers: list[str] = []
    column = 0
    for index, token in enumerate(tokens):
        match token.type:
            case "html_block":
                continue
            case "fence":
                comments = fences.comments_above(lines, token.map[0] if token.map else 0)
                language, label = fences.language_and_label(token.info.strip(), token.content, comments)
                drawing = diagrams.table(token.content) if language == "mermaid" else None
                parts.append(drawing or highlight.block(token.content, language, label))
            case "code_block":
                parts.append(highlight.block(token.content, "text"))
            case "inline":
                named = [] if tokens[index - 1].type == "heading_open" else _named(token, symbols)
                addresses = {name: relative(address, guide.page) for name, address in named}
                parts.append(_inline(token.children or [], addresses))
            case "heading_open":
                parts.append(f'<{token.tag} id="{escape(str(token.attrGet("id")))}">')
            case "heading_close":
                anchor = next(before for before in reversed(tokens[:index]) if before.type == "heading_open").attrGet("id")
                parts.append(f' <a class="anchor" href="#{anchor}" aria-label="Link to this section">#</a></{token.tag}>\n')
            case "table_open":
                headers = _headers(tokens, index)
                kind = "pictures" if not any(headers) else "wide" if len(headers) > 2 else "narrow"
                parts.append(f'<div class="table {kind}"><table>')
            case "table_close":
                parts.append("</table></div>\n")
            case "tr_open":
                column = 0
                parts.append("<tr>")
            case "td_open":
                header = headers[column] if column < len(headers) else ""
                column += 1
                parts.append(f'<td data-header="{escape(header)}"><div>')
            case "td_close":
                parts.append("</div></td>")
            case _:
                parts.append(_PARSER.renderer.render([token], _PARSER.options, {}))
    return "".join(parts)


def _headers(tokens: list[Token], table: int) -> list[str]:
    """Returns the texts of the head of the table that begins at the index `table`."""
    found: list[str] = []
    for index in range(table, len(tokens)):
        if tokens[index].type == "thead_close":
            break
        if tokens[index].type == "th_open":
            found.append(plain(tokens[index + 1].children))
    return found


def _named(token: Token, symbols: Mapping[str, str]) -> list[tuple[str, str]]:
    """Returns the symbols that inline code in a paragraph or a cell names, with their addresses."""
    codes = {child.content for child in token.children or [] if child.type == "code_inline"}
    return [(code, symbols[code]) for code in codes if code in symbols]


def _inline(children: list[Token], addresses: Mapping[str, str]) -> str:
    parts, is_link = [], False
    for child in children:
        is_link = child.type == "link_open" or (is_link and child.type != "link_close")
        if child.type == "code_inline":
            code, address = inline_code(child.content), addresses.get(child.content)
            parts.append(f'<a href="{escape(address)}">{code}</a>' if address and not is_link else code)
        elif child.type == "image":
            parts.append(_image(child))
        elif child.type != "html_inline":
            parts.append(_PARSER.renderer.render([child], _PARSER.options, {}))
    return "".join(parts)


def _image(token: Token) -> str:
    source, text = escape(str(token.attrGet("src"))), escape(plain(token.children))
    return f'<a class="image" href="{source}"><img src="{source}" alt="{text}" loading="lazy"></a>'


def inline_code(code: str) -> str:
    """Returns inline code as HTML. Long names can be broken between their words, because columns of tables are narrow."""
    if len(code) <= 16:
        return f'<code class="short">{escape(code, quote=False)}</code>'
    return f"<code>{'<wbr>'.join(escape(part, quote=False) for part in _BREAKS.split(code))}</code>"
