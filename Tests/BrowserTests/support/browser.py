"""The base of all tests: one Chromium for the whole run, and new tabs for each test."""

import atexit
import functools
import os
import unittest

from playwright.sync_api import expect, sync_playwright

from support.inspector import Inspector
from support.playground import ROOT, Playground

# This timeout is so long that it ends only tests that hang, even on a busy machine. No test waits for it to pass.
TIMEOUT = int(os.environ.get("CAUSEWAY_BROWSER_TIMEOUT", "60")) * 1_000
PICTURES = ROOT / ".build/browser-tests"
PAGES = ROOT / "Tests/BrowserTests/pages"
EXAMPLES = ROOT / "Examples"

expect.set_options(timeout=TIMEOUT)


@functools.cache
def chromium():
    """Starts Debian's Chromium, with a simulated camera that shows a moving picture, and that every page may use.

    It is the build without a user interface, because the whole browser uses more than twice the processor time.
    """
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium-headless-shell",
        args=[
            "--no-sandbox",  # Chromium's sandbox does not run as root, as tests in a container do.
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            "--enable-precise-memory-info",
        ])

    def close():
        browser.close()
        playwright.stop()

    atexit.register(close)
    return browser


class BrowserTestCase(unittest.TestCase):
    """A test with a playground, an inspector and pages."""

    # The viewport of all tabs, in pixels.
    size = (1440, 900)

    def setUp(self):
        width, height = self.size
        self.context = chromium().new_context(viewport={"width": width, "height": height}, accept_downloads=True)
        self.context.set_default_timeout(TIMEOUT)
        self.addCleanup(self.context.close)
        # Uncaught errors of the inspector's own scripts.
        self.inspector_errors = []

    def tearDown(self):
        # unittest offers no public way in which a test can read its own result.
        result = self._outcome.result
        failed = any(test is self for test, _ in [*result.errors, *result.failures])
        if failed:
            self.take_pictures()
        self.assertEqual(self.inspector_errors, [], "scripts of the inspector threw errors")

    def take_pictures(self):
        PICTURES.mkdir(parents=True, exist_ok=True)
        for index, page in enumerate(self.context.pages):
            page.screenshot(path=PICTURES / f"{self.id()}-{index}.png")

    def serve(self, *arguments, port=None, environment=None):
        """Starts a playground, which ends with the test. `environment` has variables in addition to those of the test."""
        playground = Playground(*arguments, port=port, environment=environment)
        self.addCleanup(playground.close)
        return playground

    def open_inspector(self, playground):
        """Opens the inspector in a tab, and waits until it is connected."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.inspector_errors.append(str(error)))
        page.goto(playground.inspector)
        inspector = Inspector(page)
        inspector.expect_connection("Connected")
        return inspector

    def open_page(self, playground, path="", host=None):
        """Opens a served page in a tab, and waits until it is loaded."""
        page = self.context.new_page()
        page.goto(playground.page.replace("localhost", host or "localhost") + path)
        return page
