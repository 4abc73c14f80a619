"""`causeway serve --open`: the browser shows the page and the inspector, whose token is on no command line."""

import os
import pathlib
import stat
import tempfile

from support.browser import EXAMPLES, BrowserTestCase
from support.inspector import Inspector


class ServeOpenTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        # A desktop whose `xdg-open` writes its argument into a pipe, instead of starting a browser.
        self.pipe = pathlib.Path(folder.name) / "opened"
        os.mkfifo(self.pipe)
        program = pathlib.Path(folder.name) / "xdg-open"
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >"{self.pipe}"\n')
        program.chmod(0o700)
        self.playground = self.serve(
            EXAMPLES / "today", "--open", environment={"PATH": f"{folder.name}:{os.environ['PATH']}"})

    def opened(self, count):
        """Returns the addresses that the browser gets, as its command line has them."""
        addresses = set()
        while len(addresses) < count:
            # Each program opens the pipe, writes a line and ends, perhaps while it is read.
            addresses.update(self.pipe.read_text().splitlines())
        return addresses

    def test_the_token_is_on_no_command_line_and_the_inspector_opens(self):
        addresses = self.opened(2)
        self.assertIn(self.playground.page, addresses)
        [address] = addresses - {self.playground.page}
        self.assertNotIn(self.playground.token, address)
        self.assertTrue(address.startswith("file:///"), address)
        file = pathlib.Path(address.removeprefix("file://"))
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(file.parent.stat().st_mode), 0o700)

        page = self.context.new_page()
        page.goto(address, wait_until="commit")
        Inspector(page).expect_connection("Connected")
        # The history has neither the file nor the token: a way back would lead to `about:blank` only.
        self.assertEqual(page.url, self.playground.inspector.split("?")[0])
        self.assertEqual(page.evaluate("history.length"), 2)

        self.playground.end()
        self.assertFalse(file.parent.exists())
