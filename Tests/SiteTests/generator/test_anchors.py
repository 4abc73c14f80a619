"""Anchors are those of GitHub, so that one link works on both."""

import unittest

from support.site import guide
from support.site.anchors import Anchors
from support.site.problems import Problems


class AnchorTests(unittest.TestCase):
    def anchors(self, *headings: str) -> list[str]:
        anchors = Anchors()
        return [anchors.add(heading) for heading in headings]

    def test_letters_are_lower_case_and_spaces_are_hyphens(self) -> None:
        self.assertEqual(self.anchors("When something goes wrong"), ["when-something-goes-wrong"])

    def test_punctuation_is_left_out_without_joining_the_hyphens_around_it(self) -> None:
        self.assertEqual(self.anchors("1. Write the app's answers", "A – B", "C & D"), ["1-write-the-apps-answers", "a--b", "c--d"])

    def test_underscores_hyphens_and_letters_of_all_languages_stay(self) -> None:
        self.assertEqual(self.anchors("snake_case and kebab-case", "Größe"), ["snake_case-and-kebab-case", "größe"])

    def test_equal_headings_are_numbered(self) -> None:
        self.assertEqual(self.anchors("Added", "Added", "Added"), ["added", "added-1", "added-2"])

    def test_a_numbered_anchor_does_not_meet_a_heading_with_the_same_text(self) -> None:
        self.assertEqual(self.anchors("Added 1", "Added", "Added"), ["added-1", "added", "added-2"])

    def test_markup_of_a_heading_is_not_part_of_its_anchor(self) -> None:
        read = guide.read("a.md", "# The `causeway` *command*\n\n## [Link](b.md)s\n", Problems())
        self.assertEqual([heading.anchor for heading in read.headings], ["the-causeway-command", "links"])


if __name__ == "__main__":
    unittest.main()
