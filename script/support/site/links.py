"""Checks the links of the guides, and rewrites them to the pages of the site."""

import posixpath
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from .guide import Guide, Link
from .problems import Problems
from .repository import Repository, relative


@dataclass
class Linked:
    """The images, files and folders to which the guides link, so that the site needs them too."""

    images: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)


def source_page(name: str) -> str:
    """Returns the path of the page that shows a file or a folder of the repository."""
    return f"source/{name}.html" if name else "source/index.html"


def external_mistake(target: str) -> str | None:
    """Returns the mistake in the form of a link to another site, or None. Such a link is never fetched."""
    parts = urlsplit(target)
    if parts.scheme == "mailto":
        return None if "@" in parts.path else "a mail address needs an @"
    if parts.scheme not in ("http", "https"):
        return f"links have the scheme https, http or mailto, not {parts.scheme}"
    if not parts.hostname or "." not in parts.hostname and parts.hostname != "localhost":
        return "the address has no host"
    return "the address contains a space" if " " in unquote(target) else None


def resolve(guides: dict[str, Guide], repository: Repository, problems: Problems) -> Linked:
    """Rewrites every link of the guides for the site, and reports the broken ones with file and line."""
    linked = Linked()
    for guide in guides.values():
        for link in guide.links:
            if urlsplit(link.target).scheme:
                mistake = external_mistake(link.target)
                if mistake:
                    problems.add(guide.name, link.line, f"the link {link.target} is wrong: {mistake}")
                elif link.attribute == "src":
                    problems.add(guide.name, link.line, f"the image {link.target} is on another site; add it to docs/images")
                link.token.attrSet("class", "external")
                continue
            address = _address(guide, link, guides, repository, problems, linked)
            if address:
                link.token.attrSet(link.attribute, relative(address, guide.page))
    return linked


def _name_guide(link: Link, guide: Guide) -> None:
    """Replaces the name of a file, such as `today.md`, by the guide's title, because the site has no such file."""
    if link.text and guide.name.endswith(link.text.content) and link.text.content.endswith(".md"):
        link.text.content = guide.label


def _address(
    guide: Guide, link: Link, guides: dict[str, Guide], repository: Repository, problems: Problems, linked: Linked,
) -> str | None:
    """Returns the address in the site of a link's target, or None after it has reported a broken link."""
    target, line = link.target, link.line
    path, _, anchor = target.partition("#")
    name = guide.name if not path else posixpath.normpath(posixpath.join(posixpath.dirname(guide.name), unquote(path)))
    if name in guides:
        if anchor and anchor not in guides[name].anchors:
            problems.add(guide.name, line, f"{name} has no heading with the anchor #{anchor}")
            return None
        _name_guide(link, guides[name])
        return guides[name].page + (f"#{anchor}" if anchor else "")
    if name not in repository.files and name not in repository.folders:
        problems.add(guide.name, line, f"the link {target} is broken: the repository has no {name}")
        return None
    if anchor:
        problems.add(guide.name, line, f"the link {target} has an anchor, but {name} is not a guide")
        return None
    if posixpath.splitext(name)[1].lower() in (".png", ".svg", ".jpg"):
        linked.images.add(name)
        return name
    readme = f"{name}/README.md"
    if readme in guides:
        return guides[readme].page
    linked.sources.add(name)
    return source_page(name)
