"""`causeway store serve` as a program: a store with accounts, test cards and an inbox."""

import re
import subprocess
import tempfile
import threading
import urllib.request

from support.playground import CAUSEWAY, END_TIMEOUT


class Store:
    """A running store for development."""

    def __init__(self, catalog, app):
        self.folder = tempfile.TemporaryDirectory(prefix="causeway-browser-tests-store-")
        self.process = subprocess.Popen(
            [CAUSEWAY, "store", "serve", "--catalog", str(catalog), "--data", self.folder.name, "--app", app,
             "--port", "0", "--quiet"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError("causeway store serve ended before it printed its address")
        self.address = line.split()[-1].rstrip("/")
        self.reader = threading.Thread(target=self.process.stdout.read, daemon=True)
        self.reader.start()

    def page(self, path):
        """Returns the text of one of the store's pages."""
        with urllib.request.urlopen(self.address + path, timeout=30) as response:
            return response.read().decode()

    def code(self):
        """Returns the newest login code in the store's inbox."""
        return re.search(r"\b\d{6}\b", re.sub(r"<[^>]*>", " ", self.page("/inbox"))).group()

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(END_TIMEOUT)
        finally:
            self.process.kill()
            self.reader.join()
            self.process.stdout.close()
            self.folder.cleanup()
