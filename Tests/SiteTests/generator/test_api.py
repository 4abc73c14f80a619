"""The pages of the API reference, from an archive with one module, as docc writes it."""

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from support.site import api_symbols
from support.site.api import Reference
from support.site.problems import Problems

BASE = "doc://m/documentation"


def text(words: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": words}]


class ReferenceTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="causeway-archive-")
        self.addCleanup(folder.cleanup)
        self.archive = Path(folder.name)
        self.add("Park", "module", topicSections=[{"title": "Animals", "identifiers": [f"{BASE}/Park/Zebra"]}])
        self.add("Park/Zebra", "struct", abstract=text("An animal."), topicSections=[
            {"title": "Methods", "identifiers": [f"{BASE}/Park/Zebra/run(to:)"]},
            {"title": "Enumerations", "identifiers": [f"{BASE}/Park/Zebra/Gait-swift.enum"]},
        ])
        self.add("Park/Zebra/run(to:)", "method", title="run(to:)", abstract=text("Runs."))
        self.add("Park/Zebra/Gait-swift.enum", "enum", title="Zebra.Gait", topicSections=[
            {"title": "Cases", "identifiers": [f"{BASE}/Park/Zebra/Gait-swift.enum/walk"]}])
        self.add("Park/Zebra/Gait-swift.enum/walk", "case", title="Gait.walk", abstract=[
            {"type": "reference", "identifier": f"{BASE}/Park/Zebra/run(to:)", "isActive": True}])

    def add(self, path: str, kind: str, title: str | None = None, tokens: Any = (), **others: Any) -> None:
        parts = path.split("/")
        parents = ["/".join(parts[:count]) for count in range(1, len(parts))]
        file = self.archive / f"data/documentation/{path.lower()}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({
            "identifier": {"url": f"{BASE}/{path}"}, "kind": "symbol", "references": {},
            "metadata": {"title": title or parts[-1], "symbolKind": kind, "roleHeading": kind.capitalize(), "role": "symbol"},
            "hierarchy": {"paths": [[f"{BASE}/{parent}" for parent in parents]]},
            "primaryContentSections": [{"kind": "declarations", "declarations": [{"tokens": list(tokens)}]}] if tokens else [],
            **others,
        }), encoding="utf-8")

    def test_guides_link_to_names_of_several_words_and_to_members(self) -> None:
        self.add("Park/ZebraHerd", "struct")
        addresses = Reference(api_symbols.read(self.archive), {}, Problems()).addresses
        self.assertEqual(addresses["ZebraHerd"], "api/park/zebraherd.html")
        self.assertEqual(addresses["Zebra.run(to:)"], "api/park/zebra.html#run(to:)")
        self.assertNotIn("Zebra", addresses)
        self.assertNotIn("Park", addresses)

    def pages(self) -> dict[str, str]:
        self.problems = Problems()
        reference = Reference(api_symbols.read(self.archive), {}, self.problems)
        self.entries = {entry.title: entry.address for entry in reference.entries()}
        return {content.page: content.html for content in reference.pages()}

    def test_modules_and_types_have_pages_and_members_are_on_the_page_of_their_type(self) -> None:
        pages = self.pages()
        self.assertEqual(set(pages), {
            "api/index.html", "api/park/index.html", "api/park/zebra.html", "api/park/zebra.gait-swift.enum.html"})
        self.assertIn('<h3 id="run(to:)"><code>run(to:)</code>', pages["api/park/zebra.html"])
        self.assertEqual(self.problems.messages, [])

    def test_the_search_has_every_symbol_with_the_names_of_its_types(self) -> None:
        self.pages()
        self.assertEqual(self.entries["Zebra.run(to:)"], "api/park/zebra.html#run(to:)")
        self.assertEqual(self.entries["Zebra.Gait"], "api/park/zebra.gait-swift.enum.html")
        self.assertEqual(self.entries["Zebra.Gait.walk"], "api/park/zebra.gait-swift.enum.html#walk")

    def test_a_link_to_a_member_leads_to_its_place(self) -> None:
        html = self.pages()["api/park/zebra.gait-swift.enum.html"]
        self.assertIn('<a href="zebra.html#run(to:)"><code>Zebra.run(to:)</code></a>', html)

    def test_a_link_to_a_missing_symbol_is_reported(self) -> None:
        self.add("Park/Zebra", "struct", abstract=[{"type": "reference", "identifier": f"{BASE}/Park/Lion", "isActive": True}])
        self.pages()
        self.assertTrue(self.problems.messages)
        self.assertIn(f"a link to {BASE}/Park/Lion, which is not in the archive", self.problems.messages[0])

    def test_content_of_an_unknown_type_is_reported_and_not_dropped_silently(self) -> None:
        self.add("Park/Zebra", "struct", abstract=[{"type": "hologram"}])
        self.pages()
        self.assertIn("inline content of the type hologram", self.problems.messages[0])

    def test_a_long_declaration_has_a_line_for_each_parameter(self) -> None:
        self.add("Park/Zebra/run(to:)", "method", title="run(to:)", tokens=[
            {"kind": "keyword", "text": "func"}, {"kind": "text", "text": " "}, {"kind": "identifier", "text": "run"},
            {"kind": "text", "text": "("}, {"kind": "externalParam", "text": "to"},
            {"kind": "text", "text": " destination: (Int, Int), "}, {"kind": "externalParam", "text": "afterwards"},
            {"kind": "text", "text": " completionHandlerWithALongName: () -> ()) -> (Int, Int)"}])
        html = self.pages()["api/park/zebra.html"]
        self.assertIn('(\n  <span class="na">to</span> destination: (Int, Int),\n  <span class="na">afterwards</span>', html)
        self.assertIn("() -&gt; ()\n) -&gt; (Int, Int)</code>", html)


if __name__ == "__main__":
    unittest.main()
