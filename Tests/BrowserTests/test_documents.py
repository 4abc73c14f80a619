"""The life of a document: a reload during a request, two tabs, a restart of the server."""

from playwright.sync_api import expect

from support.browser import PAGES, BrowserTestCase


class DocumentTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)
        self.inspector = self.open_inspector(self.playground)

    def test_a_reload_in_the_middle_of_a_request(self):
        page = self.open_page(self.playground)
        page.evaluate("() => capture('before')")
        self.inspector.expect_row("camera.document.capture", "waiting")
        page.reload()
        self.inspector.expect_row("Document left", "#1")
        self.inspector.expect_row("Document opened", "#2")
        row = self.inspector.row("camera.document.capture")
        expect(self.inspector.cell(row, "outcome")).not_to_have_text("waiting")
        row.click()
        expect(self.inspector.details).to_contain_text("before the answer")
        # Messages of the new document are answered.
        self.assertIn("X-Today-Client", page.evaluate("() => ask('headers')")["value"])
        self.inspector.expect_row("headers", "#2")

    def test_two_tabs_do_not_disturb_each_other(self):
        first = self.open_page(self.playground)
        second = self.open_page(self.playground)
        first.evaluate("() => capture('of the first')")
        self.inspector.expect_row("camera.document.capture", "#1", "waiting")
        self.assertIn("X-Today-Client", second.evaluate("() => ask('headers')")["value"])
        second.close()
        self.inspector.expect_row("Document left", "#2")
        self.inspector.expect_row("camera.document.capture", "#1", "waiting")
        self.assertIn("X-Today-Client", first.evaluate("() => ask('headers')")["value"])

    def test_two_inspectors_show_the_same(self):
        other = self.open_inspector(self.playground)
        page = self.open_page(self.playground)
        page.evaluate("() => ask('headers')")
        for inspector in [self.inspector, other]:
            inspector.expect_row("headers", "answered")
        late = self.open_inspector(self.playground)
        late.expect_row("headers", "answered")

    def test_the_server_is_started_again(self):
        page = self.open_page(self.playground)
        remarks = []
        page.on("console", lambda message: remarks.append(message.text))
        page.evaluate("() => ask('headers')")
        self.inspector.expect_row("headers", "answered")
        self.playground.end()
        self.inspector.expect_connection("Server gone")
        expect(self.inspector.banner).to_contain_text("The server has stopped")
        self.inspector.expect_row("headers", "answered")
        with page.expect_console_message(lambda message: "connected again" in message.text):
            self.playground.start(self.playground.port)
        self.assertTrue(any("the connection to causeway serve was lost" in remark for remark in remarks), remarks)
        # Without a reload, the page's messages are answered again.
        self.assertIn("X-Today-Client", page.evaluate("() => ask('headers')")["value"])
        self.inspector.expect_connection("Connected")
        expect(self.inspector.banner).to_be_hidden()
        # The inspector shows the messages from before and after the restart.
        expect(self.inspector.row("headers", "answered")).to_have_count(2)

    def test_requests_that_are_open_when_the_server_ends_fail(self):
        page = self.open_page(self.playground)
        panel = self.inspector.open_panel("Faults")
        panel.get_by_label("Capability", exact=True).select_option(label="today: headers")
        panel.get_by_label("Fault", exact=True).select_option(label="Never answer")
        panel.get_by_role("button", name="Set this fault").click()
        expect(panel.get_by_role("row", name="today: headers")).to_contain_text("never answers")
        page.evaluate("() => { window.promise = ask('headers'); }")
        self.inspector.expect_row("headers", "waiting")
        page.evaluate("() => capture('lost')")
        self.inspector.expect_row("camera.document.capture", "waiting")
        with page.expect_console_message(lambda message: "connected again" in message.text):
            self.playground.restart()
        self.inspector.expect_connection("Connected")
        row = self.inspector.row("camera.document.capture")
        expect(self.inspector.cell(row, "outcome")).to_have_text("page left")
        # The Today WebView Bridge answers a failed request for headers with an empty object.
        self.assertEqual(page.evaluate("() => promise")["value"], {})

    def test_what_a_page_sends_while_the_server_is_gone_fails_and_is_not_done_later(self):
        page = self.open_page(self.playground)
        page.evaluate("() => ask('headers')")
        self.inspector.expect_row("headers", "answered")
        with page.expect_console_message(lambda message: "was lost" in message.text):
            self.playground.end()
        # The Today WebView Bridge answers a failed request for headers with an empty object.
        self.assertEqual(page.evaluate("() => ask('headers')")["value"], {})
        # Many large messages also fail at once.
        milliseconds = page.evaluate("""async () => {
          const start = performance.now();
          const text = "x".repeat(100_000);
          await Promise.all(
            Array.from({ length: 100 }, () => ask("track", { ename: "much", parameters: { text } })));
          return performance.now() - start;
        }""")
        self.assertLess(milliseconds, 9_000)
        self.playground.start(self.playground.port)
        self.assertIn("X-Today-Client", page.evaluate("() => ask('headers')")["value"])
        self.inspector.expect_connection("Connected")
        expect(self.inspector.row("headers", "answered")).to_have_count(2)
        expect(self.inspector.row("much")).to_have_count(0)

    def test_a_session_is_established_only_if_a_page_has_fetched_its_cookie(self):
        page = self.open_page(self.playground)
        page.route("**/__causeway/cookie/*", lambda route: route.abort())
        self.assertEqual(page.evaluate("() => ask('establishSession')")["value"], {"ok": False})
        page.unroute("**/__causeway/cookie/*")
        self.assertEqual(page.evaluate("() => ask('establishSession')")["value"], {"ok": True})

    def test_a_tab_that_is_stopped_does_not_stop_the_sessions_of_the_others(self):
        stopped = self.open_page(self.playground)
        # The test never answers this fetch, so the tab cannot answer the server, as if a debugger had stopped the
        # tab.
        routes = []
        stopped.route("**/__causeway/cookie/*", lambda route: routes.append(route))
        page = self.open_page(self.playground)
        self.assertEqual(page.evaluate("() => ask('establishSession')")["value"], {"ok": True})
        self.assertEqual(len(routes), 1)
        routes[0].abort()
