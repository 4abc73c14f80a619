"""Repositories for tests: folders with a few files, tracked by Git."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from support.site import guide, links
from support.site.problems import Problems
from support.site.repository import Repository


class RepositoryTestCase(unittest.TestCase):
    """A test whose repository has the files that it writes."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="causeway-site-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        subprocess.run(["git", "init", "--quiet", self.root], check=True)
        self.problems = Problems()

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def resolved(self) -> tuple[dict[str, guide.Guide], links.Linked]:
        """Reads all Markdown files and resolves their links."""
        repository = Repository(self.root)
        guides = {
            name: guide.read(name, repository.text(name), self.problems)
            for name in sorted(repository.files) if name.endswith(".md")}
        return guides, links.resolve(guides, repository, self.problems)
