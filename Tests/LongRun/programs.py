"""The programs of a run: the store, the backends, and Prometheus."""

import os
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

START_TIMEOUT = 90
STOP_TIMEOUT = 60


class ProgramError(Exception):
    """A program did not start or did not end as it should."""


def free_port():
    """Returns a port that no program uses now. A server keeps its port over restarts, because its clients know it."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Program:
    """A server that is started, ended or killed, and started again with the same arguments."""

    def __init__(self, name, words, url, log, environment=None, probe="/"):
        self.name = name
        self.words = [str(word) for word in words]
        self.url = url
        self.log = log
        self.environment = {**os.environ, **(environment or {})}
        self.probe = probe
        self.process = None
        self.started = None
        # Held while the server is meant to be down, so that its restarts do not overlap.
        self.lock = threading.RLock()

    def start(self):
        """Starts the server, and waits until it answers."""
        with self.lock, open(self.log, "ab") as log:
            # A session of its own: Ctrl-C in the terminal must not end the servers before the run has ended them.
            self.process = subprocess.Popen(
                self.words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
                start_new_session=True,
            )
            self.started = time.monotonic()
            deadline = time.monotonic() + START_TIMEOUT
            while not self.answers():
                code = self.process.poll()
                if code is not None:
                    raise ProgramError(f"{self.name} ended with {code} when it was started; its log is {self.log}")
                if time.monotonic() > deadline:
                    raise ProgramError(f"{self.name} does not answer after {START_TIMEOUT} s; its log is {self.log}")
                time.sleep(0.05)

    def answers(self):
        try:
            with urllib.request.urlopen(self.url + self.probe, timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def stop(self, how=signal.SIGTERM):
        """Ends the server by a signal. After SIGTERM, its exit code must be 0."""
        with self.lock:
            if not self.is_running:
                code = self.process.returncode if self.process else 0
                raise ProgramError(f"{self.name} ended by itself with {code}; its log is {self.log}")
            self.process.send_signal(how)
            try:
                code = self.process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise ProgramError(f"{self.name} did not end within {STOP_TIMEOUT} s after signal {how}") from None
            if how == signal.SIGTERM and code != 0:
                raise ProgramError(f"{self.name} ended with {code} after SIGTERM; its log is {self.log}")

    def end(self):
        """Kills the server if it is still there, at the end of the run."""
        if self.is_running:
            self.process.kill()
            self.process.wait()

    def resident_bytes(self):
        """The resident memory of the process; None if it does not run."""
        if not self.is_running:
            return None
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                for line in status:
                    if line.startswith("VmRSS:"):
                        return int(line.split()[1]) << 10
        except FileNotFoundError:
            pass  # the process has just ended
        return None
