"""The algorithms of the specification: navigation, scripts, text, keys, clicks, cookies, windows and all endpoints."""

import http.server
import json
import os
import pathlib
import sys
import tempfile
import textwrap
import threading
import urllib.error
import urllib.request

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.relative_locator import locate_with

from support.driver import PAGES, Driver, DriverTestCase, PageTestCase, Session


class Site(http.server.BaseHTTPRequestHandler):
    """A server with answers that browsers do not like, and a page that takes its time."""

    released = threading.Event()

    def do_GET(self):
        if self.path == "/broken":
            self.connection.close()
            return
        status = {"/empty": 204, "/missing": 404}.get(self.path, 200)
        self.send_response(status)
        self.send_header("Content-Type", "application/zip" if self.path == "/archive" else "text/html")
        self.end_headers()
        if self.path == "/slow":
            self.wfile.write(b"<title>Slow</title>")
            self.wfile.flush()
            self.released.wait(60)
            self.wfile.write(b"<p id=last>Last</p>")
        elif status != 204:
            self.wfile.write(f"<title>{self.path}</title><a id=link href=/slow>Slow</a>".encode())

    def log_message(self, *_):
        pass


class SiteTestCase(DriverTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.port = server.server_port
        cls.site = f"http://127.0.0.1:{server.server_port}"
        cls.browser = Session(cls.driver)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        Site.released.clear()
        self.addCleanup(Site.released.set)
        self.browser.get(f"{self.site}/start")


class NavigationTests(SiteTestCase):
    def test_a_page_that_cannot_be_loaded(self):
        failures = {
            "http://127.0.0.1:9999/": "refused", "http://nowhere.invalid/": "nowhere.invalid",
            f"https://127.0.0.1:{self.port}/": "TLS", f"{self.site}/broken": "terminated",
            f"{self.site}/archive": "application/zip", "unknown:page": "shown", "file:///nothing.html": "nothing.html",
        }
        for url, part in failures.items():
            with self.subTest(url):
                self.assertFails("WebDriverException", part, self.browser.get, url)
                self.assertEqual(self.browser.title, "/start")
        self.assertFails("WebDriverException", "refuses", self.browser.get, "http://127.0.0.1:25/")

    def test_an_error_of_the_server_is_a_page(self):
        self.browser.get(f"{self.site}/missing")
        self.assertEqual(self.browser.title, "/missing")

    def test_an_answer_without_content_leaves_the_page(self):
        self.browser.get(f"{self.site}/empty")
        self.assertEqual(self.browser.title, "/start")

    def test_a_text_that_is_no_url(self):
        for text in ["not a url", "/path", "http://", "http://127.0.0.1:99999/"]:
            self.assertFails("InvalidArgumentException", text, self.browser.get, text)

    def test_a_failure_is_forgotten(self):
        self.assertFails("WebDriverException", "refused", self.browser.get, "http://127.0.0.1:9999/")
        self.browser.get(f"{self.site}/next")
        self.browser.back()
        self.browser.refresh()
        self.assertEqual(self.browser.title, "/start")

    def test_a_click_waits_for_the_page_that_it_opens(self):
        clicks = threading.Thread(target=self.browser.find_element(By.ID, "link").click)
        clicks.start()
        clicks.join(1)
        self.assertTrue(clicks.is_alive(), "the click has returned before its page was loaded")
        Site.released.set()
        clicks.join()
        self.assertTrue(self.browser.execute_script("return document.readyState === 'complete' && !!document.title"))
        self.assertEqual(self.browser.find_element(By.ID, "last").text, "Last")

    def test_a_click_waits_no_longer_than_the_page_load_timeout(self):
        session = self.session()
        session.get(f"{self.site}/start")
        session.set_page_load_timeout(1)
        self.assertFails("TimeoutException", "1000 ms", session.find_element(By.ID, "link").click)


class CookieTests(SiteTestCase):
    def test_a_cookie_of_another_site(self):
        self.browser.add_cookie({"name": "own", "value": "1"})
        self.assertEqual(self.browser.get_cookie("own")["value"], "1")
        for domain in ["other.example", "0.0.1"]:
            self.assertFails(
                "InvalidCookieDomainException", domain, self.browser.add_cookie,
                {"name": "other", "value": "1", "domain": domain})

    def test_a_page_without_cookies(self):
        self.browser.get("data:text/html,page")
        self.assertFails("InvalidCookieDomainException", "host", self.browser.add_cookie, {"name": "a", "value": "b"})


class ReadingTests(PageTestCase):
    page = "reading.html"

    def text(self, name):
        return self.browser.by_id(name).text

    def test_a_text_has_a_line_for_each_block(self):
        self.assertEqual(self.text("blocks"), "One\nTwo\nThree\nFour\nfive six\nseven\n\neight")
        self.assertEqual(self.text("pre"), "  a\n b  c")
        self.assertEqual(self.text("table"), "a b\nc d")

    def test_a_text_is_what_a_person_sees(self):
        self.assertEqual(self.text("styles"), "UP Hello World's End  x")
        self.assertEqual(self.text("hidden"), "")
        self.assertEqual(self.text("host"), "shadow\nlight")

    def test_a_rectangle_is_that_in_the_page(self):
        before = self.browser.by_id("low").rect
        self.browser.execute_script("scrollTo(0, 500)")
        self.assertEqual(self.browser.by_id("low").rect, before)
        self.assertGreater(before["y"], 3_000)

    def test_attributes_and_properties(self):
        box = self.browser.by_id("box")
        wanted = {
            "checked": "true", "CHECKED": "true", "disabled": None, "type": "checkbox", "data-kind": "box", "x": None}
        self.assertEqual({name: box.get_dom_attribute(name) for name in wanted}, wanted)
        self.assertIs(box.get_property("checked"), True)
        self.assertEqual(box.get_property("nextElementSibling"), self.browser.by_id("frame"))
        self.assertIsNone(box.get_property("nothing"))


class ScriptTests(PageTestCase):
    page = "reading.html"

    def run_script(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def test_elements_in_arguments_and_results(self):
        box = self.browser.by_id("box")
        self.assertEqual(self.run_script("return arguments[0][0].id", [box]), "box")
        self.assertEqual(self.run_script("return arguments[0].a.b.id", {"a": {"b": box}}), "box")
        self.assertEqual(self.run_script("return { a: [arguments[0][0]] }", [box]), {"a": [box]})
        done = "setTimeout(arguments[1], 0, [arguments[0].a])"
        self.assertEqual(self.browser.execute_async_script(done, {"a": box}), [box])

    def test_relative_locators(self):
        frame = self.browser.find_element(locate_with(By.TAG_NAME, "iframe").near(self.browser.by_id("box")))
        self.assertEqual(frame.get_attribute("id"), "frame")
        self.assertEqual(self.browser.find_elements(locate_with(By.ID, "blocks").below(frame)), [])

    def test_shadow_roots(self):
        [root] = self.run_script("return [document.getElementById('host').shadowRoot]")
        self.assertEqual(root.find_element(By.CSS_SELECTOR, "p").text, "shadow")
        self.assertEqual(self.run_script("return arguments[0].a.host.id", {"a": root}), "host")
        self.run_script("document.getElementById('host').remove()")
        self.assertFails("DetachedShadowRootException", "document", self.run_script, "return arguments[0]", [root])

    def test_windows_and_frames(self):
        references = self.run_script("return [window, frames[0]]")
        self.assertEqual(
            [list(reference) for reference in references],
            [["window-fcc6-11e5-b4f8-330a88ab9d7f"], ["frame-075b-4da1-b6ba-e579c2d3230a"]])
        same = "return arguments[0][0] === top && arguments[0][1] === top.frames[0]"
        self.assertTrue(self.run_script(same, references))
        self.browser.switch_to.frame(self.browser.by_id("frame"))
        self.assertTrue(self.run_script(same, references))
        self.assertEqual(self.run_script("return [top, window]"), references)

    def test_values(self):
        for script, value in {
            "return NaN": None, "return undefined": None, "return [, 1]": [None, 1], "return () => 1": {},
            "return document.querySelectorAll('pre').length": 1, "return { toJSON: () => [1] }": [1],
            "return (function () { return arguments })(1, 2)": [1, 2], "return document.body.classList": [],
            "const a = { x: 1 }; return [a, a]": [{"x": 1}, {"x": 1}], "return Promise.resolve(7) // seven": 7,
            "return new URL('http://a/')": "http://a/", "return this === window": True,
        }.items():
            with self.subTest(script):
                self.assertEqual(self.run_script(script), value)

    def test_errors(self):
        for script, part in {
            "const a = {}; a.a = a; return a": "contains itself", "return 1n": "bigint", "throw undefined": "undefined",
            "throw ''": "empty", "throw new Error('reason')": "reason", "return Promise.reject(3)": "3",
            "return cloneValue": "cloneValue", "return { get a() { throw new Error('getter') } }": "getter",
        }.items():
            with self.subTest(script):
                self.assertFails("JavascriptException", part, self.run_script, script)
        self.assertFails(
            "StaleElementReferenceException", "document", self.run_script, "return document.createElement('p')")
        self.assertFails("JavascriptException", "left", self.browser.execute_async_script, "location.reload()")


class KeyTests(PageTestCase):
    page = "controls.html"

    def test_keys_are_added_to_the_value(self):
        for name, value in {
            "email": "a@b.c3", "number": "123", "url": "http://a3", "search": "s3", "password": "p3", "tel": "13",
            "text": "t3", "area": "xy3",
        }.items():
            with self.subTest(name):
                control = self.browser.by_id(name)
                control.send_keys("3")
                self.assertEqual(control.get_property("value"), value)

    def test_the_caret_stays_in_an_element_with_the_focus(self):
        for name in ["text", "area", "editable"]:
            with self.subTest(name):
                element = self.browser.by_id(name)
                element.send_keys("AB")
                element.send_keys(Keys.LEFT)
                element.send_keys("C")
                text = self.browser.execute_script("return arguments[0].value ?? arguments[0].textContent", element)
                self.assertTrue(text.endswith("ACB"), text)

    def test_a_part_of_an_editable_element(self):
        part = self.browser.by_id("part")
        part.send_keys("c")
        part.send_keys(Keys.LEFT)
        part.send_keys("d")
        self.assertEqual(part.get_property("textContent"), "bdc")

    def test_files(self):
        files = self.browser.by_id("files")
        files.send_keys(f"{__file__}\n{PAGES / 'input.html'}")
        names = self.browser.execute_script("return [...arguments[0].files].map((file) => file.name)", files)
        self.assertEqual(names, ["test_specification.py", "input.html"])
        self.assertFails("InvalidArgumentException", "/nothing.txt", files.send_keys, "/nothing.txt")

    def test_clearing_tells_the_page(self):
        self.browser.execute_script("""
            window.told = [];
            for (const type of ["focus", "input", "change", "blur"]) {
              document.addEventListener(type, ({ target }) => told.push(`${target.id} ${type}`), true);
            }
            """)
        for name in ["text", "email", "number", "area"]:
            with self.subTest(name):
                control = self.browser.by_id(name)
                control.clear()
                self.assertEqual(control.get_property("value"), "")
                told = self.browser.execute_script("return told.splice(0)")
                self.assertEqual(told, [f"{name} {event}" for event in ["focus", "input", "change", "blur"]])
                control.clear()
                self.assertEqual(self.browser.execute_script("return told.splice(0)"), [])
        self.browser.by_id("editable").clear()
        self.assertEqual(self.browser.by_id("editable").get_property("innerHTML"), "")
        self.assertEqual(
            self.browser.execute_script("return told"), ["editable focus", "editable input", "editable blur"])

    def test_what_cannot_be_cleared(self):
        for name in ["disabled", "invisible"]:
            self.assertFails("InvalidElementStateException", "remove", self.browser.by_id(name).clear)
        self.browser.execute_script("arguments[0].hidden = true", self.browser.by_id("text"))
        self.assertFails("ElementNotInteractableException", "visible", self.browser.by_id("text").clear)

    def test_a_disabled_control(self):
        self.assertFails("ElementNotInteractableException", "focus", self.browser.by_id("disabled").send_keys, "a")


class ClickTests(DriverTestCase):
    def setUp(self):
        self.browser = self.session(page=str(PAGES / "controls.html"), size="390x844")

    def clicked(self, name):
        self.browser.by_id(name).click()
        return self.browser.execute_script("return clicked.splice(0)")

    def test_scroll_bars_take_no_press(self):
        self.assertEqual(self.clicked("buy"), ["buy"])
        self.assertEqual(self.clicked("last"), ["last"])

    def test_what_a_click_cannot_reach_is_not_interactable(self):
        for name in ["invisible", "through"]:
            self.assertFails("ElementNotInteractableException", "clicks", self.browser.by_id(name).click)
        self.assertEqual(self.browser.execute_script("return clicked"), [])

    def test_an_area_of_an_image(self):
        self.assertEqual(self.clicked("right"), ["right"])
        self.assertEqual(self.clicked("corner"), ["corner"])

    def test_a_link_that_contains_a_block(self):
        self.assertEqual(self.clicked("block"), ["block"])


class WindowTests(DriverTestCase):
    def test_the_rectangle(self):
        for device, size in [(None, (400, 300)), ("iphone-16", (393, 700))]:
            session = self.session(page=str(PAGES / "input.html"), **({"device": device} if device else {}))
            self.assertTrue(session.capabilities["setWindowRect"])
            wanted = {"x": 10, "y": 20, "width": size[0], "height": size[1]}
            self.assertEqual(session.set_window_rect(**wanted), wanted)
            self.assertEqual(session.get_window_rect(), wanted)
            self.assertEqual(session.execute_script("return [innerWidth, innerHeight]"), list(size))
            session.by_id("button").click()
            self.assertEqual([event["id"] for event in session.events("click")], ["button"])

    def test_the_whole_screen(self):
        session = self.session(page=str(PAGES / "input.html"))
        for action in [session.maximize_window, session.fullscreen_window]:
            session.set_window_rect(x=5, y=5, width=400, height=300)
            action()
            size = session.get_window_size()
            screen = session.execute_script("return [screen.width, screen.height]")
            self.assertEqual([size["width"], size["height"]], screen)

    def test_what_a_session_cannot_do(self):
        session = self.session(page=str(PAGES / "input.html"))
        self.assertFails(None, "display", session.minimize_window)
        self.assertFails(None, "screenshot", session.print_page)
        session.get("causeway://page.localhost/controls.html")
        session.by_id("blank").click()
        self.assertEqual(len(session.window_handles), 1)
        lines = [line["text"] for line in session.ask("GET", "console")["lines"]]
        self.assertTrue(any("second.html" in line and "window" in line for line in lines), lines)


class EndpointTests(DriverTestCase):
    """A walk over all endpoints: each answers with a value, or refuses with an error that has a text."""

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.driver.url.rstrip("/") + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)["value"]
        except urllib.error.HTTPError as answer:
            return answer.code, json.load(answer)["value"]

    def test_every_endpoint(self):
        session = self.session(page=str(PAGES / "reading.html"))
        element = session.by_id("box").id
        host = session.by_id("host").id
        [root] = session.execute_script("return [document.getElementById('host').shadowRoot]")
        css = {"using": "css selector", "value": "p"}
        base = f"/session/{session.session_id}"
        # An endpoint with a body, and the error that it must answer; None for success.
        walk = [
            ("GET", "timeouts", None, None), ("POST", "timeouts", {"implicit": 0}, None),
            ("POST", "timeouts", {"script": -1}, "invalid argument"), ("GET", "url", None, None),
            ("POST", "url", {}, "invalid argument"), ("POST", "url", {"url": "none"}, "invalid argument"),
            ("GET", "title", None, None), ("GET", "window", None, None), ("GET", "window/handles", None, None),
            ("POST", "window", {"handle": session.current_window_handle}, None),
            ("POST", "window", {}, "invalid argument"),
            ("POST", "window", {"handle": "none"}, "no such window"),
            ("POST", "window/new", {}, "unsupported operation"),
            ("POST", "frame", {"id": None}, None), ("POST", "frame", {}, "invalid argument"),
            ("POST", "frame", {"id": 9}, "no such frame"), ("POST", "frame", {"id": -1}, "invalid argument"),
            ("POST", "frame/parent", {}, None), ("GET", "window/rect", None, None),
            ("POST", "window/rect", {"width": 800, "height": 600}, None),
            ("POST", "window/rect", {"width": "a"}, "invalid argument"), ("POST", "window/maximize", {}, None),
            ("POST", "window/minimize", {}, "unsupported operation"), ("POST", "window/fullscreen", {}, None),
            ("GET", "element/active", None, None), ("GET", f"element/{host}/shadow", None, None),
            ("GET", f"element/{element}/shadow", None, "no such shadow root"), ("POST", "element", css, None),
            ("POST", "element", {"using": "css selector", "value": "#none"}, "no such element"),
            ("POST", "element", {"using": "css selector", "value": "!"}, "invalid selector"),
            ("POST", "element", {"using": "sight", "value": "p"}, "invalid argument"), ("POST", "elements", css, None),
            ("POST", f"element/{host}/element", {**css, "value": "span"}, None),
            ("POST", f"element/{host}/elements", css, None), ("POST", f"shadow/{root.id}/element", css, None),
            ("POST", f"shadow/{root.id}/elements", css, None),
            ("POST", "shadow/none/element", css, "no such shadow root"),
            ("GET", f"element/{element}/selected", None, None), ("GET", f"element/{element}/displayed", None, None),
            ("GET", f"element/{element}/attribute/id", None, None),
            ("GET", f"element/{element}/property/id", None, None),
            ("GET", f"element/{element}/css/color", None, None), ("GET", f"element/{element}/text", None, None),
            ("GET", f"element/{element}/name", None, None), ("GET", f"element/{element}/rect", None, None),
            ("GET", f"element/{element}/enabled", None, None), ("GET", f"element/{element}/computedrole", None, None),
            ("GET", f"element/{element}/computedlabel", None, None),
            ("GET", f"element/{element}/screenshot", None, None),
            ("GET", "element/none/text", None, "no such element"),
            ("POST", "element/none/click", {}, "no such element"),
            ("POST", f"element/{element}/click", {}, None),
            ("POST", f"element/{element}/value", {}, "invalid argument"),
            ("POST", f"element/{element}/value", {"text": " "}, None),
            ("POST", f"element/{host}/clear", {}, "invalid element state"), ("GET", "source", None, None),
            ("POST", "execute/sync", {"script": "return 1", "args": []}, None),
            ("POST", "execute/sync", {"script": "return 1"}, "invalid argument"),
            ("POST", "execute/sync", {"script": "throw 1", "args": []}, "javascript error"),
            ("POST", "execute/async", {"script": "arguments[0](1)", "args": []}, None),
            ("POST", "execute/async", {"args": []}, "invalid argument"),
            ("POST", "cookie", {"cookie": {"name": "a", "value": "b"}}, None),
            ("POST", "cookie", {}, "invalid argument"),
            ("POST", "cookie", {"cookie": {"name": "a", "value": "b", "domain": "c.example"}}, "invalid cookie domain"),
            ("POST", "cookie", {"cookie": {"name": "a", "value": "b", "expiry": -1}}, "invalid argument"),
            ("GET", "cookie", None, None), ("GET", "cookie/a", None, None), ("DELETE", "cookie/a", None, None),
            ("GET", "cookie/a", None, "no such cookie"), ("DELETE", "cookie", None, None),
            ("POST", "actions", {"actions": []}, None), ("POST", "actions", {}, "invalid argument"),
            ("DELETE", "actions", None, None), ("POST", "alert/dismiss", {}, "no such alert"),
            ("POST", "alert/accept", {}, "no such alert"), ("GET", "alert/text", None, "no such alert"),
            ("POST", "alert/text", {"text": "a"}, "no such alert"), ("GET", "screenshot", None, None),
            ("POST", "print", {}, "unsupported operation"), ("GET", "nothing", None, "unknown command"),
            ("DELETE", "title", None, "unknown method"), ("POST", "title", {}, "unknown method"),
            ("POST", "refresh", {}, None), ("POST", "back", {}, None), ("POST", "forward", {}, None),
        ]
        for method, path, body, error in walk:
            with self.subTest(f"{method} {path} {body}"):
                status, value = self.ask(method, f"{base}/{path}", body)
                self.assertEqual((value or {}).get("error") if status != 200 else None, error, value)
                if error:
                    self.assertTrue(value["message"], "the error has no text")

    def test_the_endpoints_around_sessions(self):
        self.assertTrue(self.ask("GET", "/status")[1]["ready"])
        self.assertEqual(self.ask("DELETE", "/session/none")[1]["error"], "invalid session id")
        self.assertEqual(self.ask("GET", "/session/none/url")[1]["error"], "invalid session id")
        self.assertEqual(self.ask("POST", "/session", {})[1]["error"], "invalid argument")
        self.assertEqual(self.ask("GET", "/session")[1]["error"], "unknown method")
        self.assertEqual(self.ask("GET", "/nothing")[1]["error"], "unknown command")


class OwnershipTests(DriverTestCase):
    """The engine and its driver serve one client, which must be `causeway driver`."""

    # A program in the place of the engine's driver, whose session somebody else has.
    FOREIGN = """
        import http.server, json, sys, threading
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer({"ready": True})
            def do_POST(self):
                if MODE == "hangs":
                    threading.Event().wait()
                self.answer({"sessionId": "another", "capabilities": {}})
            def answer(self, value):
                body = json.dumps({"value": value}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *_):
                pass
        options = dict(word.lstrip("-").split("=", 1) for word in sys.argv[1:])
        http.server.ThreadingHTTPServer((options["host"], int(options["port"])), Handler).serve_forever()
        """

    def driver_with(self, mode):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = pathlib.Path(folder.name, "WebKitWebDriver")
        program.write_text(f"#!{sys.executable}\nMODE = {mode!r}\n{textwrap.dedent(self.FOREIGN)}")
        program.chmod(0o755)
        driver = Driver(PATH=f"{folder.name}:{os.environ['PATH']}")
        self.addCleanup(driver.end)
        return driver

    def test_a_session_of_another_program_is_refused(self):
        driver = self.driver_with("foreign")
        self.assertFails("SessionNotCreatedException", "another program", Session, driver)
        self.assertEqual(driver.page_processes(), [])

    def test_the_wait_for_the_engine_ends(self):
        driver = self.driver_with("hangs")
        self.assertFails("SessionNotCreatedException", "did not answer", Session, driver)
        self.assertEqual(driver.page_processes(), [])

    def test_the_engine_has_an_address_of_its_own(self):
        before = set(self.driver.processes())
        self.session(page=str(PAGES / "input.html"))
        commands = []
        for process in set(self.driver.processes()) - before:
            with open(f"/proc/{process}/cmdline", encoding="utf-8") as file:
                commands.append(file.read().split("\0"))
        [engine] = [words for words in commands if words[0].endswith("WebKitWebDriver")]
        [target] = [word for word in engine if word.startswith("--target=")]
        self.assertNotIn("=127.0.0.1:", target)
