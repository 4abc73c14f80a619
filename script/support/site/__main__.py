"""The program behind `script/docs --site` and `script/docs --check-links`."""

import argparse
import shutil
import sys
from pathlib import Path

from . import api_symbols, guide, links, navigation, output, search, sources, start
from .api import Reference
from .layout import Content, Layout
from .problems import Problems
from .repository import Repository

ROOT = Path(__file__).resolve().parents[3]
ASSETS = Path(__file__).parent / "assets"
# The last file of a site that is written.
INDEX = "assets/search-index.js"


def guides_of(repository: Repository, problems: Problems) -> dict[str, guide.Guide]:
    """Reads README.md, CHANGELOG.md and so on, the guides in docs, and the README of every folder."""
    names = (
        name for name in sorted(repository.files)
        if name.endswith(".md") and ("/" not in name or name.startswith("docs/") or name.endswith("/README.md")))
    return {name: guide.read(name, repository.text(name), problems) for name in names}


def make(repository: Repository, archive: Path | None, out: Path, problems: Problems) -> str:
    """Writes the site. Returns a sentence with what it has."""
    guides = guides_of(repository, problems)
    groups = navigation.read(repository.root, guides, problems)
    linked = links.resolve(guides, repository, problems)
    symbols = api_symbols.read(archive) if archive else {}
    reference = Reference(symbols, _guides_of_modules(guides), problems)
    modules = reference.navigation()
    layout = Layout(groups, modules)
    pages = [start.page(guides, groups, modules, problems)]
    for each in guides.values():
        contents = [(heading.level, heading.text, heading.anchor) for heading in each.headings if heading.level in (2, 3)]
        pages.append(Content(each.page, each.title, guide.rendered(each, reference.addresses), contents))
    pages += sources.pages(linked.sources, repository)
    if archive:
        pages += reference.pages()
    _clear(out)
    for page in pages:
        _write(out / page.page, layout.page(page))
    for image in linked.images:
        (out / image).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(repository.root / image, out / image)
    shutil.copytree(ASSETS, out / "assets", ignore=shutil.ignore_patterns("*.d.ts"))
    entries = [entry for each in guides.values() for entry in search.of_guide(each)] + reference.entries()
    _write(out / INDEX, search.script(entries))
    # A broken link of a guide is broken on its page too, and would be reported twice.
    count = "links not counted" if problems.messages else f"{output.check(out, problems)} links"
    return f"{len(pages)} pages, {len(entries)} entries in the search, {count}"


def _guides_of_modules(guides: dict[str, guide.Guide]) -> dict[str, tuple[str, str]]:
    """Returns the title and the page of the guide of each module in README's table of protocols."""
    found = {}
    for cells in start.rows(guides["README.md"], "protocol | the page finds"):
        link = next((token for token in cells[-1] if token.type == "link_open"), None)
        page = str(link.attrGet("href")) if link else ""
        title = next((each.title for each in guides.values() if each.page == page), page)
        found[guide.plain(cells[2])] = (title, page)
    return found


def _clear(out: Path) -> None:
    """Deletes an earlier site. Refuses to delete a folder that this program has not made."""
    if out.exists() and any(out.iterdir()) and not (out / INDEX).exists():
        sys.exit(f"script/docs: {out} has files that are not a site; name an empty folder, or one that does not exist")
    shutil.rmtree(out, ignore_errors=True)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/docs --site")
    parser.add_argument("--out", type=Path, help="the folder of the site, which is replaced; without it, only the links and the navigation are checked")
    parser.add_argument("--archive", type=Path, help="docc's merged archive; without it, the site has no API reference")
    options = parser.parse_args()
    repository, problems = Repository(ROOT), Problems()
    if options.out:
        done = make(repository, options.archive, options.out, problems)
    else:
        guides = guides_of(repository, problems)
        navigation.read(repository.root, guides, problems)
        links.resolve(guides, repository, problems)
        done = f"{len(guides)} guides, {sum(len(each.links) for each in guides.values())} links"
    for message in problems.messages:
        print(message, file=sys.stderr)
    print(f"{done}, {len(problems.messages)} mistakes")
    return 1 if problems.messages else 0


if __name__ == "__main__":
    sys.exit(main())
