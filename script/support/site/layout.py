"""The frame of every page: the bar with the search, the navigation, the table of contents."""

from dataclasses import dataclass, field
from html import escape

from .navigation import Group
from .repository import relative

_STYLES = ("theme.css", "frame.css", "text.css", "code.css", "search.css")
_SCRIPTS = ("rank.js", "search.js", "page.js")


@dataclass
class NavigationLink:
    """A link of the navigation, and the links that are shown below it while it is open."""

    title: str
    page: str
    below: list["NavigationLink"] = field(default_factory=list)


@dataclass
class Content:
    """The content of a page inside the frame."""

    page: str
    title: str
    html: str
    # The headings in the table of contents: the level, the text and the anchor.
    contents: list[tuple[int, str, str]] = field(default_factory=list)
    kind: str = "guide"


class Layout:
    """Writes pages with the same navigation."""

    def __init__(self, groups: list[Group], modules: list[NavigationLink]) -> None:
        self._sections = [
            (group.title, [NavigationLink(guide.label, guide.page) for guide in group.guides]) for group in groups]
        if modules:
            self._sections.append(("API reference", [NavigationLink("All modules", "api/index.html"), *modules]))

    def page(self, content: Content) -> str:
        """Returns the whole page as HTML."""
        def to(target: str) -> str:
            return escape(relative(target, content.page))

        styles = "".join(f'<link rel="stylesheet" href="{to("assets/" + name)}">\n' for name in _STYLES)
        scripts = "".join(f'<script src="{to("assets/" + name)}" defer></script>\n' for name in _SCRIPTS)
        title = "Causeway" if content.kind == "start" else f"{content.title} · Causeway"
        contents = self._contents(content)
        beside = f'<aside class="contents"><p>On this page</p>{contents}</aside>' if contents else ""
        above = f'<details class="folded"><summary>On this page</summary>{contents}</details>' if contents else ""
        return f"""<!doctype html>
<html lang="en" data-root="{escape(relative(".", content.page))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="{to("assets/icon.svg")}">
<script src="{to("assets/color-scheme.js")}"></script>
{styles}{scripts}</head>
<body class="{content.kind}">
<a class="skip" href="#site-content">Skip to the content</a>
<header class="bar">
<button class="tool menu" type="button" aria-expanded="false" aria-controls="site-navigation" aria-label="Navigation">
<svg class="icon" viewBox="0 0 16 16"><path d="M2 4h12M2 8h12M2 12h12"/></svg></button>
<a class="brand" href="{to("index.html")}"><img src="{to("assets/icon.svg")}" alt="" width="24" height="24"><span>Causeway</span></a>
<div class="search" role="search">
<svg class="icon" viewBox="0 0 16 16"><circle cx="7" cy="7" r="4.500"/><path d="m10.500 10.500 3.500 3.500"/></svg>
<input id="site-search" type="search" placeholder="Search guides and API" autocomplete="off" spellcheck="false" role="combobox"
 aria-label="Search guides and API" aria-expanded="false" aria-controls="site-results" aria-autocomplete="list">
<kbd>/</kbd>
<div class="results" hidden><ul id="site-results" role="listbox" aria-label="Results"></ul><p class="hint" role="status"></p></div>
</div>
<button class="tool scheme" type="button">
<svg class="icon" viewBox="0 0 16 16"><circle cx="8" cy="8" r="5.500"/><path class="filled" d="M8 2.500a5.500 5.500 0 0 1 0 11z"/></svg><span>Automatic</span></button>
</header>
<div class="work">
<nav id="site-navigation" aria-label="Guides and API">{self._navigation(content)}</nav>
<main id="site-content" tabindex="-1">
{above}<article>
{content.html}</article>
</main>
{beside}
</div>
</body>
</html>
"""

    def _navigation(self, content: Content) -> str:
        parts = []
        for title, links in self._sections:
            entries = "".join(self._entry(link, content) for link in links)
            parts.append(f"<details open><summary>{escape(title)}</summary><ul>{entries}</ul></details>")
        return "".join(parts)

    def _entry(self, link: NavigationLink, content: Content) -> str:
        is_open = content.page in (link.page, *(inner.page for inner in link.below))
        below = "".join(self._entry(inner, content) for inner in link.below) if is_open else ""
        current = ' aria-current="page"' if link.page == content.page else ""
        address = escape(relative(link.page, content.page))
        return f'<li><a href="{address}"{current}>{escape(link.title)}</a>{f"<ul>{below}</ul>" if below else ""}</li>'

    def _contents(self, content: Content) -> str:
        if len(content.contents) < 2:
            return ""
        entries = "".join(
            f'<li data-level="{level}"><a href="#{escape(anchor)}">{escape(text)}</a></li>'
            for level, text, anchor in content.contents)
        return f'<nav aria-label="On this page"><ul>{entries}</ul></nav>'
