"""The start page, made from the tables of README.md."""

from dataclasses import dataclass
from html import escape

from markdown_it.token import Token

from .guide import Guide, inline_code, plain
from .layout import Content, NavigationLink
from .navigation import Group
from .problems import Problems


@dataclass
class Entrance:
    """A user, and the words by which README's table names this user as a guide's audience."""

    title: str
    text: str
    audiences: tuple[str, ...]
    # A guide that is not in the table and comes first.
    first: str | None = None


_ENTRANCES = (
    Entrance(
        "App engineer", "You host a web page in a Swift app.",
        ("app engineers", "app and web engineers", "Android and Windows apps")),
    Entrance("Web engineer", "You write the page that an app hosts.", ("web engineers",)),
    Entrance("QA", "You test pages and apps, by hand and in CI.", ("QA", "CI"), "Conformance/README.md"),
    Entrance("Publisher's backend", "Your server verifies purchases.", ("backend engineers",)),
    Entrance(
        "Contributor", "You change Causeway, or check its rules.",
        ("who change Causeway", "who change these parts", "check each rule", "write code for Apple"), "CONTRIBUTING.md"),
)


def rows(guide: Guide, header: str) -> list[list[list[Token]]]:
    """Returns the cells, as inline tokens, of each row of the table whose first two headers are `header`."""
    found: list[list[list[Token]]] = []
    row: list[list[Token]] = []
    inside = False
    for index, token in enumerate(guide.tokens):
        if token.type == "tr_open":
            row = []
        elif token.type == "inline" and guide.tokens[index - 1].type in ("th_open", "td_open"):
            row.append(token.children or [])
        elif token.type == "tr_close":
            if guide.tokens[index + 1].type == "thead_close":
                inside = " | ".join(plain(cell) for cell in row[:2]) == header
            elif inside:
                found.append(row)
        elif token.type == "table_close":
            inside = False
    return found


def page(guides: dict[str, Guide], groups: list[Group], modules: list[NavigationLink], problems: Problems) -> Content:
    """Makes the start page. Reports a mistake if README.md has no table of guides."""
    readme = guides["README.md"]
    table = rows(readme, "guide | audience")
    if not table:
        problems.add("README.md", 1, "the start page needs the table with the headers “guide” and “audience”")
    parts = [
        f'<section class="hero"><div><h1>{escape(readme.title)}</h1><p>{escape(readme.lead)}</p>'
        '<p class="actions"><a class="button" href="docs/package.html">Use it in your package</a> '
        '<a class="button secondary" href="docs/playground.html">Try it in your browser</a></p></div>'
        f"{_picture(readme)}</section>",
        '<h2 id="who-are-you">Who are you?</h2><div class="cards">',
    ]
    for entrance in _ENTRANCES:
        links = "".join(f"<li>{link}</li>" for link in _entrance_links(entrance, table))
        if table and not links:
            problems.add("README.md", 1, f"the table of guides has no guide for the entrance “{entrance.title}”")
        if entrance.first:
            guide = guides[entrance.first]
            links = f'<li><a href="{escape(guide.page)}">{escape(guide.label)}</a></li>{links}'
        parts.append(
            f'<section class="card"><h3>{escape(entrance.title)}</h3><p>{escape(entrance.text)}</p><ul>{links}</ul></section>')
    parts.append("</div>")
    parts.append('<h2 id="protocols">Which protocol does the page use?</h2><div class="cards protocols">')
    for cells in rows(readme, "protocol | the page finds"):
        link = next((token for token in cells[-1] if token.type == "link_open"), None)
        parts.append(
            f'<a class="card" href="{escape(str(link.attrGet("href")) if link else "")}"><h3>{escape(_sentence(plain(cells[0])))}</h3>'
            f"<p>The page finds {_code(cells[1])}.</p><p>The module is {_code(cells[2])}.</p></a>")
    parts.append("</div>")
    parts.append('<h2 id="all-guides">All guides</h2><div class="columns">')
    for group in groups:
        entries = "".join(f'<li><a href="{escape(guide.page)}">{escape(guide.label)}</a></li>' for guide in group.guides)
        parts.append(f"<section><h3>{escape(group.title)}</h3><ul>{entries}</ul></section>")
    if modules:
        entries = "".join(f'<li><a href="{escape(link.page)}"><code>{escape(link.title)}</code></a></li>' for link in modules)
        parts.append(f"<section><h3>API reference</h3><ul>{entries}</ul></section>")
    parts.append("</div>\n")
    return Content("index.html", readme.title, "".join(parts), kind="start")


def _entrance_links(entrance: Entrance, table: list[list[list[Token]]]) -> list[str]:
    """Returns the links to the guides for a user. The order is that of the user's audiences, and then that of the table."""
    found: list[str] = []
    for audience in entrance.audiences:
        for row in table:
            if audience in plain(row[1]):
                found += [link for link in _links(row[0]) if link not in found]
    return found


def _links(cell: list[Token]) -> list[str]:
    """Returns the links of a cell as HTML. Their addresses fit, because README.html is in the same folder."""
    found, address = [], None
    for token in cell:
        if token.type == "link_open":
            address = str(token.attrGet("href"))
        elif token.type == "text" and address:
            found.append(f'<a href="{escape(address)}">{escape(_sentence(token.content))}</a>')
        elif token.type == "link_close":
            address = None
    return found


def _sentence(text: str) -> str:
    """Returns a text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def _picture(readme: Guide) -> str:
    """Returns the first image of the README."""
    image = next((link.token for link in readme.links if link.attribute == "src"), None)
    return f'<img src="{escape(str(image.attrGet("src")))}" alt="{escape(plain(image.children))}">' if image else ""


def _code(cell: list[Token]) -> str:
    return "".join(
        inline_code(token.content) if token.type == "code_inline" else escape(token.content) for token in cell)
