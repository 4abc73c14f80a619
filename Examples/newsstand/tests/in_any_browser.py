"""The newspaper with Selenium alone: in its app, or in a browser in front of the playground.

    DRIVER=http://127.0.0.1:4444 CAUSEWAY=causeway python3 -m unittest in_any_browser

`DRIVER` is the address of `causeway driver`, or of a browser's driver such as `chromedriver`. `CAUSEWAY` is the program
that serves the newspaper.
"""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.options import ArgOptions, BaseOptions

from pages import Paper, StorePages
from servers import APP, Newsstand

READ_ON = "The first night fell to the Misses Aldous"


class AppOptions(ArgOptions):
    """The capabilities of a page in its app."""

    @property
    def default_capabilities(self) -> dict[str, Any]:
        return {"browserName": "causeway"}


def options(newsstand: Newsstand) -> list[BaseOptions]:
    """Returns the capabilities for both drivers. Each driver ignores those of the other."""
    app = AppOptions()
    app.set_capability("causeway:options", {
        "page": newsstand.address, "store": newsstand.store, "app": APP, "protocols": ["onside"],
        "profile": {"answer": "approve"},
    })
    chromium = webdriver.ChromeOptions()
    chromium.add_argument("--headless=new")
    chromium.add_argument("--window-size=1100,900")  # in a small window, the path of a purchase does not fit
    if os.geteuid() == 0:
        chromium.add_argument("--no-sandbox")  # Chromium refuses to start as root with its sandbox
    return [app, chromium]


class NewsstandTests(unittest.TestCase):
    driver: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.driver = os.environ.get("DRIVER", "")
        if not cls.driver:
            raise RuntimeError("DRIVER is not set. Start a driver, and set DRIVER to its address.")

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        newsstand = Newsstand(os.environ.get("CAUSEWAY", "causeway"), Path(folder.name))
        self.addCleanup(newsstand.end)
        browser = webdriver.Remote(self.driver, options=options(newsstand))
        self.addCleanup(browser.quit)
        is_app = browser.capabilities["browserName"] == "causeway"
        self.paper = Paper(browser, newsstand.address if is_app else newsstand.playground())
        self.store = StorePages(browser, newsstand.store)
        self.paper.open()

    def log_in(self) -> None:
        self.paper.press_session()
        self.assertEqual(self.paper.notice("nothing"), "Ada has bought nothing yet. The first lines are free.")

    def buy(self, article: str) -> None:
        self.paper.buy(article)
        self.paper.wait_for_article(article, "open")
        self.paper.notice("bought")

    def test_a_reader_logs_in_and_out(self) -> None:
        self.assertIn("Log in to the store", self.paper.notice("loggedOut"))
        self.assertFalse(self.paper.is_logged_in())
        self.log_in()
        self.assertTrue(self.paper.is_logged_in())
        self.paper.press_session()
        self.assertIn("Log in to the store", self.paper.notice("loggedOut"))

    def test_a_purchase_opens_the_article(self) -> None:
        self.log_in()
        self.assertNotIn(READ_ON, self.paper.text("archive"))
        self.buy("archive")
        self.assertEqual(self.paper.notice("bought"), "Ada has The archive.")
        self.assertIn(READ_ON, self.paper.text("archive"))
        self.assertEqual(self.paper.path(), ["done"] * 6)
        self.store.open_orders()
        self.assertEqual(self.store.states(), ["paid"])

    def test_a_refund_locks_the_article(self) -> None:
        self.log_in()
        self.buy("archive")
        self.store.open_orders()
        self.store.refund()
        self.assertEqual(self.store.states(), ["refunded"])
        self.paper.open()
        self.assertEqual(self.paper.notice("refunded"), "The archive was refunded, and is locked again.")
        self.assertIn("Buy again", self.paper.text("archive"))

    def test_a_purchase_is_restored(self) -> None:
        self.log_in()
        self.buy("archive")
        self.paper.press_session()
        self.paper.wait_for_article("archive", "locked")
        self.paper.notice("loggedOut")
        self.paper.press_session()
        self.paper.wait_for_article("archive", "open")
        self.paper.open()
        self.paper.wait_for_article("archive", "open")

    def test_a_subscription_renews_and_ends(self) -> None:
        self.log_in()
        self.buy("today")
        self.assertIn("Yours until", self.paper.text("today"))
        self.store.advance_a_month()
        self.store.open_orders()
        self.assertEqual(len(self.store.states()), 2)
        self.store.cancel()
        self.store.advance_a_month()
        self.paper.open()
        self.assertEqual(self.paper.notice("expired"), "The daily has expired.")

    def test_a_purchase_belongs_to_its_reader(self) -> None:
        self.log_in()
        self.buy("archive")
        self.paper.choose_reader("Ben")
        self.paper.wait_for_article("archive", "another")
        self.assertIn("It opens only for that reader.", self.paper.text("archive"))
