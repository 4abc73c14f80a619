"""The disturbances of a run, which come one after the other, and the alerts that must fire for them."""

import contextlib
import threading

from app import APP
from connection import Connection, NoAnswer, Refused

HOUR = 3600


class Disturbance:
    """A disturbance that lasts for some real seconds.

    `fires` has the alerts that must fire while it lasts; `may` has others that can fire, because one problem leads to
    another. All other alerts must not fire.
    """

    def __init__(self, body, seconds, fires, may):
        self.name = body.__name__.replace("_", " ")
        self.title = body.__doc__
        self.body = contextlib.contextmanager(body)
        self.seconds = seconds
        self.fires = [f"CausewayMerchant{name}" for name in fires]
        self.may = [f"CausewayMerchant{name}" for name in may]

    @property
    def recovery(self):
        """The time for which alerts may still fire after the end: pauses have grown as long as the disturbance."""
        return max(60, self.seconds + 30)


class StoreRestart:
    """A restart of the store, for which no alert must fire.

    A check of the store in /readyz counts for 30 real seconds, which are 12 minutes here. So NotReady can fire for a
    moment if the check falls into the restart.
    """

    name = "a restart of the store"
    recovery = 40
    fires = []
    may = ["CausewayMerchantNotReady"]


ALL = []


def disturbance(seconds, fires, may=()):
    def add(body):
        ALL.append(Disturbance(body, seconds, fires, may))
        return body

    return add


# The alerts that can fire if a ledger or a store is not available.
CONSEQUENCES = [
    "NotReady", "Fails", "OrdersUnconfirmed", "Slow", "SweepPauses", "EventsLate", "NotificationsRefused", "LedgerFails",
    "ChecksFail",
]


@disturbance(25, fires=["Down"])
def backend_down(world):
    """A backend is down."""
    backend = world.backends[0]
    backend.stop()
    yield
    backend.start()


@disturbance(75, fires=["LedgerFails", "Fails"], may=CONSEQUENCES)
def disk_full(world):
    """The disk with the ledger is full."""
    world.disk.fill()
    yield
    world.disk.free()
    world.database.recover()


@disturbance(120, fires=["NotReady", "OrdersUnconfirmed", "SweepPauses"], may=CONSEQUENCES)
def store_down(world):
    """The store is down while the sweep has work."""
    world.clocks.step(7 * HOUR)
    world.store.stop()
    yield
    world.store.start()


@disturbance(
    240, fires=["RefusedByStore", "OrdersUnconfirmed", "NotificationsRefused", "RefundsLate", "SweepPauses", "NotReady"],
    may=CONSEQUENCES,
)
def wrong_clock(world):
    """The backends' clock is 31 hours ahead of the store's while the sweep has work."""
    world.clocks.step(7 * HOUR)
    world.clocks.backend.step(31 * HOUR)
    yield
    world.clocks.backend.step(-31 * HOUR)


@disturbance(220, fires=["KeysNotFetched"])
def no_keys(world):
    """The store's keys cannot be fetched. The keys that the backends have are used for another day."""
    fail(world, [{"operation": "keys", "kind": "unavailable"}])
    for backend in world.backends:
        # An unknown key id makes the backend fetch the keys; otherwise it would do so within five minutes.
        with contextlib.suppress(NoAnswer, Refused):
            world.unknown_key(backend)
    yield
    fail(world, [])


@disturbance(75, fires=["Slow"], may=CONSEQUENCES)
def slow_store(world):
    """The store needs seven seconds for each answer to a backend."""
    fail(world, [{"operation": "purchaseHistory", "kind": "slow", "seconds": 7}])
    yield
    fail(world, [])


@disturbance(60, fires=["UnauthorizedClients"])
def old_secret(world):
    """A client that has an old secret repeats its request again and again."""
    is_over = threading.Event()

    def knock(url):
        connection = Connection(url)
        while not is_over.wait(1 / 60):
            with contextlib.suppress(NoAnswer, Refused):
                connection.request("GET", "/customers/nobody/entitlements", fields={"Authorization": "Bearer old"})

    threads = [threading.Thread(target=knock, args=[backend.url]) for backend in world.backends]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


@disturbance(90, fires=["EventsLate"])
def receiver_down(world):
    """The publisher's server accepts no events."""
    world.receiver.accepts = False
    yield
    world.receiver.accepts = True


# Alerts for which there is no disturbance. `promtool test rules` tests them, in Tests/MetricsTests.
UNTESTED = {
    "CausewayMerchantLedgerGrows": "its window is a week",
    "CausewayMerchantChecksFail": "the store of this run knows every order",
}


def fail(world, failures):
    """Sets the failures that the store simulates. A restart of the store would end them."""
    Connection(world.store.url).request("PUT", "/sandbox/failures", {"failures": failures}, {"Onside-App": APP})


def fitting(allowed, seconds, can_fill):
    """Returns those of the allowed disturbances that fit into a number of seconds, and those that do not."""
    chosen, left, rest = [], [], seconds
    # A short run shows those first that need the least time.
    for one in sorted(allowed, key=lambda one: one.seconds + one.recovery):
        if one.name == "disk full" and not can_fill:
            left.append(one)
        elif one.seconds + one.recovery <= rest:
            chosen.append(one)
            rest -= one.seconds + one.recovery
        else:
            left.append(one)
    return chosen, left
