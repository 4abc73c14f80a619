"""A mock of an app's own bridge, in an ordinary browser."""

import json
import os
import pathlib
import tempfile

from support.browser import BrowserTestCase

CONTRACT = {
    "causeway": 1, "name": "Shop", "members": [
        {"name": "greet", "caller": "page", "form": "call", "parameters": {"type": "string"},
         "result": {"type": "string"}},
        {"name": "prices", "caller": "page", "form": "stream", "elements": {"type": "integer"}},
        {"name": "look", "caller": "page", "form": "event", "parameters": {"type": "string"}},
        {"name": "theme", "caller": "app", "form": "event", "parameters": {"type": "string"}},
    ],
}

MOCK = """
export default ({ send }) => ({
  greet: (name) => `Hello, ${name}!`,
  async *prices() { yield 1; yield 2; },
  look: (name) => send("theme", name),
});
"""


class MockTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "index.html").write_text("<!doctype html><title>Shop</title>")
        (self.folder / "shop.json").write_text(json.dumps(CONTRACT))
        self.mock = self.folder / "mock.js"
        self.mock.write_text(MOCK)
        self.playground = self.serve(
            self.folder, "--contract", self.folder / "shop.json", "--mock", self.mock)

    def test_a_mock_answers_calls_streams_and_events(self):
        page = self.open_page(self.playground)
        self.assertEqual(page.evaluate("causeway.connect().greet('Ada')"), "Hello, Ada!")
        self.assertEqual(page.evaluate(
            """async () => {
              const prices = [];
              for await (const price of causeway.connect().prices()) prices.push(price);
              return prices;
            }"""), [1, 2])
        self.assertEqual(page.evaluate(
            """() => new Promise((resolve) => {
              const shop = causeway.connect();
              shop.on.theme(resolve);
              shop.look("dark");
            })"""), "dark")

    def test_a_page_of_another_origin_gets_no_event(self):
        script = """() => {
          window.themes = [];
          causeway.on("theme", (theme) => themes.push(theme));
        }"""
        other = self.open_page(self.playground, host="other.localhost")
        other.evaluate(script)
        page = self.open_page(self.playground)
        page.evaluate(script)
        page.evaluate("causeway.send('look', 'dark')")
        page.wait_for_function("themes.length === 1")
        # A later answer shows that the other page's messages have passed too.
        self.assertEqual(other.evaluate("causeway.call('greet', 'Eve').catch((error) => error.code)"), "REFUSED")
        self.assertEqual(other.evaluate("themes"), [])

    def test_a_mock_is_loaded_again_after_its_file_has_changed(self):
        page = self.open_page(self.playground)
        self.assertEqual(page.evaluate("causeway.call('greet', 'Ada')"), "Hello, Ada!")
        self.mock.write_text(MOCK.replace("Hello", "Welcome"))
        # The file system may have a clock that is coarser than this test.
        os.utime(self.mock, ns=(0, self.mock.stat().st_mtime_ns + 1_000_000_000))
        self.assertEqual(page.evaluate("causeway.call('greet', 'Ada')"), "Welcome, Ada!")

    def test_the_inspector_shows_the_contract_and_the_messages(self):
        inspector = self.open_inspector(self.playground)
        page = self.open_page(self.playground)
        page.evaluate("causeway.call('greet', 'Ada')")
        inspector.expect_row("greet")
