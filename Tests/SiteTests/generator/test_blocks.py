"""Blocks of code: their language, their label, and their text, which stays as it is."""

import re
import unittest
from html import unescape

from support.site import guide
from support.site.problems import Problems


class BlockTests(unittest.TestCase):
    def block(self, text: str) -> tuple[str, str, str]:
        """Returns the language, the label and the text of the only block."""
        html = guide.rendered(guide.read("a.md", f"# A\n\n{text}\n", Problems()))
        match = re.search(r'data-language="(.*?)"><figcaption>(.*?)</figcaption>.*?<code>(.*?)</code>', html, re.DOTALL)
        assert match, html
        return match[1], match[2], unescape(re.sub(r"<[^>]*>", "", match[3]))

    def test_a_block_without_a_language_has_commands(self) -> None:
        self.assertEqual(self.block("```\nls -l\n```"), ("bash", "Terminal", "ls -l"))

    def test_a_block_with_prompts_is_a_transcript(self) -> None:
        self.assertEqual(self.block("```\n$ ls\na  b\n```"), ("console", "Terminal", "$ ls\na  b"))

    def test_the_comments_of_check_guides_give_the_label(self) -> None:
        self.assertEqual(self.block("<!-- file: a/b.json -->\n```\n{}\n```"), ("json", "a/b.json", "{}"))
        self.assertEqual(self.block("<!-- not run: it is an output -->\n```\nfailed\n```"), ("text", "Output", "failed"))
        self.assertEqual(self.block("<!-- not run: it needs a Mac -->\n```\nls\n```"), ("bash", "Terminal", "ls"))

    def test_coloring_keeps_every_character(self) -> None:
        code = 'let a = "<b>&amp;</b>" // “x”\n\n  if a < b { }\n'
        self.assertEqual(self.block(f"```swift\n{code}```"), ("swift", "Swift", code.rstrip("\n")))

    def test_an_indented_block_is_shown_as_text(self) -> None:
        self.assertEqual(self.block("    a  →  b"), ("text", "Text", "a  →  b"))

    def test_code_that_names_a_symbol_is_a_link_except_in_headings_and_links(self) -> None:
        text = "# `Bridge`\n\n`Bridge`, [`Bridge`](https://example.com), `Bridge.open()`\n"
        read = guide.read("docs/a.md", text, Problems())
        html = guide.rendered(read, {"Bridge": "api/m/bridge.html"})
        self.assertEqual(html.count('href="../api/m/bridge.html"'), 1)
        self.assertNotIn("open()</code></a>", html)


if __name__ == "__main__":
    unittest.main()
