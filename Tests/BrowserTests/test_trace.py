"""Traces as files: export and import."""

import json
import pathlib
import tempfile

from playwright.sync_api import expect

from support.browser import PAGES, BrowserTestCase


class TraceTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)
        self.inspector = self.open_inspector(self.playground)
        page = self.open_page(self.playground)
        page.evaluate("async () => { await ask('headers'); await ask('refreshToken'); await ask('unknown'); }")
        self.inspector.expect_row("unknown")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def export(self):
        """Exports the shown messages. Returns the lines of the file."""
        with self.inspector.page.expect_download() as download:
            self.inspector.page.get_by_role("button", name="Export").click()
        path = self.folder / "exported.jsonl"
        download.value.save_as(path)
        self.assertRegex(download.value.suggested_filename, r"^pages-[\dT-]+\.jsonl$")
        return path.read_text(encoding="utf-8").splitlines()

    def open_file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        self.inspector.page.locator("#file").set_input_files(path)

    def test_exported_lines_are_a_trace(self):
        messages = [json.loads(line) for line in self.export()]
        self.assertEqual(messages[0]["kind"], "opened")
        self.assertEqual(
            [(message["kind"], message["name"]) for message in messages[1:5]],
            [("request", "headers"), ("reply", "headers"), ("request", "refreshToken"), ("reply", "refreshToken")])
        self.assertTrue(all("id" not in message for message in messages))
        self.assertEqual(messages, sorted(messages, key=lambda message: message["ms"]))
        # The server redacts secrets before it sends messages to the inspector.
        self.assertNotIn("Bearer", json.dumps(messages))
        self.assertEqual(messages[4]["body"], {"authorization": "[redacted]"})

    def test_an_exported_trace_can_be_imported_and_exported_again(self):
        exported = self.export()
        self.open_file("again.jsonl", "\n".join(exported) + "\n")
        expect(self.inspector.banner).to_contain_text(f"You are viewing “again.jsonl”: {len(exported)} messages.")
        self.assertEqual(self.export(), exported)
        # The inspector still has the messages of the server.
        self.inspector.page.get_by_role("button", name="Back to the server's messages").click()
        expect(self.inspector.banner).to_be_hidden()
        self.assertEqual(self.export(), exported)

    def test_only_shown_messages_are_exported(self):
        self.inspector.search("name:headers")
        expect(self.inspector.rows).to_have_count(1)
        self.assertEqual([json.loads(line)["kind"] for line in self.export()], ["request", "reply"])

    def test_messages_of_two_runs_of_the_server_are_not_mixed(self):
        page = self.context.pages[-1]
        with page.expect_console_message(lambda message: "connected again" in message.text):
            self.playground.restart()
        self.inspector.expect_connection("Connected")
        self.inspector.search("name:headers")
        expect(self.inspector.rows).to_have_count(1)
        # Only the earlier run has a message that is shown, so its messages are exported.
        self.assertEqual([json.loads(line)["kind"] for line in self.export()], ["request", "reply"])
        page.evaluate("() => ask('headers')")
        expect(self.inspector.row("headers", "answered")).to_have_count(2)
        self.inspector.search("")
        expect(self.inspector.row("unknown")).to_have_count(1)
        messages = [json.loads(line) for line in self.export()]
        self.assertEqual(
            [(message["kind"], message.get("name", "")) for message in messages],
            [("opened", ""), ("request", "headers"), ("reply", "headers")])
        notice = self.inspector.page.get_by_text("from before the server's restart are not in the file")
        expect(notice).to_contain_text("3 messages exported.")

    def test_a_line_that_is_no_message_is_named(self):
        lines = self.export()
        self.open_file("broken.jsonl", "\n".join([lines[0], "{", lines[1], '{"kind":"dance"}']))
        error = self.inspector.page.get_by_role("alert")
        expect(error).to_contain_text("“broken.jsonl”: Line 2 is not JSON. 1 other line could not be read either.")
        expect(self.inspector.banner).to_contain_text("You are viewing “broken.jsonl”: 2 messages.")

    def test_texts_of_a_trace_are_not_markup(self):
        attack = "<img src=x onerror=document.title='gone'>"
        message = {
            "ms": 1, "direction": "page→app", "kind": "request", "document": attack, "mainFrame": True,
            "origin": attack, "protocol": attack, "name": f"\u202e{attack}", "call": 1,
            "body": {attack: attack, "__proto__": {"polluted": True}}, "failure": f"X: {attack}", "cause": attack,
        }
        self.open_file("attack.jsonl", json.dumps(message))
        row = self.inspector.row("⟨U+202E⟩<img")
        row.click()
        expect(self.inspector.details).to_contain_text("⟨U+202E⟩<img src=x")
        expect(self.inspector.details).to_contain_text("__proto__")
        self.assertEqual(self.inspector.page.locator("img[src=x]").count(), 0)
        self.assertFalse(self.inspector.page.evaluate("() => 'polluted' in {}"))
