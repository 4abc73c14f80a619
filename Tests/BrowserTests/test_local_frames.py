"""Frames whose documents come from the page and not from a server: `srcdoc`, `blob:` and empty frames."""

from playwright.sync_api import expect

from support.browser import PAGES, BrowserTestCase
from support.dev_server import DevServer

# Adds a frame to the page, waits for its `load` event, and returns it.
ADD = """
  const add = (set) => new Promise((resolve) => {
    const frame = document.createElement("iframe");
    let loads = 0;
    frame.addEventListener("load", () => { frame.loads = ++loads; resolve(frame); });
    set(frame);
    document.body.append(frame);
  });
  const blobURL = (html, type = "text/html") => URL.createObjectURL(new Blob([html], { type }));
"""


class LocalFrameTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)

    def open_frames(self):
        page = self.open_page(self.playground, "local-frames.html")
        page.wait_for_load_state()
        return page

    def run_in(self, page, body, argument=None):
        return page.evaluate(f"async (argument) => {{ {ADD} {body} }}", argument)

    def test_frames_in_the_html_have_their_bridge_before_their_own_scripts(self):
        page = self.open_frames()
        self.assertEqual(
            page.evaluate("() => found"), {"parsed": "function", "written": "function", "empty": "function"})

    def test_every_way_to_fill_a_frame_gives_it_a_bridge_and_runs_its_scripts_once(self):
        page = self.open_frames()
        found = self.run_in(page, """
          window.found = {};
          await add((frame) => { frame.srcdoc = frameHTML("property"); });
          await add((frame) => { frame.setAttribute("srcdoc", frameHTML("attribute")); });
          await add((frame) => { frame.src = blobURL(frameHTML("blob")); });
          const escaped = (name) => frameHTML(name).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
          const markup = (name) => `<iframe srcdoc="${escaped(name)}"></iframe>`;
          const loads = [];
          const holder = (fill) => {
            const element = document.createElement("div");
            document.body.append(element);
            fill(element);
            const frame = element.querySelector("iframe");
            loads.push(new Promise((resolve) => frame.addEventListener("load", resolve)));
          };
          holder((element) => { element.innerHTML = markup("innerHTML"); });
          holder((element) => { element.insertAdjacentHTML("beforeend", markup("adjacent")); });
          holder((element) => {
            const template = document.createElement("template");
            template.innerHTML = markup("template");
            element.append(template.content.cloneNode(true));
          });
          await Promise.all(loads);
          const later = await add((frame) => { frame.srcdoc = frameHTML("first"); });
          const again = new Promise((resolve) => later.addEventListener("load", resolve));
          later.srcdoc = frameHTML("second");
          await again;
          // A frame that was empty first.
          const third = await add(() => {});
          const filled = new Promise((resolve) => third.addEventListener("load", resolve));
          third.srcdoc = frameHTML("third");
          await filled;
          return found;
        """)
        names = ["property", "attribute", "blob", "innerHTML", "adjacent", "template", "first", "second", "third"]
        self.assertEqual(found, {name: "function" for name in names})

    def test_each_frame_is_a_document_of_its_own_with_the_pages_origin(self):
        inspector = self.open_inspector(self.playground)
        page = self.open_frames()
        answers = self.run_in(page, """
          const frames = [
            await add((frame) => { frame.srcdoc = frameHTML("one"); }),
            await add((frame) => { frame.src = blobURL(frameHTML("two")); }),
          ];
          const inner = (await add(() => {})).contentWindow;
          inner.ask = (type) => inner.webkit.messageHandlers.todayWebViewBridge.postMessage({ type });
          const windows = [...frames.map((frame) => frame.contentWindow), inner];
          return Promise.all(windows.map(async (window) => String(await window.ask("refreshToken"))));
        """)
        # The Today WebView Bridge answers this question only in the main frame.
        self.assertEqual(answers, ["undefined"] * 3)
        refused = inspector.row("refreshToken", "refused")
        expect(refused).to_have_count(3)
        refused.first.click()
        expect(inspector.details).to_contain_text("This frame may not send this request")
        inspector.choose_kind("Documents")
        # Three frames of the HTML, and three that the test has added.
        origin = self.playground.page.rstrip("/")
        expect(inspector.row("Document opened", f"frame {origin}")).to_have_count(7)
        # The text "frame" is also a part of the text "main frame".
        expect(inspector.row("Document opened", f"main frame {origin}")).to_have_count(1)
        self.run_in(page, "document.querySelectorAll('iframe').forEach((frame) => frame.remove());")
        expect(inspector.row("Document left")).to_have_count(6)

    def test_a_sandboxed_frame_is_left_alone_unless_it_has_the_pages_origin(self):
        page = self.open_frames()
        found = self.run_in(page, """
          const reports = [];
          addEventListener("message", ({ data }) => reports.push(data));
          const html = "<script>parent.postMessage(typeof window.webkit, '*')<\\/script>";
          const foreign = await add((frame) => { frame.sandbox = "allow-scripts"; frame.srcdoc = html; });
          const own = await add((frame) => { frame.sandbox = "allow-scripts allow-same-origin"; frame.srcdoc = html; });
          while (reports.length < 2) await new Promise((resolve) => addEventListener("message", resolve, { once: true }));
          return [reports, foreign.loads, own.loads];
        """)
        self.assertEqual(found, [["undefined", "object"], 1, 1])

    def test_a_frame_in_a_frame_has_a_bridge(self):
        page = self.open_frames()
        found = self.run_in(page, """
          const inner = `<script>top.found.inner = typeof webkit.messageHandlers.todayWebViewBridge.postMessage<\\/script>`;
          const loaded = new Promise((resolve) => { window.innerLoaded = resolve; });
          await add((frame) => {
            frame.srcdoc = `<body><script>
              const frame = document.createElement("iframe");
              frame.srcdoc = ${JSON.stringify(inner).replaceAll("</", "<\\\\/")};
              frame.onload = () => top.innerLoaded();
              document.body.append(frame);
            <\\/script>`;
          });
          await loaded;
          return found.inner;
        """)
        self.assertEqual(found, "function")

    def test_a_parsed_page_is_not_observed_before_it_may_have_such_a_frame(self):
        # The script of the server runs first, so the page cannot replace the observer; it is counted by its work.
        self.context.add_init_script("""
          window.observed = 0;
          const { observe, disconnect } = MutationObserver.prototype;
          MutationObserver.prototype.observe = function (...values) {
            window.observed += 1;
            return Reflect.apply(observe, this, values);
          };
          MutationObserver.prototype.disconnect = function () {
            window.observed = 0;
            return Reflect.apply(disconnect, this, []);
          };
        """)
        page = self.open_page(self.playground)
        counts = self.run_in(page, """
          document.body.insertAdjacentHTML("beforeend", "<p>text</p>");
          await add((frame) => { frame.src = "index.html"; frame.setAttribute("title", "From the server"); });
          await add(() => {});
          const before = observed;
          await add((frame) => { frame.srcdoc = "<p>"; });
          return [before, observed > 0];
        """)
        self.assertEqual(counts, [0, True])

    def test_the_page_sees_what_it_has_written(self):
        page = self.open_frames()
        facts = self.run_in(page, """
          const html = frameHTML("own");
          const written = await add((frame) => { frame.srcdoc = html; });
          const quirks = "<title>x</title><p>é";
          const url = blobURL(quirks);
          const blob = await add((frame) => { frame.src = url; });
          const latin = await add((frame) => {
            frame.src = blobURL(new Uint8Array([...new TextEncoder().encode("<meta charset=latin1>"), 0xe9]));
          });
          const inner = written.contentDocument;
          return {
            srcdoc: written.srcdoc === html && written.getAttribute("srcdoc") === html,
            src: blob.src === url && blob.getAttribute("src") === url,
            content: await (await fetch(url)).text() === quirks,
            loads: [written.loads, blob.loads],
            head: [inner.doctype?.name, inner.documentElement.lang, inner.head.dataset.of, inner.scripts.length],
            modes: [inner.compatMode, blob.contentDocument.compatMode],
            letters: [blob.contentDocument.body.textContent, latin.contentDocument.body.textContent],
          };
        """)
        self.assertEqual(facts, {
            "srcdoc": True, "src": True, "content": True, "loads": [1, 1], "head": ["html", "cy", "page", 1],
            "modes": ["CSS1Compat", "BackCompat"], "letters": ["é", "é"],
        })

    def test_a_page_may_revoke_the_url_of_a_frame_that_it_has_begun_to_load(self):
        page = self.open_frames()
        found = self.run_in(page, """
          const frame = document.createElement("iframe");
          const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
          const url = blobURL(frameHTML("revoked"));
          frame.src = url;
          document.body.append(frame);
          URL.revokeObjectURL(url);
          await loaded;
          const gone = await fetch(url).then(() => "still there", () => "gone");
          return [found.revoked, gone];
        """)
        self.assertEqual(found, ["function", "gone"])

    def test_an_empty_frame_that_is_written_keeps_its_bridge(self):
        page = self.open_frames()
        facts = self.run_in(page, """
          const { contentDocument: inner, contentWindow: window } = await add(() => {});
          inner.open();
          inner.write(frameHTML("opened"));
          inner.close();
          return [found.opened, String(await window.ask("refreshToken"))];
        """)
        self.assertEqual(facts, ["function", "undefined"])

    def test_a_frame_that_comes_from_the_server_later_has_one_bridge(self):
        inspector = self.open_inspector(self.playground)
        page = self.open_frames()
        self.run_in(page, """
          const frame = await add(() => {});
          const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
          frame.src = "index.html";
          await loaded;
          await frame.contentWindow.ask("headers");
        """)
        expect(inspector.row("headers")).to_have_count(1)


class PolicyTests(BrowserTestCase):
    """Pages whose Content-Security-Policy forbids inline scripts."""

    def open_page_with(self, policy):
        server = DevServer(policy=policy)
        self.addCleanup(server.close)
        return self.open_page(self.serve("--proxy", server.address))

    def found(self, page):
        return page.evaluate(f"""async () => {{ {ADD}
          const kind = (frame) => typeof frame.contentWindow.webkit?.messageHandlers.todayWebViewBridge?.postMessage;
          return [
            kind(await add((frame) => {{ frame.srcdoc = "<p>"; }})), kind(await add(() => {{}})),
            kind(await add((frame) => {{ frame.src = blobURL("<p>"); }})),
          ];
        }}""")

    def test_frames_of_a_page_without_inline_scripts_have_a_bridge(self):
        page = self.open_page_with("default-src 'self'; frame-src blob:")
        self.assertEqual(self.found(page), ["function"] * 3)

    def test_frames_of_a_page_with_trusted_types_have_a_bridge(self):
        page = self.open_page_with("require-trusted-types-for 'script'")
        found = page.evaluate(f"""async () => {{ {ADD}
          const policy = trustedTypes.createPolicy("page", {{ createHTML: (text) => text }});
          const kind = (frame) => typeof frame.contentWindow.webkit?.messageHandlers.todayWebViewBridge?.postMessage;
          return [kind(await add((frame) => {{ frame.srcdoc = policy.createHTML("<p>"); }})), kind(await add(() => {{}}))];
        }}""")
        self.assertEqual(found, ["function"] * 2)

    def test_a_page_that_forbids_the_script_in_its_frames_is_told_so(self):
        page = self.open_page_with("require-trusted-types-for 'script'; trusted-types page")
        with page.expect_console_message(lambda message: "this frame has no bridge" in message.text):
            page.evaluate("() => document.body.append(document.createElement('iframe'))")
