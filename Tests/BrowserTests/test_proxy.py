"""`causeway serve --proxy`: a development server behind the playground, with its hot reload."""

import pathlib
import socket
import subprocess
import tempfile

from playwright.sync_api import expect

from support.browser import TIMEOUT, BrowserTestCase
from support.dev_server import DevServer


class ProxyTests(BrowserTestCase):
    def proxy(self, policy=None):
        """Starts a development server and a playground in front of it."""
        server = DevServer(policy)
        self.addCleanup(server.close)
        return server, self.serve("--proxy", server.address)

    def test_the_page_has_its_bridges_and_hot_reload(self):
        server, playground = self.proxy()
        inspector = self.open_inspector(playground)
        page = self.open_page(playground)
        self.assertEqual(page.evaluate("() => window.foundAtStart"), "function")
        expect(page.locator("#text")).to_have_text("first")
        page.wait_for_function("() => window.hotReload !== undefined")
        self.assertEqual(page.evaluate("() => window.hotReload"), "vite-hmr")
        self.assertIn("X-Today-Client", page.evaluate("() => ask('headers')"))
        inspector.expect_row("headers", "answered")

        page.evaluate("() => (window.isSameDocument = true)")
        server.change("second")
        expect(page.locator("#text")).to_have_text("second")
        # The dev server has replaced the module in the same document, so the document's conversation continues.
        self.assertEqual(page.evaluate("() => [window.isSameDocument, window.loads]"), [True, 2])
        self.assertIn("X-Today-Client", page.evaluate("() => ask('headers')"))
        expect(inspector.row("headers", "#1", "answered")).to_have_count(2)

    def test_only_this_machine_may_have_a_certificate_made_by_hand(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        certificate = pathlib.Path(folder.name) / "own.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=own",
             "-keyout", certificate, "-out", folder.name + "/certificate"], check=True, capture_output=True)
        certificate.write_bytes(certificate.read_bytes() + pathlib.Path(folder.name, "certificate").read_bytes())
        # The machine's own host name serves as the name of another machine.
        for host, status in [("localhost", b"101"), (socket.gethostname(), b"502")]:
            server = DevServer(host=host, certificate=certificate)
            self.addCleanup(server.close)
            playground = self.serve("--proxy", server.address)
            head = (f"GET / HTTP/1.1\r\nHost: localhost:{playground.port}\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                    "Sec-WebSocket-Version: 13\r\n\r\n")
            with socket.create_connection(("127.0.0.1", playground.port), timeout=60) as client:
                client.sendall(head.encode())
                self.assertEqual(client.recv(12)[9:12], status, host)

    def test_a_full_reload_is_a_new_document(self):
        server, playground = self.proxy()
        inspector = self.open_inspector(playground)
        page = self.open_page(playground)
        page.wait_for_function("() => window.hotReload !== undefined")
        server.text = "after the reload"
        with page.expect_navigation():
            server.reload()
        expect(page.locator("#text")).to_have_text("after the reload")
        self.assertIn("X-Today-Client", page.evaluate("() => ask('headers')"))
        inspector.expect_row("headers", "#2", "answered")

    def test_html_is_never_taken_from_a_cache(self):
        server, playground = self.proxy()
        page = self.open_page(playground)
        page.reload()
        self.assertEqual(page.evaluate("() => window.foundAtStart"), "function")
        self.assertEqual(len(server.page_fields), 2)
        for fields in server.page_fields:
            self.assertNotIn("If-None-Match", fields)

    def test_html_that_a_script_has_read_is_not_shown_from_a_cache(self):
        _, playground = self.proxy()
        page = self.open_page(playground)
        # The site lets the browser cache its HTML, but the HTML that a script fetches has no bridge, so it must
        # not be cached.
        fields = page.evaluate("async () => [...(await fetch('/')).headers]")
        self.assertEqual(dict(fields)["cache-control"], "no-cache")
        self.assertEqual(dict(fields)["vary"], "Sec-Fetch-Dest, Sec-Fetch-Mode")
        page.goto(playground.page + "?other")
        page.go_back()
        self.assertEqual(page.evaluate("() => window.foundAtStart"), "function")

    def test_a_strict_policy_of_the_site_stays_strict(self):
        _, playground = self.proxy("default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'none'")
        inspector = self.open_inspector(playground)
        page = self.open_page(playground)
        expect(page.locator("#text")).to_have_text("first")
        self.assertIn("X-Today-Client", page.evaluate("() => ask('headers')"))
        inspector.expect_row("headers", "answered")
        # The site's policy must still forbid its own inline script.
        self.assertIsNone(page.evaluate("() => window.foundAtStart ?? null"))

    def test_other_requests_pass_unchanged(self):
        server, playground = self.proxy()
        page = self.open_page(playground)
        answer = page.evaluate("async () => await (await fetch('/api', { method: 'POST', body: 'hello' })).text()")
        self.assertEqual(answer, "olleh")
        self.assertEqual(server.posted, [b"hello"])
        self.assertEqual(page.evaluate("async () => (await fetch('/missing')).status"), 404)

    def test_a_body_that_ends_early_is_an_error(self):
        _, playground = self.proxy()
        page = self.open_page(playground)
        read = "async (path) => await (await fetch(path)).text().catch((error) => error.name)"
        self.assertEqual(page.evaluate(read, "/cut"), "TypeError")
        # The next answer must not be read as the rest of the answer that was cut off.
        self.assertEqual(page.evaluate(read, "/missing"), "There is no such file.")

    def test_long_bodies_are_forwarded(self):
        server, playground = self.proxy()
        page = self.open_page(playground)
        # A blob, because Chromium takes seconds to send a long text.
        post = """async (count) => {
          const body = new Blob([new Uint8Array(count)]);
          return (await fetch('/api', { method: 'POST', body })).status;
        }"""
        self.assertEqual(page.evaluate(post, (64 << 20) + 1), 200)
        self.assertEqual([len(body) for body in server.posted], [(64 << 20) + 1])
        response = page.goto(playground.page + "large")
        self.assertEqual(response.status, 200)
        self.assertEqual(page.evaluate("() => typeof window.webkit?.messageHandlers.todayWebViewBridge"), "object")

    def test_a_stream_of_events_opens_before_its_first_event(self):
        server, playground = self.proxy()
        page = self.open_page(playground)
        page.evaluate("""async () => {
          window.source = new EventSource("/events");
          source.addEventListener("message", ({ data }) => { window.news = data; source.close(); });
          await new Promise((resolve) => source.addEventListener("open", resolve));
        }""")
        self.assertFalse(server.may_send.is_set())
        server.may_send.set()
        page.wait_for_function("() => window.news === 'news'")

    def test_a_stream_of_events_ends_when_its_page_closes_it(self):
        server, playground = self.proxy()
        page = self.open_page(playground)
        page.evaluate("""async () => {
          window.source = new EventSource("/events");
          await new Promise((resolve) => source.addEventListener("open", resolve));
          source.close();
        }""")
        # The stream has no event that could show the playground that nobody reads it.
        self.assertTrue(server.has_left.wait(TIMEOUT / 1_000), "the playground still reads the stream")

    def test_a_page_whose_policy_forbids_all_scripts_is_named(self):
        server, playground = self.proxy(policy="sandbox allow-forms; default-src 'self'")
        inspector = self.open_inspector(playground)
        self.open_page(playground)
        sentence = "runs no scripts and finds no bridge, because its Content-Security-Policy has `sandbox` without"
        inspector.page.get_by_text(sentence).wait_for()
        # An inspector that is opened later says it too.
        self.open_inspector(playground).page.get_by_text(sentence).wait_for()
        playground.end()
        self.assertEqual(playground.log.count(sentence), 1)

    def test_a_development_server_that_is_gone_is_named(self):
        server, playground = self.proxy()
        address = server.address
        server.close()
        self._cleanups = [entry for entry in self._cleanups if entry[0] != server.close]
        page = self.context.new_page()
        response = page.goto(playground.page)
        self.assertEqual(response.status, 502)
        expect(page.locator("body")).to_contain_text(address)
