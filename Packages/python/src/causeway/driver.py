"""The program `causeway driver`."""

from __future__ import annotations

import os
import selectors
import shutil
import subprocess
import tempfile
from types import TracebackType
from urllib.parse import urlsplit

# In seconds. The timeout is long, because the program is large and a CI system may read it from a slow disk.
_START_TIMEOUT = 60.0
_END_TIMEOUT = 30.0


class DriverError(RuntimeError):
    """The error if the driver could not be started."""


class Driver:
    """A running `causeway driver` on a free port. Use it as a context manager, or call `end`."""

    def __init__(self, program: str, folder: str | os.PathLike[str]) -> None:
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        try:
            self._process = subprocess.Popen(
                [*_ended_with_parent(), program, "driver", "--port", "0"],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._log, text=True, cwd=folder,
                # Ctrl-C must not end the driver before pytest has written the files of the session and ended it.
                start_new_session=True)
        except OSError as error:
            self._log.close()
            raise DriverError(f"{program} could not be started: {error.strerror}. Name the program causeway with "
                              "--causeway.") from error
        try:
            self.url = self._address(program)
        except BaseException:
            self.end()
            raise

    def _address(self, program: str) -> str:
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            is_ready = selector.select(_START_TIMEOUT)
        line = self._process.stdout.readline() if is_ready else ""
        address = line.rpartition(" ")[2].strip()
        if urlsplit(address).scheme == "http":
            return address
        problem = "ended before it printed its address" if is_ready else f"printed no address in {_START_TIMEOUT:.0f} s"
        raise DriverError(f"{program} driver {problem}. Its output: {line}{self._errors() or '(nothing)'}")

    def _errors(self) -> str:
        self._log.seek(0)
        return self._log.read()[-2_000:].strip()

    def end(self) -> None:
        """Ends the driver and all its sessions."""
        self._process.terminate()
        try:
            self._process.wait(_END_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._log.close()

    def __enter__(self) -> Driver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.end()


def _ended_with_parent() -> list[str]:
    """Returns a prefix for a command, with which the kernel ends the command when this process ends.

    This works even if this process is killed. The prefix is empty if the system lacks the program `setpriv`.
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM"] if setpriv else []
