"""Requests that the server must refuse: for other hosts, from other origins, without a token, or outside the folder."""

import http.client
import os
import pathlib
import socket
import tempfile

from support.browser import PAGES, BrowserTestCase
from support.document_socket import HANDSHAKE, DocumentSocket, issue_token
from support.playground import ROOT


class SafetyTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)
        self.port = self.playground.port

    def ask(self, path, host=None, fields=None):
        """Sends a GET request with a host of the test's choice. Returns the status and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest("GET", path, skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", f"localhost:{self.port}" if host is None else host)
            for name, value in (fields or {}).items():
                connection.putheader(name, value)
            connection.endheaders()
            response = connection.getresponse()
            # Do not read the body of an accepted WebSocket, because it has no end.
            return response.status, b"" if response.status == 101 else response.read()
        finally:
            connection.close()

    def test_own_hosts_are_served(self):
        for host in [f"localhost:{self.port}", f"other.localhost:{self.port}"]:
            self.assertEqual(self.ask("/", host)[0], 200, host)

    def test_other_hosts_are_refused(self):
        # In a DNS rebinding attack, the name of a site resolves to this machine.
        for host in ["example.com", f"example.com:{self.port}", f"localhost.example.com:{self.port}",
                     "localhost", f"localhost:{self.port + 1}", f"evil-localhost:{self.port}", ""]:
            for path in ["/", "/page.js", "/__causeway/", f"/__causeway/inspector?token={self.playground.token}"]:
                status, body = self.ask(path, host)
                self.assertIn(status, [400, 403, 404, 421], f"{host}{path}")
                self.assertLess(len(body), 400, f"{host}{path}")

    def test_the_inspectors_socket_needs_its_token(self):
        own = f"127.0.0.1:{self.port}"
        right = f"/__causeway/inspector?token={self.playground.token}"
        fields = HANDSHAKE | {"Origin": f"http://{own}"}
        self.assertEqual(self.ask(right, own, fields)[0], 101)
        for path in ["/__causeway/inspector", "/__causeway/inspector?token=", "/__causeway/inspector?token=0",
                     right[:-1], right + "0"]:
            self.assertEqual(self.ask(path, own, fields)[0], 403, path)

    def test_the_token_of_the_printed_address_is_valid_for_one_run(self):
        first = self.playground.token
        inspector = self.open_inspector(self.playground)
        self.playground.restart()
        self.assertNotEqual(self.playground.token, first)
        own = f"127.0.0.1:{self.port}"
        fields = HANDSHAKE | {"Origin": f"http://{own}"}
        self.assertEqual(self.ask(f"/__causeway/inspector?token={first}", own, fields)[0], 403)
        # The open inspector connects again, also after a reload of its tab.
        inspector.expect_connection("Connected")
        inspector.page.reload()
        inspector.expect_connection("Connected")

    def test_the_inspectors_socket_refuses_other_origins(self):
        own = f"127.0.0.1:{self.port}"
        path = f"/__causeway/inspector?token={self.playground.token}"
        for origin in ["null", "http://example.com", f"http://localhost:{self.port}", f"https://{own}", own,
                       f"http://{own}.example.com", f"http://127.0.0.1:{self.port + 1}"]:
            self.assertEqual(self.ask(path, own, HANDSHAKE | {"Origin": origin})[0], 403, origin)

    def test_a_documents_socket_refuses_tokens_that_are_not_its_own(self):
        def answer(token, host=None):
            connection = DocumentSocket(self.port, token, host=host)
            self.addCleanup(connection.close)
            self.assertEqual(connection.status, 101)
            return connection

        token = issue_token(self.port)
        epoch, *rest = token.split(".")
        unknown = ["", "0", token[:-1], token + "0", ".".join(["0" * len(epoch), *rest])]
        for text in unknown:
            self.assertEqual(answer(text).read_end(), 4001, text)
        self.assertEqual(answer(token, f"other.localhost:{self.port}").read_end(), 4001, "the token of another host")
        # None of these attempts has used up the token. Only its first valid use does.
        self.assertNotEqual(answer(token).read_remark("~"), "")
        self.assertEqual(answer(token).read_end(), 4001, "a token that was used")

    def test_a_documents_socket_refuses_other_origins(self):
        page = self.open_page(self.playground)
        sockets = []
        page.on("websocket", lambda socket: sockets.append(socket.url))
        page.reload()
        page.evaluate("() => ask('headers')")
        # Take the last address, because Playwright may report the connection from before the reload late.
        address = sockets[-1]
        path = address.split(str(self.port), 1)[1]
        host = f"localhost:{self.port}"
        for origin in ["http://example.com", f"http://127.0.0.1:{self.port}", f"http://other.localhost:{self.port}"]:
            self.assertEqual(self.ask(path, host, HANDSHAKE | {"Origin": origin})[0], 403, origin)
        # A request without an origin does not come from a page in a browser.
        self.assertEqual(self.ask(path, host, HANDSHAKE)[0], 403)

    def test_another_site_cannot_connect_from_a_browser(self):
        # A page of another server on this machine belongs to another site.
        other = self.serve(PAGES)
        page = self.open_page(other)
        closed = page.evaluate(
            """(address) => new Promise((resolve) => {
              const socket = new WebSocket(address);
              socket.onopen = () => resolve("open");
              socket.onerror = () => resolve("refused");
            })""", f"ws://127.0.0.1:{self.port}/__causeway/inspector?token={self.playground.token}")
        self.assertEqual(closed, "refused")

    def test_no_file_outside_the_folder_is_served(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name) / "site"
        root.mkdir()
        (root / "index.html").write_text("<!doctype html><title>inside</title>")
        (root.parent / "secret.txt").write_text("outside")
        os.symlink(root.parent / "secret.txt", root / "link.txt")
        os.symlink(root.parent, root / "up")
        playground = self.serve(root)
        self.port = playground.port
        self.assertIn(b"inside", self.ask("/")[1])
        for path in ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
                     "/..\\secret.txt", "//secret.txt", "/site/../../secret.txt", "/./../secret.txt", "/link.txt",
                     "/up/secret.txt", "/secret.txt%00.html", f"/{root.parent}/secret.txt",
                     "/__causeway/../../secret.txt", "/__causeway/%2e%2e/%2e%2e/secret.txt"]:
            status, body = self.ask(path)
            self.assertNotIn(b"outside", body, path)
            self.assertIn(status, [400, 403, 404], path)

    def test_only_this_machine_reaches_the_server(self):
        # Find another address of this machine, if it has one.
        probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with probe:
            try:
                probe.connect(("192.0.2.1", 9))
            except OSError:
                self.skipTest("this machine has only the address 127.0.0.1")
            address = probe.getsockname()[0]
        if address.startswith("127."):
            self.skipTest("this machine has only the address 127.0.0.1")
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection((address, self.port), timeout=10).close()

    def test_no_page_can_show_the_inspector_in_a_frame(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", "/__causeway/", headers={"Host": f"127.0.0.1:{self.port}"})
        response = connection.getresponse()
        response.read()
        connection.close()
        policy = response.getheader("Content-Security-Policy")
        self.assertIn("default-src 'self'", policy)
        self.assertIn("frame-ancestors 'none'", policy)
        self.assertNotIn("unsafe", policy)

    def test_the_token_is_taken_off_the_address(self):
        inspector = self.open_inspector(self.playground)
        self.assertNotIn("token", inspector.page.url)
        inspector.page.reload()
        inspector.expect_connection("Connected")
        # Another tab does not have the token.
        page = self.context.new_page()
        page.goto(inspector.page.url)
        page.get_by_text("The server does not know this tab").wait_for()


class SourceTests(BrowserTestCase):
    def test_the_inspector_never_makes_markup_from_texts(self):
        for script in (ROOT / "Sources/CausewayPlayground/Inspector/Page").glob("*.js"):
            text = script.read_text(encoding="utf-8")
            for word in ["innerHTML =", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"]:
                self.assertNotIn(word, text, script.name)
