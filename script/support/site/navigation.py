"""The groups of the navigation, from navigation.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from .guide import Guide
from .problems import Problems

FILE = "script/support/site/navigation.toml"


@dataclass
class Group:
    """Guides for one user and task."""

    title: str
    guides: list[Guide]


def read(root: Path, guides: dict[str, Guide], problems: Problems) -> list[Group]:
    """Reads the groups. A guide in no group or in two, and a group's guide that does not exist, are mistakes."""
    listed = tomllib.loads((root / FILE).read_text(encoding="utf-8"))["group"]
    groups, seen = [], set()
    for group in listed:
        found = []
        for name in group["guides"]:
            if name not in guides or name in seen:
                what = "is in two groups" if name in seen else "does not exist"
                problems.add(FILE, 1, f"the guide {name} of the group “{group['title']}” {what}")
                continue
            seen.add(name)
            guides[name].weight = group.get("weight", 1)
            guides[name].short_title = group.get("titles", {}).get(name)
            found.append(guides[name])
        groups.append(Group(group["title"], found))
    for name in sorted(guides.keys() - seen):
        problems.add(FILE, 1, f"the guide {name} is in no group; add it to the group of its readers")
    return groups
