"""Everything that a run starts: the disk, the database, the store, the backends, the receiver and Prometheus."""

import base64
import json
import secrets
import threading
import time
import urllib.request
from pathlib import Path

from alerts import Prometheus
from app import APP, PublisherServer
from clock import RATE, Clocks
from connection import Connection
from database import KINDS
from disk import Disk
from journal import Journal
from programs import Program, free_port
from receiver import Receiver

ROOT = Path(__file__).resolve().parents[2]


class World:
    def __init__(self, options, folder):
        self.seed, self.clients, self.seconds = options.seed, options.clients, options.minutes * 60
        self.rate = RATE
        self.folder = folder
        self.store_program = options.programs / "causeway"
        self.merchant_program = options.programs / "causeway-merchant"
        self.over = threading.Event()
        self.begin = time.monotonic()
        self.lock = threading.Lock()
        self.number = 0
        self.journal = Journal()
        self.client_secret = secrets.token_hex(32)
        self.memory = []  # pairs of a time and the resident bytes of the last backend's process
        self.measured = None  # that process
        self.clocks = Clocks(folder)
        self.database_kind = KINDS[options.database]
        self.disk = self.database = self.receiver = self.store = self.prometheus = None
        self.backends = []

    def start(self):
        """Starts the programs. `end` ends those that were started, even if one of them does not start."""
        folder = self.folder
        events_secret = secrets.token_hex(32)
        self.disk = Disk(folder / "disk")
        # The database's clock is right, as the store's.
        environment = self.clocks.environment(self.clocks.store)
        self.database = self.database_kind(self.disk, folder / "database.log", environment)
        self.receiver = Receiver(events_secret, self.journal)
        ports = [free_port() for _ in range(self.database.backends)]
        self.store = self.make_store(ports[0])
        self.store.start()
        self.tester = Connection(self.store.url)
        for port in ports:
            self.backends.append(self.make_backend(port, events_secret))
            self.backends[-1].start()
        self.prometheus = Prometheus(folder / "prometheus", self.backends)
        self.prometheus.start()

    def make_store(self, notified):
        """The store sends its notifications to the first backend, which is the one that is restarted."""
        port = free_port()
        words = [
            self.store_program, "store", "serve", "--catalog", ROOT / "Examples/onside/shop.storekit",
            "--data", self.folder / "store", "--app", APP, "--port", port, "--quiet",
            # The app of this run logs in once for each customer, so the tokens must stay valid until the end.
            "--token-lifetime", "31536000",
            "--notify", f"http://127.0.0.1:{notified}/notifications",
        ]
        environment = self.clocks.environment(self.clocks.store)
        return Program("the store", words, f"http://127.0.0.1:{port}", self.folder / "store.log", environment)

    def make_backend(self, port, events_secret):
        folder = self.folder / f"backend-{port}"
        folder.mkdir(mode=0o700)
        merchant = json.loads((self.folder / "store/merchant.json").read_text())
        secret = (self.folder / "store/merchant-secret").read_text()
        for name, text in (("merchant", secret), ("client", self.client_secret), ("events", events_secret)):
            (folder / name).write_text(text)

        def file(name):
            return {"file": str(folder / name)}

        configuration = {
            "listen": {"port": port},
            "merchant": {"id": merchant["merchant_id"], "keys": [{"id": merchant["key_id"], "secret": file("merchant")}]},
            "store": {"url": self.store.url, "confirm": "always"},
            "apps": [APP],
            "ledger": self.database.configuration,
            "clients": [{"name": "shop", "secret": file("client")}],
            # One request in a second of the shown clock, of which RATE pass in a real second.
            "sweep": {"requests_per_second": RATE},
            "events": {"url": self.receiver.url, "secrets": [{"secret": file("events")}]},
            "notifications": True,
            "log": {"format": "json", "level": "warning"},
        }
        (folder / "config.json").write_text(json.dumps(configuration, indent=2))
        words = [self.merchant_program, "serve", "--config", folder / "config.json"]
        environment = self.clocks.environment(self.clocks.backend)
        url = f"http://127.0.0.1:{port}"
        return Program(f"the backend {port}", words, url, folder / "log", environment, probe="/healthz")

    # MARK: The run

    def is_over(self):
        return self.over.is_set()

    def wait(self, seconds):
        """Waits, but not longer than the run."""
        self.over.wait(max(0, seconds))

    def say(self, text):
        minutes, seconds = divmod(int(time.monotonic() - self.begin), 60)
        print(f"{minutes:02}:{seconds:02}  {text}", flush=True)

    def next_number(self):
        with self.lock:
            self.number += 1
            return self.number

    def may_restart_backend(self):
        """Whether restarts of the first backend leave a backend whose memory can be measured."""
        return len(self.backends) > 1 or time.monotonic() - self.begin < self.seconds / 2

    def measure_memory(self):
        """Notes the memory of the last backend. A restart begins a new measurement."""
        process = self.backends[-1].process
        size = self.backends[-1].resident_bytes()
        if process is not self.measured:
            self.measured, self.memory = process, []
        if size is not None:
            self.memory.append((time.monotonic(), size))

    def unknown_key(self, backend):
        """Presents a history that is signed by a key that no store has."""
        parts = [b'{"alg":"ES256","kid":"' + secrets.token_hex(8).encode() + b'"}', b'{"transactions":[]}', bytes(64)]
        jws = ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
        PublisherServer(backend.url, self.client_secret).validate("nobody", jws)

    def metric(self, backend, name):
        """Reads a metric without labels."""
        with urllib.request.urlopen(f"{backend.url}/metrics", timeout=60) as answer:
            for line in answer.read().decode().splitlines():
                if line.startswith(f"causeway_merchant_{name} "):
                    return float(line.split()[1])
        raise KeyError(name)

    def pages(self, name):
        """All orders or subscriptions of the store."""
        entries, before = [], ""
        while True:
            page = self.tester.json("GET", f"/sandbox/{name}?limit=1000{before}")[name]
            entries += page
            if not page:
                return entries
            last = page[-1].get("purchase", page[-1])
            before = "&before=" + last["order_id" if name == "orders" else "original_order_id"]

    def end(self):
        """Ends everything that still runs."""
        self.over.set()
        if self.prometheus:
            self.prometheus.end()
        for program in [*self.backends, self.store]:
            if program:
                program.end()
        if self.receiver:
            self.receiver.server.end()
        if self.database:
            self.database.end()
        if self.disk:
            self.disk.remove()
