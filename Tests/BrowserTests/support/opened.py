"""`causeway open --inspect` as a program."""

import os
import subprocess
import threading

from support.playground import CAUSEWAY, END_TIMEOUT, START_TIMEOUT


class OpenedPage:
    """A page in WebKit, without a window, and the address of its inspector."""

    def __init__(self, *arguments):
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.log = ""
        self.process = subprocess.Popen(
            [CAUSEWAY, "open", *(str(argument) for argument in arguments), "--headless", "--inspect"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        timer = threading.Timer(START_TIMEOUT, self.process.kill)
        timer.start()
        line = self.process.stderr.readline()
        timer.cancel()
        name, _, self.inspector = line.strip().partition("  ")
        if name != "inspector":
            self.close()
            raise AssertionError(f"causeway open printed no address of an inspector: {line}{self.log}")
        # Read the rest of the output. Otherwise the pipe would fill up, and the page would wait.
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        with self.process.stderr:
            for line in self.process.stderr:
                self.log += line

    def result(self):
        """Waits for the end of the command. Returns its exit code and its standard output."""
        timer = threading.Timer(START_TIMEOUT, self.process.kill)
        timer.start()
        output = self.process.stdout.read()
        code = self.process.wait()
        timer.cancel()
        return code, output

    def close(self):
        """Ends the command if it has not ended."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(END_TIMEOUT)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
