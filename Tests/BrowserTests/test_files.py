"""The files of a folder: documents of every kind with the script, ranges, single pages, and reloads after changes."""

import pathlib
import tempfile
import urllib.request

from support.browser import BrowserTestCase

# What a page shows of its own parsing, which the bridge's script must not change, and the bridge.
PARSED = """() => [document.compatMode, document.characterSet, document.documentElement.lang,
    document.head.id, document.body.innerText.trim(), typeof webkit.messageHandlers]"""


class FileTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("index.html", "<!doctype html><title>index</title><p>index")

    def write(self, name, content):
        content = content if isinstance(content, bytes) else content.encode()
        (self.root / name).write_bytes(content)

    def test_documents_are_parsed_as_without_the_script(self):
        html = "<!DOCTYPE html><html lang=de><head id=h>{}</head><body>Grüße"
        documents = {
            "declaration.html": '<?xml version="1.0"?>\n' + html.format(""),
            "condition.html": "<![if !IE]>" + html.format("") + "<![endif]>",
            "comments.html": "<!--><!---></ ><!x>" + html.format(""),
            "mark.html": "\ufeff" + html.format("<meta charset=koi8-r>"),
            "latin.html": html.format("<!-- <meta charset=koi8-r> --><meta charset=latin1>").encode("latin1"),
            "wide.html": ("\ufeff" + html.format("")).encode("utf-16-le"),
            "document.xhtml": '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" '
                              'lang="de"><head id="h"><title>t</title></head><body>Grüße</body></html>',
        }
        for name, document in documents.items():
            self.write(name, document)
        encodings = {"latin.html": "windows-1252", "wide.html": "UTF-16LE"}
        playground = self.serve(self.root)
        page = self.open_page(playground)
        for name in documents:
            page.goto(playground.page + name)
            self.assertEqual(
                page.evaluate(PARSED), ["CSS1Compat", encodings.get(name, "UTF-8"), "de", "h", "Grüße", "object"],
                name)

    def test_a_video_can_be_sought(self):
        content = bytes(range(256)) * 8_000
        self.write("film.mp4", content)
        playground = self.serve(self.root)
        request = urllib.request.Request(playground.page + "film.mp4", headers={"Range": "bytes=1000000-1000099"})
        with urllib.request.urlopen(request) as answer:
            self.assertEqual(answer.status, 206)
            self.assertEqual(answer.headers["Content-Range"], f"bytes 1000000-1000099/{len(content)}")
            self.assertEqual(answer.read(), content[1_000_000:1_000_100])

    def test_a_single_page_answers_for_its_addresses(self):
        playground = self.serve(self.root, "--spa")
        page = self.open_page(playground)
        for path in ["cart/1", "users/jane.doe", "cart/"]:
            self.assertEqual(page.goto(playground.page + path).status, 200)
            self.assertEqual(page.title(), "index")
        self.assertEqual(page.evaluate("async () => (await fetch('/missing.js')).status"), 404)

    def test_pages_are_reloaded_when_their_files_change(self):
        self.write("index.html", "<!doctype html><script src=value.js></script>")
        self.write("value.js", "window.value = 1")
        playground = self.serve(self.root, "--watch")
        page = self.open_page(playground)
        page.wait_for_function("window.value === 1")
        # The page asks for the file again, so its later changes are noticed too.
        for value in [2, 3]:
            self.write("unused.js", str(value))
            self.write("value.js", f"window.value = {value}")
            page.wait_for_function(f"window.value === {value}")
        self.assertIn("watch: value.js has changed; reloading the pages", playground.log)
        self.assertNotIn("unused.js", playground.log)
