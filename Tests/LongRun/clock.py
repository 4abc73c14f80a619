"""The clocks that the store, the database's server and the backends show.

A day passes in an hour on each. They are in files that the programs map, so a clock can be stepped while they run.
"""

import mmap
import struct
import subprocess
import threading
import time
from pathlib import Path

RATE = 24  # seconds of shown time in a real second
SECOND = 1_000_000_000


class Clock:
    """A wall clock that runs at RATE and can be stepped."""

    def __init__(self, file, real_start):
        self.file = Path(file)
        self.lock = threading.Lock()
        self.real_start = self.shown_start = real_start
        self.changes = 0
        self.file.write_bytes(bytes(32))
        with open(self.file, "r+b") as opened:
            self.memory = mmap.mmap(opened.fileno(), 32)
        self.write()

    def write(self):
        """Writes the clock. Readers repeat their reading while `changes` is odd."""
        self.memory[0:8] = struct.pack("=Q", self.changes + 1)
        self.memory[8:32] = struct.pack("=qqq", self.real_start, self.shown_start, RATE)
        self.changes += 2
        self.memory[0:8] = struct.pack("=Q", self.changes)

    def step(self, seconds):
        with self.lock:
            self.shown_start += int(seconds * SECOND)
            self.write()


class Clocks:
    """The clock of the store and the database's server, and that of the backends. Both show the same time unless one is
    stepped alone."""

    def __init__(self, folder):
        self.library = Path(folder, "clock.so")
        source = Path(__file__).with_name("clock.c")
        subprocess.run(["clang", "-O2", "-shared", "-fPIC", "-Wall", "-Werror", "-o", self.library, source], check=True)
        start = time.time_ns()
        self.store = Clock(Path(folder, "store.clock"), start)
        self.backend = Clock(Path(folder, "backend.clock"), start)

    def step(self, seconds):
        """Steps both clocks. The store's is first, because a token from a later time than the store's is refused."""
        self.store.step(seconds)
        self.backend.step(seconds)

    def environment(self, clock):
        """The environment variables of a program that shows a clock."""
        return {"LD_PRELOAD": str(self.library), "LONG_RUN_CLOCK": str(clock.file)}
