"""Pages that show files and folders of the repository to which the guides link."""

import posixpath
from html import escape

from . import highlight
from .layout import Content
from .links import source_page
from .repository import Repository, relative


def pages(linked: set[str], repository: Repository) -> list[Content]:
    """Makes a page for each linked file and folder, and for everything in the linked folders."""
    names = set(linked)
    for name in linked:
        names.update(inner for inner in repository.files | repository.folders if inner.startswith(f"{name}/"))
    return [_page(name, names, repository) for name in sorted(names)]


def _page(name: str, names: set[str], repository: Repository) -> Content:
    page = source_page(name)
    title = f"<h1 class=\"path\">{_path(name, names, page)}</h1>"
    if name in repository.folders:
        addresses = {
            entry: relative(source_page(f"{name}/{entry}".rstrip("/")), page) for entry in repository.inside(name)}
        entries = "".join(
            f'<li><a href="{escape(address)}">{escape(entry)}</a></li>' for entry, address in addresses.items())
        return Content(page, name, f'{title}<ul class="files">{entries}</ul>\n', kind="source")
    try:
        text = repository.text(name)
    except UnicodeDecodeError:
        return Content(page, name, f"{title}<p>This file is not text, so the site does not show it.</p>\n", kind="source")
    language = "text" if len(text) > 200_000 else highlight.language_of(name)
    return Content(page, name, title + highlight.block(text, language, posixpath.basename(name)), kind="source")


def _path(name: str, names: set[str], page: str) -> str:
    """Returns the file's path as HTML, with links to the folders that have a page."""
    parts, path = [], ""
    for part in name.split("/"):
        path = f"{path}/{part}" if path else part
        shown = escape(part)
        has_link = path in names and path != name
        parts.append(f'<a href="{escape(relative(source_page(path), page))}">{shown}</a>' if has_link else shown)
    return "<wbr>/".join(parts)
