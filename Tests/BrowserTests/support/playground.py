"""`causeway serve` as a program."""

import os
import pathlib
import random
import signal
import socket
import subprocess
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
CAUSEWAY = os.environ.get("CAUSEWAY", str(ROOT / ".build/debug/causeway"))
# The timeouts in seconds, so long that they end only servers that hang. A debug build on a busy machine needs
# some seconds to start.
START_TIMEOUT = 60
END_TIMEOUT = 30


def free_port():
    """Returns a port of 127.0.0.1 that no program uses now.

    It is below the ports that the system gives to programs that ask for any free port. Otherwise, another program could
    get it before it is used, or while a server is restarted.
    """
    for _ in range(100):
        with socket.socket() as candidate:
            try:
                candidate.bind(("127.0.0.1", random.randint(10_000, 32_767)))
            except OSError:
                continue  # used by another program
            return candidate.getsockname()[1]
    raise AssertionError("none of 100 ports of 127.0.0.1 is free")


class Playground:
    """A running `causeway serve` and its two addresses."""

    def __init__(self, *arguments, port=None, environment=None):
        self.environment = environment or {}
        self.arguments = [str(argument) for argument in arguments]
        self.folder = tempfile.TemporaryDirectory(prefix="causeway-browser-tests-")
        self.log = ""
        self.start(free_port() if port is None else port)

    def start(self, port):
        """Starts the server and reads its addresses."""
        environment = os.environ | {"XDG_STATE_HOME": self.folder.name} | self.environment
        self.process = subprocess.Popen(
            [CAUSEWAY, "serve", *self.arguments, "--port", str(port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self.readers = []
        self._read_to_log(self.process.stderr)
        timer = threading.Timer(START_TIMEOUT, self.process.kill)
        timer.start()
        lines = dict(self._read_line() for _ in range(2))
        timer.cancel()
        self.page, self.inspector = lines["page"], lines["inspector"]
        self.port = urllib.parse.urlsplit(self.page).port
        # Read the rest of the output. Otherwise the pipe would fill up, and the server would wait.
        self._read_to_log(self.process.stdout)

    def restart(self):
        """Ends the server and starts it again at the same port, with the same state."""
        self.end()
        self.start(self.port)

    def end(self, with_signal=signal.SIGTERM):
        """Ends the server. Returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        try:
            code = self.process.wait(END_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"causeway serve did not end after {with_signal.name}:\n{self.log}") from None
        for reader in self.readers:
            reader.join()
        return code

    def close(self):
        """Ends the server and deletes its state."""
        try:
            self.end()
        finally:
            self.folder.cleanup()

    @property
    def token(self):
        """The inspector's token."""
        return urllib.parse.parse_qs(urllib.parse.urlsplit(self.inspector).query)["token"][0]

    def _read_line(self):
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"causeway serve ended before it printed its addresses:\n{self.log}")
        name, _, address = line.strip().partition(" ")
        return name, address.strip()

    def _read_to_log(self, stream):
        def read():
            with stream:
                for line in stream:
                    self.log += line

        self.readers.append(threading.Thread(target=read, daemon=True))
        self.readers[-1].start()
