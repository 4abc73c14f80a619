"""The process of the driver. The tests start shell scripts in place of the driver."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from causeway.driver import Driver, DriverError


def program(folder: Path, text: str) -> str:
    path = folder / "causeway"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # A process that has ended keeps its id, as a zombie, until its parent has read its exit code.
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_the_address_of_the_driver(tmp_path: Path) -> None:
    text = 'echo $$ >process; pwd >folder; echo "The driver listens on http://127.0.0.1:1234"; exec sleep 60'
    with Driver(program(tmp_path, text), tmp_path) as driver:
        assert driver.url == "http://127.0.0.1:1234"
    assert (tmp_path / "folder").read_text().strip() == str(tmp_path)
    assert not is_running(int((tmp_path / "process").read_text()))


def test_a_program_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(DriverError, match="ended before it printed its address. Its output: there is no display"):
        Driver(program(tmp_path, 'echo "there is no display" >&2; exit 1'), tmp_path)


def test_a_program_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(DriverError):
        Driver(str(tmp_path / "missing"), tmp_path)


def test_the_driver_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    path = program(tmp_path, 'echo $$ >process; echo "The driver listens on http://127.0.0.1:1234"; exec sleep 60')
    code = f"from causeway import Driver; Driver({path!r}, {str(tmp_path)!r}); print(flush=True); input()"
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdin and parent.stdout
    with parent.stdin, parent.stdout:
        parent.stdout.readline()
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    driver, end = int((tmp_path / "process").read_text()), time.monotonic() + 30
    while is_running(driver) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_running(driver)
