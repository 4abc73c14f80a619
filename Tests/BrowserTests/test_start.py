"""The start of `causeway serve`."""

import http.client
import http.server
import json
import pathlib
import subprocess
import tempfile
import threading
import unittest

from support.browser import PAGES
from support.playground import CAUSEWAY, END_TIMEOUT, START_TIMEOUT, free_port


class StartTests(unittest.TestCase):
    def test_pages_wait_until_the_app_is_prepared(self):
        # A store that the app calls while it is prepared. The store fails as soon as the test allows it.
        is_asked, may_fail = threading.Event(), threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                is_asked.set()
                may_fail.wait()
                self.send_error(400)

            do_GET = do_POST

            def log_message(self, *_):
                pass  # Do not mix a log of requests into the test's output.

        store = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        store.daemon_threads = True
        self.addCleanup(store.server_close)
        self.addCleanup(store.shutdown)
        threading.Thread(target=store.serve_forever, daemon=True).start()
        self.addCleanup(may_fail.set)

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        profile = pathlib.Path(folder.name) / "profile.json"
        profile.write_text(json.dumps({"onside": {"loggedIn": True}}))
        port = free_port()
        serving = subprocess.Popen(
            [CAUSEWAY, "serve", PAGES, "--protocol", "onside", "--store", f"http://localhost:{store.server_port}",
             "--app", "shop.test", "--profile", profile, "--port", str(port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(serving.stdout.close)
        self.addCleanup(serving.wait)
        self.addCleanup(serving.kill)
        self.assertTrue(is_asked.wait(START_TIMEOUT), "the app does not ask its store")

        page = http.client.HTTPConnection("127.0.0.1", port, timeout=END_TIMEOUT)
        self.addCleanup(page.close)
        page.request("GET", "/", headers={"Host": f"localhost:{port}", "Sec-Fetch-Dest": "document"})
        # The server already serves the inspector, so only the page waits.
        inspector = http.client.HTTPConnection("127.0.0.1", port, timeout=END_TIMEOUT)
        self.addCleanup(inspector.close)
        inspector.request("GET", "/__causeway/")
        self.assertEqual(inspector.getresponse().status, 200)
        may_fail.set()
        # The app could not be prepared, so the server ends without an answer to the page.
        with self.assertRaises((http.client.HTTPException, ConnectionError)):
            page.getresponse()
        self.assertEqual(serving.wait(END_TIMEOUT), 1)
