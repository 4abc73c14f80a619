"""The language and the label of a guide's fenced block, from the comments above it (see script/check-guides)."""

import re

from .highlight import language_of

_COMMENT = re.compile(r"<!-- (.*?) -->")
# The labels of blocks that do not contain commands, by the reason in their comment `not run: …`.
_KINDS = {"output": "Output", "list of files": "Files", "drawing": "Drawing", "forms of the command": "Usage"}


def comments_above(lines: list[str], first: int) -> list[str]:
    """Returns the texts of the comments directly above the line `first`, which is counted from 0."""
    found: list[str] = []
    while first > 0 and (match := _COMMENT.fullmatch(lines[first - 1].strip())):
        first -= 1
        found.insert(0, match.group(1))
    return found


def language_and_label(info: str, code: str, comments: list[str]) -> tuple[str, str | None]:
    """Returns Pygments' name of the block's language, and the block's label if it is not the language's name."""
    said = {name: text.strip() for name, _, text in (comment.partition(":") for comment in comments)}
    if "file" in said:
        return info or language_of(said["file"]), said["file"]
    if info:
        return info, None
    if "output" in said:
        return "text", "Output"
    for part, label in _KINDS.items():
        if part in said.get("not run", ""):
            return "text", label
    return ("console" if code.startswith("$ ") else "bash"), None
