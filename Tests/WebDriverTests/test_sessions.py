"""The life of sessions: capabilities, several at once, their ends."""

import os
import signal
import subprocess
import threading
import time

from selenium import webdriver

from support.driver import PAGES, Client, Driver, DriverTestCase, Options, Session

INPUT = str(PAGES / "input.html")


def wait_until(what, condition, seconds=120):
    """Waits for something that another process does. The timeout is so long that it ends only tests that hang."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"did not happen within {seconds} s: {what}")
        time.sleep(0.05)


def is_running(pid):
    result = subprocess.run(["ps", "-p", str(pid), "-o", "stat="], capture_output=True, text=True)
    return bool(result.stdout.strip()) and not result.stdout.startswith("Z")


class CapabilityTests(DriverTestCase):
    def test_the_session_says_what_it_is(self):
        session = self.session(page=INPUT)
        self.assertEqual(session.capabilities["browserName"], "causeway")
        self.assertEqual(session.capabilities["causeway:options"], {"page": INPUT})
        self.assertEqual(session.title, "Input")
        version = subprocess.run(
            [os.environ["CAUSEWAY"], "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
        self.assertEqual(session.capabilities["browserVersion"], version)

    def test_a_version_that_the_driver_does_not_have(self):
        wanted = Options()
        wanted.browser_version = "999"
        self.assertFails("SessionNotCreatedException", "999", webdriver.Remote, self.driver.url, options=wanted)

    def test_a_size_beyond_the_screen(self):
        self.assertFails("InvalidArgumentException", "3000x3000", Session, self.driver, size="3500x900")
        self.assertFails(
            "InvalidArgumentException", "1000x1000", Session, self.driver, device="iphone-16", size="1280x900")

    def test_every_wrong_option_is_named(self):
        options = {"pages": INPUT, "platform": "ioss", "protocols": ["gbgg"], "size": "1", "device": "nokia", "dark": 1}
        for part in ["did you mean page?", "did you mean ios?", "did you mean gbg?", "390x844", "nokia", "true or false"]:
            self.assertFails("InvalidArgumentException", part, Session, self.driver, **options)

    def test_a_profile_and_a_store_with_mistakes(self):
        self.assertFails("InvalidArgumentException", "answr", Session, self.driver, profile={"answr": "ask"})
        self.assertFails("InvalidArgumentException", "none.json", Session, self.driver, profile="none.json")
        self.assertFails("InvalidArgumentException", "app: it is missing", Session, self.driver, store="http://localhost")
        self.assertFails("InvalidArgumentException", "none.storekit", Session, self.driver, catalog="none.storekit")
        self.assertFails("InvalidArgumentException", "needs products", Session, self.driver, protocols=["onside"])

    def test_a_page_that_cannot_be_opened(self):
        self.assertFails("InvalidArgumentException", "does not exist", Session, self.driver, page="none.html")
        self.assertFails("SessionNotCreatedException", "127.0.0.1:9", Session, self.driver, page="http://127.0.0.1:9/")
        self.assertEqual(self.driver.page_processes(), [])

    def test_a_device(self):
        session = self.session(page=INPUT, device="iphone-16")
        size = session.execute_script("return [innerWidth, innerHeight, devicePixelRatio]")
        self.assertEqual(size, [393, 852, 3])
        self.assertIn("iPhone", session.execute_script("return navigator.userAgent"))
        session.by_id("button").click()
        self.assertEqual([event["id"] for event in session.events("click")], ["button"])

    def test_another_window_needs_another_session(self):
        session = self.session(page=INPUT)
        self.assertFails(None, "another session", session.switch_to.new_window, "tab")


class SessionTests(DriverTestCase):
    def test_two_sessions_at_once(self):
        sessions = {}

        def work(name):
            session = sessions[name] = self.session(page=INPUT)
            session.by_id("text").send_keys(name * 20)

        threads = [threading.Thread(target=work, args=(name,)) for name in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for name, session in sessions.items():
            self.assertEqual(session.by_id("text").get_property("value"), name * 20)
            self.assertTrue(session.execute_script("return document.hasFocus()"))

    def test_a_crash_of_the_app(self):
        other = self.session(page=INPUT)
        session = Session(self.driver, page=INPUT)
        page = self.driver.page_processes()[-1]
        children = set(self.driver.processes())
        os.kill(page, signal.SIGKILL)
        wait_until("the end of the page's process", lambda: page not in self.driver.processes())
        self.assertFails("InvalidSessionIdException", "signal 9", lambda: session.title)
        self.assertEqual(other.title, "Input")
        # The driver of the engine ends too.
        wait_until(
            "the end of the engine's driver",
            lambda: len(set(self.driver.processes()) & children) < len(children) - 1)

    def test_a_session_that_ends_leaves_no_process(self):
        before = set(self.driver.processes())
        session = Session(self.driver, page=INPUT)
        started = set(self.driver.processes()) - before
        self.assertGreater(len(started), 2)
        session.quit()
        wait_until("the end of all processes", lambda: not any(map(is_running, started)))
        self.assertFails("InvalidSessionIdException", "no session", lambda: session.title)

    def test_a_client_that_goes_away_while_its_session_starts(self):
        options = {"causeway:options": {"page": INPUT}}
        client = Client(self.driver, "session", {"capabilities": {"alwaysMatch": options}})
        wait_until("the start of the page's process", self.driver.page_processes)
        client.close()
        wait_until("the end of the page's processes", lambda: not self.driver.page_processes())

    def test_the_commands_of_a_session_run_one_after_the_other(self):
        session = self.session(page=INPUT)
        script = """
            console.log("begun");
            setTimeout((done) => { document.title = "ended"; done(); }, 1_000, arguments[0]);
            """
        client = Client(self.driver, f"session/{session.session_id}/execute/async", {"script": script, "args": []})
        self.addCleanup(client.close)
        # The requests to the app do not wait for the script.
        wait_until(
            "the start of the script",
            lambda: [line["text"] for line in session.ask("GET", "console")["lines"]] == ["begun"])
        self.assertEqual(session.title, "ended")

    def test_a_session_ends_while_a_script_runs(self):
        session = Session(self.driver, page=INPUT)
        script = "console.log('begun')"
        client = Client(self.driver, f"session/{session.session_id}/execute/async", {"script": script, "args": []})
        self.addCleanup(client.close)
        wait_until("the start of the script", lambda: session.ask("GET", "console")["lines"])
        session.quit()
        self.assertEqual(self.driver.page_processes(), [])

    def test_closing_the_window_ends_the_session(self):
        session = Session(self.driver, page=INPUT)
        session.close()
        self.assertEqual(self.driver.page_processes(), [])

    def test_a_driver_that_is_killed_leaves_no_process(self):
        driver = Driver()
        Session(driver, page=INPUT)
        started = driver.processes()
        self.assertGreater(len(started), 2)
        driver.process.kill()
        driver.process.wait()
        driver.process.stdout.close()
        wait_until("the end of all processes", lambda: not any(map(is_running, started)))

    def test_a_signal_ends_the_driver_and_its_sessions(self):
        driver = Driver()
        Session(driver, page=INPUT)
        started = driver.processes()
        self.assertEqual(driver.end(), 0)
        wait_until("the end of all processes", lambda: not any(map(is_running, started)))
