"""Connections of documents: the tab that a connection belongs to, and connections that break off."""

from playwright.sync_api import expect

from support.browser import PAGES, BrowserTestCase
from support.dev_server import DevServer
from support.document_socket import DocumentSocket, issue_token, new_name


class ConnectionTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)
        self.port = self.playground.port

    def connect(self, token, name="", host=None):
        connection = DocumentSocket(self.port, token, name, host)
        self.addCleanup(connection.close)
        return connection

    def test_a_page_that_connects_again_replaces_its_dead_connection(self):
        first = self.connect(issue_token(self.port))
        token, tab = first.read_remark("+").split()[0], first.read_remark("~")
        # The first connection stays open, like a connection whose end never reaches the server.
        second = self.connect(token, tab)
        self.assertEqual(second.read_remark("~"), tab)
        self.assertEqual(first.read_end(), 1001)

    def test_documents_that_wait_for_a_tab_do_not_push_each_other_out(self):
        first = self.connect(issue_token(self.port))
        tab = first.read_remark("~")
        waiting = [self.connect(issue_token(self.port), tab) for _ in range(2)]
        names = {connection.read_remark("~") for connection in waiting}
        self.assertEqual(len(names - {tab}), 2, "each gets a tab of its own, because the first stays")

    def test_a_frame_that_connects_again_while_it_waits_is_not_lost(self):
        inspector = self.open_inspector(self.playground)
        name = new_name()
        lost = self.connect(issue_token(self.port, "iframe"), name)
        lost.close()
        self.connect(issue_token(self.port, "iframe"), name)
        inspector.choose_kind("Documents")
        inspector.expect_row("Document opened", "frame")
        expect(inspector.row("Document opened")).to_have_count(1)

    def test_a_frame_that_is_reported_late_connects_again(self):
        inspector = self.open_inspector(self.playground)
        top = self.connect(issue_token(self.port))
        name = new_name()
        frame = self.connect(issue_token(self.port, "iframe"), name)
        inspector.choose_kind("Documents")
        expect(inspector.row("Document opened")).to_have_count(2)
        top.send("^" + name)
        self.assertEqual(frame.read_end(), 1001)

    def test_a_name_that_is_too_long_is_refused(self):
        self.assertEqual(self.connect(issue_token(self.port), "0" * 65).read_end(), 4001)


class ForeignWindowTests(BrowserTestCase):
    def test_another_window_cannot_put_a_frame_into_a_tab(self):
        playground = self.serve(PAGES)
        evil = self.context.new_page()
        site = DevServer()
        self.addCleanup(site.close)
        evil.goto(site.address)
        evil.evaluate("""() => {
          window.names = [];
          addEventListener("message", ({ data }) => {
            if (String(data).startsWith("causeway-frame ")) names.push(data);
          });
        }""")
        with evil.expect_popup() as opening:
            evil.evaluate("() => { window.victim = open('about:blank'); }")
        victim = opening.value
        sent = []

        def watch(socket):
            socket.on("framesent", lambda frame: sent.append(frame))

        victim.on("websocket", watch)
        page = playground.page + "frames.html"
        evil.evaluate("(page) => { victim.location = page; }", page)
        victim.wait_for_url(page)
        victim.wait_for_load_state()
        victim.evaluate(
            "() => addEventListener('message', ({ data }) => { if (data === 'the last') window.isLast = true; })")
        evil.evaluate(
            "(page) => { document.body.append(Object.assign(document.createElement('iframe'), { src: page })); }",
            playground.page + "index.html")
        evil.wait_for_function("() => names.length > 0")
        name = evil.evaluate("() => names[0]").split(" ")[1]
        evil.evaluate("() => { for (const text of [...names, 'the last']) victim.postMessage(text, '*'); }")
        victim.wait_for_function("() => window.isLast")
        victim.evaluate("() => ask('headers')")
        texts = [str(frame) for frame in sent]
        self.assertEqual(len([text for text in texts if text.startswith("^")]), 3, "the page has three frames")
        self.assertNotIn("^" + name, texts)
