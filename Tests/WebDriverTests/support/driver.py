"""The program `causeway driver`, and sessions of it."""

import json
import os
import pathlib
import socket
import subprocess
import unittest
import urllib.parse

from selenium import webdriver
from selenium.common.exceptions import InvalidSessionIdException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.options import ArgOptions

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
PAGES = REPOSITORY / "Tests/WebDriverTests/pages"
ONSIDE = REPOSITORY / "Examples/onside"


class Driver:
    """A running `causeway driver`."""

    def __init__(self, **variables):
        self.process = subprocess.Popen(
            [os.environ["CAUSEWAY"], "driver", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=REPOSITORY,
            env={**os.environ, **variables})
        self.url = self.process.stdout.readline().split()[-1]

    def end(self):
        self.process.terminate()
        self.process.stdout.close()
        return self.process.wait(timeout=30)

    def processes(self):
        """Returns the ids of all processes that descend from the driver."""
        found, parents = [], [self.process.pid]
        while parents:
            result = subprocess.run(
                ["ps", "--ppid", ",".join(map(str, parents)), "-o", "pid="], capture_output=True, text=True)
            parents = [int(pid) for pid in result.stdout.split()]
            found += parents
        return found

    def page_processes(self):
        """Returns the ids of the processes with the sessions' pages, oldest first."""
        result = subprocess.run(
            ["ps", "--ppid", str(self.process.pid), "-o", "pid=,args="], capture_output=True, text=True)
        return sorted(int(line.split()[0]) for line in result.stdout.splitlines() if "driver-page" in line)


class Client:
    """A connection that sends one request, and does not wait for the answer."""

    def __init__(self, driver, path, body):
        address = urllib.parse.urlsplit(driver.url)
        self.socket = socket.create_connection((address.hostname, address.port))
        content = json.dumps(body).encode()
        head = f"POST /{path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: {len(content)}\r\n\r\n"
        self.socket.sendall(head.encode() + content)

    def close(self):
        self.socket.close()


class Options(ArgOptions):
    """The capabilities of a session."""

    @property
    def default_capabilities(self):
        return {"browserName": "causeway"}


class Session(webdriver.Remote):
    """A session with the commands of `causeway driver`."""

    def __init__(self, driver, **options):
        wanted = Options()
        wanted.set_capability("causeway:options", options)
        super().__init__(driver.url, options=wanted)
        for method in ["GET", "POST"]:
            self.command_executor.add_command(f"causeway{method}", method, "/session/$sessionId/causeway/$path")

    def ask(self, method, path, **parameters):
        """Sends an extension command and returns its value."""
        return self.execute(f"causeway{method}", {"path": path, **parameters})["value"]

    def prompt(self, **parameters):
        return self.ask("POST", "prompts", **{"timeout": 20_000, **parameters})

    def by_id(self, name):
        return self.find_element(By.ID, name)

    def events(self, *types):
        """Returns the events that the page has received since the last call, as objects."""
        seen = self.execute_script("return seen.splice(0)")
        return [event for event in seen if not types or event["type"] in types]


class DriverTestCase(unittest.TestCase):
    """A test with a driver, which the tests of a class share."""

    @classmethod
    def setUpClass(cls):
        cls.driver = Driver()
        cls.addClassCleanup(cls.driver.end)

    def session(self, **options):
        session = Session(self.driver, **options)
        self.addCleanup(self.end, session)
        return session

    @staticmethod
    def end(session):
        """Ends a session, unless it has ended already."""
        try:
            session.quit()
        except InvalidSessionIdException:
            session.command_executor.close()

    def assertFails(self, error, part, action, *arguments, **named):
        """Checks that an action fails with an error of WebDriver whose message has a part."""
        with self.assertRaises(WebDriverException) as caught:
            action(*arguments, **named)
        self.assertIn(part, caught.exception.msg)
        if error:
            self.assertEqual(type(caught.exception).__name__, error)


class PageTestCase(DriverTestCase):
    """A test with a session whose page reports its events. The tests of a class share the session."""

    page = "input.html"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = Session(cls.driver, page=str(PAGES / cls.page))
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.browser.get(f"causeway://page.localhost/{self.page}")
