"""The ledger's database: a file in SQLite, or a server of PostgreSQL."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

from programs import ProgramError

TIMEOUT = 120


class SQLite:
    """A file, which one backend has open. There is no server to restart."""

    name = "SQLite"
    backends = 1
    untested = {}
    # The ledger's page cache in the backend (`PRAGMA cache_size`), which fills as the ledger grows.
    cache_bytes = 64 << 20

    def __init__(self, disk, log, environment):
        """Ignores the environment, because the backend itself opens the file."""
        folder = disk.folder / "ledger"
        folder.mkdir()
        self.file = folder / "ledger.sqlite"
        self.configuration = {"file": str(self.file)}
        self.location = str(self.file)

    def restart(self, how):
        """Does nothing: the database ends with the backend."""

    def recover(self):
        """Does nothing: the file needs no help after a full disk."""

    def end(self):
        """Does nothing: there is no server."""


class PostgreSQL:
    """A server of PostgreSQL, which two backends use. They decide by its clock what is due."""

    name = "PostgreSQL"
    backends = 2
    cache_bytes = 0
    # Alerts that no disturbance causes with this database, and why.
    untested = {
        "CausewayMerchantFails": "calls wait 30 real seconds for the database, so too few of them fail",
        "CausewayMerchantRefundsLate": "the sweep uses the database's clock, which stays right",
    }

    def __init__(self, disk, log, environment):
        """Starts the server with these environment variables, which choose its clock."""
        self.log = log
        self.environment = {**os.environ, **environment}
        versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
        if not versions:
            raise ProgramError("PostgreSQL is not in /usr/lib/postgresql: run script/setup")
        self.programs = versions[-1].parent
        self.folder = disk.folder / "database"
        self.folder.mkdir(mode=0o700)
        self.user = None
        if os.geteuid() == 0:
            # PostgreSQL does not run as root.
            self.user = pwd.getpwnam("postgres")
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.data = self.folder / "data"
        self.run("initdb", "-D", self.data, "-U", "ledger", "--auth=trust", "--encoding=UTF8", "--no-locale")
        settings = ["listen_addresses=''", f"unix_socket_directories='{self.folder}'", "max_connections=100"]
        # Otherwise the write-ahead log alone could need a third of the small file system.
        settings += ["max_wal_size=128MB", "min_wal_size=32MB"]
        with open(self.data / "postgresql.conf", "a") as file:
            file.write("\n".join(settings) + "\n")
        self.server = None
        self.start()
        self.run("psql", "-q", "-h", self.folder, "-U", "ledger", "-d", "postgres", "-c", "CREATE DATABASE ledger")
        host = str(self.folder).replace("/", "%2F")
        self.location = f"postgresql://ledger@{host}/ledger"
        self.configuration = {"postgresql": self.location}

    def words(self, program, *arguments):
        words = [str(self.programs / program), *map(str, arguments)]
        if not self.user:
            return words
        groups = [f"--reuid={self.user.pw_uid}", f"--regid={self.user.pw_gid}", "--clear-groups"]
        return ["setpriv", *groups, "--", *words]

    def run(self, program, *arguments):
        result = subprocess.run(
            self.words(program, *arguments), cwd="/", capture_output=True, text=True, timeout=TIMEOUT
        )
        if result.returncode != 0:
            raise ProgramError(f"{program} failed: {result.stderr.strip() or result.stdout.strip()}")
        return result.stdout

    def start(self):
        """Starts the server, and waits until it accepts connections."""
        with open(self.log, "ab") as log:
            self.server = subprocess.Popen(
                self.words("postgres", "-D", self.data), cwd="/", env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
            )
        deadline = time.monotonic() + TIMEOUT
        while not self.is_ready():
            if self.server.poll() is not None:
                raise ProgramError(f"PostgreSQL ended when it was started; its log is {self.log}")
            if time.monotonic() > deadline:
                raise ProgramError(f"PostgreSQL is not ready after {TIMEOUT} s; its log is {self.log}")
            time.sleep(0.05)

    def is_ready(self):
        words = self.words("pg_isready", "-q", "-h", self.folder)
        return subprocess.run(words, cwd="/", capture_output=True).returncode == 0

    def restart(self, how):
        """Ends the server, by SIGTERM as an operator does (a fast shutdown), or by SIGKILL, and starts it again."""
        # SIGINT is PostgreSQL's fast shutdown; its SIGTERM waits for the clients.
        self.server.send_signal(signal.SIGINT if how == signal.SIGTERM else signal.SIGKILL)
        self.server.wait(TIMEOUT)
        self.start_after_end()

    def start_after_end(self):
        """Starts the server again. After SIGKILL, its child processes may still hold the shared memory for a moment."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            try:
                self.start()
                return
            except ProgramError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def recover(self):
        """Starts the server again if the full disk has ended it."""
        if self.server.poll() is not None:
            self.start_after_end()

    def end(self):
        if self.server and self.server.poll() is None:
            self.server.send_signal(signal.SIGQUIT)
            self.server.wait(TIMEOUT)
        shutil.rmtree(self.folder, ignore_errors=True)


KINDS = {"sqlite": SQLite, "postgresql": PostgreSQL}
