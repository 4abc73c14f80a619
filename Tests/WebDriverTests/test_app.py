"""The app of a page: its prompts, messages, events, profile and store."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from selenium.webdriver.common.by import By

from support.driver import ONSIDE, PAGES, REPOSITORY, Client, DriverTestCase, Session

CATALOG = str(ONSIDE / "shop.storekit")
EVERY_STORY = "button[aria-label^='Every story']"
READABLE = "//*[@class='way' and text()='Read']"
FAILED = "//*[@id='notice' and contains(text(), 'did not go through')]"


class ShopTests(DriverTestCase):
    def shop(self, **options):
        session = self.session(page=str(ONSIDE), **options)
        session.implicitly_wait(20)
        return session

    def buy(self, session):
        """Logs in, and buys every story."""
        self.assertTrue(session.find_element(By.XPATH, "//*[@id='session' and not(@disabled)]"))
        session.by_id("session").click()
        login = session.prompt(kind="login", answer="approve", email="reader@example.com")
        self.assertEqual(login["protocol"], "onside")
        session.find_element(By.XPATH, "//*[@id='session' and text()='Log out']")
        session.find_element(By.CSS_SELECTOR, EVERY_STORY).click()
        return session.prompt(kind="payment", answer="approve")

    def test_a_purchase_and_its_refund(self):
        session = self.shop(catalog=CATALOG, profile={"answer": "ask"})
        payment = self.buy(session)
        self.assertEqual(payment["product"], "lantern.shelf")
        self.assertIn("24", payment["price"])
        session.find_element(By.XPATH, READABLE)
        [order] = session.ask("GET", "store/orders")
        self.assertEqual((order["product"], order["refunded"]), (payment["product"], False))
        self.assertEqual(session.ask("POST", "store/refund")["order"], order["order"])
        self.assertTrue(session.ask("GET", "store/orders")[0]["refunded"])
        self.assertFails("InvalidArgumentException", "refunded", session.ask, "POST", "store/refund")
        names = [message.get("name") for message in session.ask("GET", "messages")["messages"]]
        self.assertIn("initializeOnside", names)

    def test_a_payment_that_is_declined(self):
        session = self.shop(catalog=CATALOG, profile={"answer": "ask", "onside": {"loggedIn": True}})
        session.find_element(By.CSS_SELECTOR, EVERY_STORY).click()
        session.prompt(kind="payment", answer="decline")
        session.find_element(By.XPATH, FAILED)
        self.assertEqual(session.ask("GET", "store/orders"), [])

    def test_a_profile_that_changes(self):
        session = self.shop(catalog=CATALOG, profile={"answer": "ask", "onside": {"loggedIn": True}})
        session.ask("POST", "profile", profile={"answer": "approve"})
        session.find_element(By.CSS_SELECTOR, EVERY_STORY).click()
        session.find_element(By.XPATH, READABLE)
        self.assertEqual(session.ask("GET", "prompts"), [])
        self.assertFails(
            "InvalidArgumentException", "cannot change", session.ask, "POST", "profile",
            profile={"onside": {"catalog": "Examples/newsstand/shop.storekit"}})

    def test_failures(self):
        session = self.shop(catalog=CATALOG, profile={"onside": {"loggedIn": True}})
        session.ask("POST", "store/failures", failures=[{"operation": "pay", "kind": "internalError"}])
        session.find_element(By.CSS_SELECTOR, EVERY_STORY).click()
        session.find_element(By.XPATH, FAILED)
        self.assertEqual(session.ask("GET", "store/orders"), [])
        self.assertFails(
            "InvalidArgumentException", "sendLoginCode", session.ask, "POST", "store/failures",
            failures=[{"operation": "cook", "kind": "unavailable"}])
        self.assertFails(None, "no clock", session.ask, "POST", "store/clock", advance=60)

    def test_a_store_on_the_network(self):
        with tempfile.TemporaryDirectory() as folder:
            store = subprocess.Popen(
                [os.environ["CAUSEWAY"], "store", "serve", "--catalog", CATALOG, "--data", folder, "--port", "0", "--quiet"],
                stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)
            self.addCleanup(store.stdout.close)
            self.addCleanup(store.wait)
            self.addCleanup(store.terminate)
            address = store.stdout.readline().split()[-1]
            session = self.shop(store=address, app="com.example.shop", profile={"answer": "ask"})
            payment = self.buy(session)
            session.find_element(By.XPATH, READABLE)
            [order] = session.ask("GET", "store/orders")
            self.assertEqual(order["product"], payment["product"])
            before = session.ask("POST", "store/clock", advance=0)["now"]
            self.assertGreater(session.ask("POST", "store/clock", advance=86_400)["now"], before)
            session.ask("POST", "store/refund", product=payment["product"])
            self.assertTrue(session.ask("GET", "store/orders")[0]["refunded"])
            session.ask("POST", "store/failures", failures=[{"operation": "products", "kind": "unavailable", "times": 1}])
            self.assertFails(
                "InvalidArgumentException", "failures", session.ask, "POST", "store/failures",
                failures=[{"operation": "cook", "kind": "unavailable"}])
            store.terminate()
            store.wait()
            self.assertFails("WebDriverException", "cannot be set", session.ask, "POST", "store/failures", failures=[])
            self.end(session)


class ProtocolTests(DriverTestCase):
    def test_a_native_answer(self):
        session = self.session(page=str(REPOSITORY / "Examples/today"), profile={"today": {"headers": {"X-App": "test"}}})
        answer = session.execute_async_script(
            """const done = arguments[0];
            webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" }).then(done)""")
        self.assertIn("X-App", str(answer))

    def test_messages_after_a_number(self):
        session = self.session(page=str(PAGES / "input.html"))
        first = session.ask("GET", "messages")
        self.assertEqual(first["messages"][0]["kind"], "opened")
        self.assertEqual(first["messages"][-1]["number"], first["last"])
        session.execute_async_script(
            """const done = arguments[0];
            webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" }).then(done)""")
        new = session.ask("GET", f"messages?since={first['last']}")
        self.assertEqual([message["kind"] for message in new["messages"]], ["request", "reply"])

    def test_an_event_of_the_app(self):
        session = self.session(page=str(REPOSITORY / "Examples/gbg"))
        self.assertEqual(session.ask("POST", "event", name="test.event", data={"a": 1}), {"pages": 1})
        messages = session.ask("GET", "messages")["messages"]
        self.assertIn("test.event", [message.get("name") for message in messages])

    def test_a_contract_and_its_mock(self):
        contract = {
            "causeway": 1, "name": "Shop",
            "members": [
                {"name": "greet", "caller": "page", "form": "call", "parameters": {"type": "string"},
                 "result": {"type": "string"}}]}
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "index.html").write_text("<!doctype html><title>Shop</title>")
            (folder / "shop.json").write_text(json.dumps(contract))
            (folder / "mock.js").write_text("export default () => ({ greet: (name) => `Hello, ${name}!` });")
            session = self.session(page=name, contract=f"{name}/shop.json", mock=f"{name}/mock.js")
            answer = session.execute_async_script("causeway.connect().greet('Ada').then(arguments[0])")
            self.assertEqual(answer, "Hello, Ada!")
            self.end(session)
            self.assertFails(
                "InvalidArgumentException", "mock: it is missing", Session, self.driver, contract=f"{name}/shop.json")

    def test_an_approval(self):
        session = self.session(page=str(REPOSITORY / "Examples/link"), profile={"answer": "ask"})
        session.implicitly_wait(20)
        session.find_element(By.CSS_SELECTOR, "[aria-label^='Come in']").click()
        prompt = session.prompt(kind="approval", title="address")
        self.assertEqual(session.ask("GET", "prompts"), [prompt])
        self.assertEqual(prompt["rows"], [{"label": "Protocol", "value": "BCH"}])
        session.prompt(id=prompt["id"], answer="decline")
        self.assertNotIn(prompt["id"], [waiting["id"] for waiting in session.ask("GET", "prompts")])

    def test_a_prompt_that_cannot_be_answered_so(self):
        session = self.session(page=str(REPOSITORY / "Examples/today"))
        self.assertFails("InvalidArgumentException", "payments", session.prompt, kind="payments")
        self.assertFails("TimeoutException", '"ask"', session.prompt, kind="payment", timeout=50)

    def test_a_client_that_goes_away_while_it_waits_for_a_prompt(self):
        session = self.session(page=str(REPOSITORY / "Examples/link"), profile={"answer": "ask"})
        client = Client(
            self.driver, f"session/{session.session_id}/causeway/prompts", {"kind": "approval", "answer": "approve"})
        self.assertEqual(session.ask("GET", "prompts"), [])
        client.close()
        session.implicitly_wait(20)
        session.find_element(By.CSS_SELECTOR, "[aria-label^='Come in']").click()
        prompt = session.prompt(kind="approval", title="address")
        self.assertEqual(prompt["rows"], [{"label": "Protocol", "value": "BCH"}], "the first request was answered")
        session.prompt(id=prompt["id"], answer="decline")

    def test_the_console(self):
        session = self.session(page=str(REPOSITORY / "Examples/today"))
        last = session.ask("GET", "console")["last"]
        session.execute_script(
            "console.warn('slow', { seconds: 2 }); console.info('token', { token: 'abc' }); setTimeout(() => lost(), 0)")
        session.execute_async_script("setTimeout(arguments[0], 0)")
        answer = session.ask("GET", f"console?since={last}")
        warning, information, error = answer["lines"]
        self.assertEqual(
            warning, {"number": last + 1, "level": "warn", "text": 'slow {"seconds":2}', "isMainFrame": True})
        self.assertNotIn("abc", information["text"])
        self.assertEqual(error["level"], "error")
        self.assertIn("ReferenceError", error["text"])
        self.assertEqual(answer["last"], last + 3)
        session.execute_script("console.log('x'.repeat(20_000))")
        [long] = session.ask("GET", f"console?since={last + 3}")["lines"]
        self.assertEqual(long["text"], "x" * 10_000 + "…")

    def test_every_method_of_the_console(self):
        session = self.session(page=str(PAGES / "input.html"))
        session.execute_script("""
            console.error("a"); console.debug("b"); console.trace("c"); console.dir({ d: 1 }); console.table([1]);
            console.assert(true, "no"); console.assert(false); console.assert(0, "e", 2);
            """)
        lines = session.ask("GET", "console")["lines"]
        self.assertEqual([(line["level"], line["text"]) for line in lines], [
            ("error", "a"), ("debug", "b"), ("log", "c"), ("log", '{"d":1}'), ("log", "[1]"),
            ("error", "assertion failed"), ("error", "assertion failed: e 2")])

    def test_the_console_of_values_that_have_no_text(self):
        session = self.session(page=str(PAGES / "frames.html"))
        session.execute_script("""
            const nothing = Object.create(null);
            nothing.self = nothing;
            console.log(document.getElementById("other").contentWindow);
            console.log(nothing);
            """)
        lines = session.ask("GET", "console")["lines"]
        self.assertEqual([line["text"] for line in lines], ["[object]", "[object]"])

    def test_messages_of_many_levels(self):
        # Selenium reads an answer recursively.
        self.addCleanup(sys.setrecursionlimit, sys.getrecursionlimit())
        sys.setrecursionlimit(10_000)
        session = self.session(page=str(REPOSITORY / "Examples/today"))
        session.execute_script("""
            let value = 1;
            for (let level = 0; level < 511; level += 1) value = [value];
            webkit.messageHandlers.todayWebViewBridge.postMessage({ deep: value }).catch(() => {});
            """)
        self.assertTrue(session.ask("GET", "messages")["messages"])

    def test_a_command_that_does_not_exist(self):
        session = self.session(page=str(REPOSITORY / "Examples/today"))
        self.assertFails(None, "messages takes GET", session.ask, "POST", "messages")
        self.assertFails(None, "causeway/prompts", session.ask, "GET", "nothing")
        self.assertFails(None, "no store", session.ask, "GET", "store/orders")
