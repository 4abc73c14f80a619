"""The site in Debian's Chromium, opened as files and served under a path. `$SITE` is its folder."""

import functools
import os
import threading
import unittest
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

SITE = Path(os.environ["SITE"])
PICTURES = Path(__file__).resolve().parents[3] / ".build/site-tests"
# This timeout only ends tests that hang.
TIMEOUT = 60_000
WIDTHS = (1440, 800, 390)
PAGES = ("index.html", "README.html", "docs/today.html", "docs/onside-rules.html", "docs/architecture.html", "CHANGELOG.html")

expect.set_options(timeout=TIMEOUT)


class Quiet(SimpleHTTPRequestHandler):
    """Serves the folder of the site, and logs nothing."""

    def log_message(self, *_: object) -> None:
        """Logs nothing."""


class SiteTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        # Chromium's sandbox does not run as root, as tests in a container do.
        cls.browser = cls.playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)

    def open(self, name: str, width: int = 1440, scheme: str = "light") -> Page:
        context = self.browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.addCleanup(context.close)
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        errors: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        self.addCleanup(lambda: self.assertEqual(errors, [], "the page's scripts failed"))
        page.goto(name if "://" in name else f"{SITE.as_uri()}/{name}")
        return page

    def search(self, page: Page, text: str) -> None:
        page.keyboard.press("/")
        expect(page.locator("#site-search")).to_be_focused()
        page.keyboard.type(text)
        expect(page.locator("#site-results li").first).to_be_visible()

    def selected(self, page: Page) -> str:
        return page.locator("#site-results [aria-selected=true] .title").inner_text()

    def test_the_keyboard_searches_chooses_and_opens_a_result(self) -> None:
        page = self.open("index.html")
        self.search(page, "cookies")
        first = self.selected(page)
        page.keyboard.press("ArrowDown")
        address = page.locator("#site-results li").nth(1).locator("a").get_attribute("href")
        self.assertIn("aria-selected", page.locator("#site-results li").nth(1).evaluate("row => row.outerHTML"))
        page.keyboard.press("ArrowUp")
        self.assertEqual(self.selected(page), first)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator(".results")).to_be_hidden()
        page.wait_for_url(f"**/{str(address).removeprefix('./')}")
        expect(page.locator("article h1")).to_be_visible()

    def test_escape_closes_the_results_and_then_leaves_the_search(self) -> None:
        page = self.open("docs/today.html")
        self.search(page, "trust")
        page.keyboard.press("Escape")
        expect(page.locator(".results")).to_be_hidden()
        expect(page.locator("#site-search")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#site-search")).not_to_be_focused()

    def test_a_result_in_the_same_guide_moves_to_its_section(self) -> None:
        page = self.open("docs/today.html")
        self.search(page, "today trust")
        row = page.locator("#site-results li", has=page.locator('a[href$="docs/today.html#trust"]'))
        row.locator("a").click()
        page.wait_for_url("**/docs/today.html#trust")
        expect(page.locator("#trust")).to_be_in_viewport()

    def test_a_search_without_results_says_so(self) -> None:
        page = self.open("index.html")
        page.keyboard.press("/")
        page.keyboard.type("qqqxyz")
        expect(page.locator(".hint")).to_contain_text("No guide and no symbol contains this word.")

    def test_the_switch_changes_the_colors_and_is_remembered(self) -> None:
        page = self.open("index.html")
        background = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(background)
        switch = page.locator(".scheme")
        expect(switch).to_have_text("Automatic")
        switch.click()
        expect(switch).to_have_text("Light")
        switch.click()
        expect(switch).to_have_text("Dark")
        dark = page.evaluate(background)
        self.assertNotEqual(light, dark)
        page.goto(f"{SITE.as_uri()}/docs/today.html")
        self.assertEqual(page.evaluate(background), dark)

    def test_the_systems_dark_mode_is_followed(self) -> None:
        colors = [self.open("index.html", scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
                  for scheme in ("light", "dark")]
        self.assertNotEqual(*colors)

    def test_nothing_is_cut_off_at_any_width(self) -> None:
        for width in WIDTHS:
            for name in self.pages():
                with self.subTest(page=name, width=width):
                    page = self.open(name, width)
                    self.assertEqual(page.evaluate(BEYOND), [])
                    page.context.close()

    def test_the_results_fit_into_a_narrow_window(self) -> None:
        page = self.open("docs/today.html", 390)
        page.locator("#site-search").click()
        page.keyboard.type("origin")
        expect(page.locator("#site-results li").first).to_be_visible()
        box = page.locator(".results").bounding_box()
        assert box
        self.assertGreaterEqual(box["x"], 0)
        self.assertLessEqual(box["x"] + box["width"], 390)

    def test_the_navigation_opens_and_closes_in_a_narrow_window(self) -> None:
        page = self.open("docs/today.html", 390)
        navigation = page.locator("#site-navigation")
        expect(navigation).to_be_hidden()
        page.locator(".menu").click()
        expect(navigation.locator("[aria-current]")).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(navigation).to_be_hidden()

    def test_code_is_copied_and_a_transcript_without_its_outputs(self) -> None:
        with serve() as root:
            page = self.open(f"{root}/site/docs/today.html")
            page.context.grant_permissions(["clipboard-read", "clipboard-write"])
            figure = page.locator("figure.code").first
            figure.locator(".copy").click()
            expect(figure.locator(".copy")).to_have_text("Copied")
            self.assertEqual(page.evaluate("navigator.clipboard.readText()"), figure.locator("code").text_content())
            transcript = page.locator("figure.code").first
            transcript.evaluate("""figure => {
                figure.dataset.language = "console";
                figure.querySelector("code").textContent = "$ one\\noutput\\n$ two";
            }""")
            transcript.locator(".copy").click()
            page.wait_for_function("navigator.clipboard.readText().then((text) => text === 'one\\ntwo')")

    def test_the_site_works_under_a_path_and_asks_no_other_host(self) -> None:
        with serve() as root:
            page = self.open(f"{root}/site/index.html")
            self.search(page, "refund")
            page.keyboard.press("Enter")
            expect(page.locator("article h1")).to_be_visible()
            page.wait_for_load_state()
            self.assertEqual([url for url in self.requests if not url.startswith(f"{root}/site/")], [])

    def pages(self) -> list[str]:
        """Returns the pages to test: guides, a source, and the API reference, if the site has one."""
        found = [*PAGES, next(file.relative_to(SITE).as_posix() for file in sorted((SITE / "source").rglob("*.html")))]
        return found + [name for name in ("api/index.html", "api/causeway/bridge.html") if (SITE / name).exists()]

    def tearDown(self) -> None:
        # unittest offers no public way in which a test can read its own result.
        result = self._outcome.result
        if any(test is self for test, _ in [*result.errors, *result.failures]):
            for number, page in enumerate(page for context in self.browser.contexts for page in context.pages):
                PICTURES.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=PICTURES / f"{self._testMethodName}-{number}.png")


# The elements that extend beyond the window, except those in areas that scroll.
BEYOND = """() => {
  const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const found = [...document.querySelectorAll("body *")].filter((element) => {
    const { width, left, right } = element.getBoundingClientRect();
    return width > 0 && (right > innerWidth + 1 || left < -1) && !element.closest(".skip") && !scrolls(element);
  });
  if (document.documentElement.scrollWidth > innerWidth) found.push(document.documentElement);
  return found.map((element) => element.outerHTML.slice(0, 160));
}"""


class serve:
    """Serves the site below the path `/site`, like a host for the pages of several projects."""

    def __enter__(self) -> str:
        class Handler(Quiet):
            def translate_path(self, path: str) -> str:
                return super().translate_path(path.removeprefix("/site") if path.startswith("/site/") else "/none")

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(SITE)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


if __name__ == "__main__":
    unittest.main()
