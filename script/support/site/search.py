"""The index of the search: a script, because pages opened as files cannot load JSON."""

import json
import re
from dataclasses import dataclass

from .guide import Guide


@dataclass
class Entry:
    """A section of a guide or a symbol of the API, as rank.js reads it."""

    title: str
    # The page that the section is in, or the type and module of the symbol.
    context: str
    address: str
    # "guide", or the kind of the symbol, such as "Structure".
    kind: str
    body: str
    # Whether the entry is the page itself and not one of its sections.
    is_page: bool
    # The factor of the entry's score.
    weight: float = 1


def of_guide(guide: Guide) -> list[Entry]:
    """Returns an entry for each section of a guide. The first is for the guide itself."""
    found = []
    for index, heading in enumerate(guide.headings):
        address = guide.page + (f"#{heading.anchor}" if index else "")
        context = guide.title if index else ""
        body = re.sub(r"\s+", " ", " ".join(heading.body)).strip()
        found.append(Entry(heading.text, context, address, "guide", body, index == 0, guide.weight))
    return found


def script(entries: list[Entry]) -> str:
    """Returns the index as a script. An entry is an array, which keeps the file small."""
    rows = [[e.title, e.context, e.address, e.kind, e.body, int(e.is_page), e.weight] for e in entries]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f"globalThis.siteIndex = [\n{lines}\n];\n"
