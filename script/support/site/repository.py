"""The files of the repository, and where the site has them."""

import posixpath
import subprocess
from functools import cached_property
from pathlib import Path


class Repository:
    """A clone. Paths are relative to its root and have slashes."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def files(self) -> frozenset[str]:
        """The files that Git tracks and that exist, and new files that Git does not ignore."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, check=True, capture_output=True, text=True)
        return frozenset(name for name in listed.stdout.split("\0") if name and (self.root / name).is_file())

    @cached_property
    def folders(self) -> frozenset[str]:
        found: set[str] = set()
        for name in self.files:
            while (name := posixpath.dirname(name)) and name not in found:
                found.add(name)
        return frozenset(found)

    def text(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def inside(self, folder: str) -> list[str]:
        """Returns the names in a folder. Folders come first, with a slash at their end."""
        prefix = f"{folder}/"
        names = {name[len(prefix):] for name in self.files if name.startswith(prefix)}
        folders = sorted({name.split("/")[0] + "/" for name in names if "/" in name})
        return folders + sorted(name for name in names if "/" not in name)


def relative(target: str, page: str) -> str:
    """Returns the link from a page of the site to another file of the site."""
    path, mark, anchor = target.partition("#")
    if path == page and mark:
        return f"#{anchor}"
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + anchor
