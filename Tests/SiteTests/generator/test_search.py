"""The ranking of the search. The script that the pages use runs here in Node."""

import json
import subprocess
import unittest
from pathlib import Path

from support.site import guide, search
from support.site.problems import Problems
from support.site.search import Entry

RANK = Path(search.__file__).parent / "assets/rank.js"


class RankingTests(unittest.TestCase):
    def addresses(self, entries: list[Entry], query: str) -> list[str]:
        """Returns the addresses of the results, the best first."""
        program = f"""
            {search.script(entries)}
            {RANK.read_text(encoding="utf-8")}
            const found = siteRank.search(siteRank.prepare(siteIndex), {json.dumps(query)});
            console.log(JSON.stringify(found.map((entry) => entry.address)));
        """
        done = subprocess.run(["node", "-"], input=program, check=True, capture_output=True, text=True)
        result: list[str] = json.loads(done.stdout)
        return result

    def test_a_title_comes_before_a_heading_and_a_heading_before_the_text(self) -> None:
        entries = [
            Entry("Other", "", "text", "guide", "About cookies.", True),
            Entry("Cookies", "Other", "heading", "guide", "", False),
            Entry("Cookies", "", "title", "guide", "", True),
        ]
        self.assertEqual(self.addresses(entries, "cookies"), ["title", "heading", "text"])

    def test_every_word_must_be_present(self) -> None:
        entries = [Entry("Trust", "", "one", "guide", "origins", True), Entry("Trust", "", "two", "guide", "hosts", True)]
        self.assertEqual(self.addresses(entries, "trust origins"), ["one"])
        self.assertEqual(self.addresses(entries, "trust nowhere"), [])

    def test_words_match_from_their_start_while_they_are_typed(self) -> None:
        entries = [Entry("Performance", "", "one", "guide", "", True), Entry("Conform", "", "two", "guide", "", True)]
        self.assertEqual(self.addresses(entries, "perf"), ["one"])

    def test_a_member_is_found_by_its_own_name_before_longer_names(self) -> None:
        entries = [
            Entry("Bridge.installAll(_:)", "Causeway", "longer", "Instance Method", "", False),
            Entry("Bridge.install(_:)", "Causeway", "exact", "Instance Method", "", False),
            Entry("Packages", "", "text", "guide", "how to install", True),
        ]
        self.assertEqual(self.addresses(entries, "install"), ["exact", "longer", "text"])
        self.assertEqual(self.addresses(entries, "Bridge.install(_:)")[0], "exact")

    def test_case_and_accents_do_not_matter(self) -> None:
        self.assertEqual(self.addresses([Entry("Café", "", "one", "guide", "", True)], "CAFE"), ["one"])

    def test_a_shorter_form_in_a_title_counts(self) -> None:
        entries = [
            Entry("Profile", "", "other", "guide", "origins that are trusted", False),
            Entry("Trust", "", "trust", "guide", "a trusted page and its origins", False),
        ]
        self.assertEqual(self.addresses(entries, "trusted origins")[0], "trust")

    def test_a_guide_with_a_lower_weight_comes_later(self) -> None:
        entries = [Entry("Refund", "", "rules", "guide", "", True, 0.5), Entry("Refund", "", "guide", "guide", "", True)]
        self.assertEqual(self.addresses(entries, "refund"), ["guide", "rules"])

    def test_a_query_that_looks_like_code_finds_symbols_first(self) -> None:
        entries = [
            Entry("Timeouts", "", "guide", "guide", "about sendTimeout and timeout", True),
            Entry("Options.sendTimeout", "Module", "symbol", "Instance Property", "", False, 0.3),
        ]
        self.assertEqual(self.addresses(entries, "timeout")[0], "guide")
        self.assertEqual(self.addresses(entries, "sendTimeout")[0], "symbol")

    def test_common_words_of_a_question_are_ignored(self) -> None:
        entries = [Entry("Refunds", "", "one", "guide", "Money goes back.", True)]
        self.assertEqual(self.addresses(entries, "how do I refund"), ["one"])
        self.assertEqual(self.addresses([Entry("How", "", "two", "guide", "", True)], "how"), ["two"])

    def test_characters_of_regular_expressions_are_harmless(self) -> None:
        self.assertEqual(self.addresses([Entry("A", "", "one", "guide", "", True)], ".*("), [])

    def test_each_section_of_a_guide_has_an_entry_with_its_anchor(self) -> None:
        read = guide.read("docs/a.md", "# A\n\nIntro.\n\n## Part\n\nText `code`.\n\n```\nls\n```\n", Problems())
        found = [(entry.title, entry.context, entry.address, entry.body) for entry in search.of_guide(read)]
        self.assertEqual(found, [("A", "", "docs/a.html", "Intro."), ("Part", "A", "docs/a.html#part", "Text code. ls")])


if __name__ == "__main__":
    unittest.main()
