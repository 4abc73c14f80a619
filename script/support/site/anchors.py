"""The anchors of headings, equal to those that GitHub gives them."""

import re

_DROPPED = re.compile(r"[^\w\- ]")


class Anchors:
    """Gives the headings of one page their anchors. Headings with the same text get -1, -2 and so on."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def add(self, heading: str) -> str:
        """Returns the anchor of the page's next heading, whose text is without markup."""
        base = _DROPPED.sub("", heading.strip().lower()).replace(" ", "-")
        anchor = base
        while anchor in self._used:
            self._used[base] += 1
            anchor = f"{base}-{self._used[base]}"
        self._used[anchor] = 0
        return anchor
