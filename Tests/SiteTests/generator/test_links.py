"""Links of guides: which are rewritten, which are reported, and with which line."""

from repositories import RepositoryTestCase

from support.site import guide, output
from support.site.links import external_mistake
from support.site.problems import Problems


class LinkTests(RepositoryTestCase):
    def test_a_link_to_a_guide_becomes_a_link_to_its_page(self) -> None:
        self.write("docs/a.md", "# A\n\n[other](b.md#part), [top](../README.md), [here](#a)\n")
        self.write("docs/b.md", "# B\n\n## Part\n")
        self.write("README.md", "# Read\n")
        guides, _ = self.resolved()
        html = guide.rendered(guides["docs/a.md"])
        self.assertEqual(self.problems.messages, [])
        for address in ('href="b.html#part"', 'href="../README.html"', 'href="#a"'):
            self.assertIn(address, html)

    def test_the_name_of_a_guides_file_is_shown_as_its_title(self) -> None:
        self.write("docs/a.md", "# A\n\n[b.md](b.md) and [docs/b.md](b.md) and [this](b.md)\n")
        self.write("docs/b.md", "# The other guide\n")
        html = guide.rendered(self.resolved()[0]["docs/a.md"])
        self.assertEqual(html.count(">The other guide</a>"), 2)
        self.assertIn(">this</a>", html)

    def test_links_to_files_folders_and_images_are_collected(self) -> None:
        self.write("docs/a.md", "# A\n\n[code](../Sources/A.swift) [folder](../Sources) ![picture](p.png) [kit](../Kit)\n")
        self.write("Sources/A.swift", "let a = 1\n")
        self.write("Kit/README.md", "# Kit\n")
        self.write("docs/p.png", "")
        guides, linked = self.resolved()
        self.assertEqual(linked.sources, {"Sources/A.swift", "Sources"})
        self.assertEqual(linked.images, {"docs/p.png"})
        html = guide.rendered(guides["docs/a.md"])
        self.assertIn('href="../source/Sources/A.swift.html"', html)
        self.assertIn('href="../Kit/README.html"', html)

    def test_a_broken_link_is_reported_with_file_and_line(self) -> None:
        self.write("docs/a.md", "# A\n\nfirst line\nsecond with [a link](none.md)\n\n| x |\n|---|\n| 1 |\n| [y](none.md) |\n")
        self.resolved()
        self.assertEqual(self.problems.messages, [
            "docs/a.md:4: the link none.md is broken: the repository has no docs/none.md",
            "docs/a.md:9: the link none.md is broken: the repository has no docs/none.md",
        ])

    def test_an_anchor_without_its_heading_is_reported(self) -> None:
        self.write("docs/a.md", "# A\n\n[one](b.md#none)\n[two](#none)\n")
        self.write("docs/b.md", "# B\n")
        self.resolved()
        self.assertEqual(self.problems.messages, [
            "docs/a.md:3: docs/b.md has no heading with the anchor #none",
            "docs/a.md:4: docs/a.md has no heading with the anchor #none",
        ])

    def test_a_link_out_of_the_repository_is_reported(self) -> None:
        self.write("a.md", "# A\n\n[out](../other.md)\n")
        self.resolved()
        self.assertEqual(len(self.problems.messages), 1)

    def test_the_form_of_external_links_is_checked(self) -> None:
        for right in ("https://example.com/a#b", "http://localhost:8000/", "mailto:security@example.com"):
            self.assertIsNone(external_mistake(right), right)
        for wrong in ("https:///path", "https://exam ple.com", "javascript:alert(1)", "mailto:nobody", "htps://example.com"):
            self.assertIsNotNone(external_mistake(wrong), wrong)

    def test_comments_are_not_shown_and_other_html_is_reported(self) -> None:
        self.write("a.md", "# A\n\n<!-- not run: it needs a Mac -->\n```\nls\n```\n\ntext <!-- hidden --> text\n\n<b>bold</b>\n")
        guides, _ = self.resolved()
        html = guide.rendered(guides["a.md"])
        self.assertNotIn("not run", html)
        self.assertNotIn("hidden", html)
        self.assertEqual([message.split(": ")[0] for message in self.problems.messages], ["a.md:10", "a.md:10"])

    def test_pages_are_checked_for_missing_files_anchors_and_repeated_ids(self) -> None:
        self.write("site/index.html", '<a href="b.html">1</a>\n<a href="c.html#x">2</a>\n<p id="y"></p><p id="y"></p>\n')
        self.write("site/c.html", '<a href="index.html#y">3</a>')
        problems = Problems()
        self.assertEqual(output.check(self.root / "site", problems), 3)
        self.assertEqual([message.rsplit("site/", 1)[1] for message in problems.messages], [
            "index.html:3: two elements have the id y",
            "index.html:1: the link b.html is broken: the site has no file b.html",
            "index.html:2: the link c.html#x is broken: c.html has no element with the id x",
        ])
