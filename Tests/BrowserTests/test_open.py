"""The inspector of `causeway open --inspect`: a page in WebKit, and its inspector in a browser."""

import json
import pathlib
import signal
import tempfile

from playwright.sync_api import expect

from support.browser import EXAMPLES, BrowserTestCase
from support.opened import OpenedPage


class OpenTests(BrowserTestCase):
    def open(self, *arguments):
        """Opens a page, which ends with the test, and its inspector."""
        opened = OpenedPage(*arguments)
        self.addCleanup(opened.close)
        return opened, self.open_inspector(opened)

    def script(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "run.js"
        path.write_text(text)
        return path

    def test_a_prompt_of_a_page_in_webkit_is_answered_in_the_inspector(self):
        script = self.script("""
          const reply = await linkClient.call("getAddress", { protocol: "ETH" });
          return reply.data.address;
        """)
        opened, inspector = self.open(
            EXAMPLES / "link", "--profile", EXAMPLES / "link/ask.json", "--run", script, "--timeout", "120")
        sheet = inspector.expect_sheet("Share an address of your wallet?")
        expect(sheet.locator(".pair").first).to_contain_text("ETH")
        inspector.press("Share")
        code, output = opened.result()
        self.assertEqual(code, 0, opened.log)
        self.assertEqual(json.loads(output), "0x51a0000000000000000000000000000000e8a31e")

    def test_messages_of_a_page_in_webkit_are_rows_until_the_command_ends(self):
        # The page waits until a signal ends the command, because the inspector needs it.
        opened, inspector = self.open(EXAMPLES / "today")
        inspector.expect_row("headers", "answered")
        inspector.row("headers").first.click()
        expect(inspector.details).to_contain_text("X-Today-Client")
        opened.process.send_signal(signal.SIGTERM)
        self.assertEqual(opened.result()[0], -signal.SIGTERM, opened.log)
        expect(inspector.page.locator("#connection")).not_to_have_text("Connected")
