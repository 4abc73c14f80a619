"""The clients: people who open the app, buy, ask for refunds, and sometimes copy somebody's history."""

import contextlib
import random
import threading
import time

from app import PublisherServer, StopRun, StoreApp, orders_of
from connection import NoAnswer, Refused

# A day by the shown clock: the visits of an app that 20,000 people open three times. There are fewer customers, so that
# they have long histories. Each customer's first visit ends with a purchase too, which makes some 5,000 purchases: more
# than such an app sells. docs/operating.md names these numbers.
VISITS_A_DAY = 60_000
ORDERS_A_DAY = 3_000
CUSTOMERS = 2_048

PRODUCTS = ["lantern.coins.12"] * 6 + ["lantern.coins.60"] * 2 + ["lantern.shelf", "lantern.monthly"]
SUBSCRIPTION = "lantern.monthly"
# Shares of the visits.
BUYS = ORDERS_A_DAY / VISITS_A_DAY
REFUNDS = 0.006
REPEATS = 0.10  # the app presents the same history twice
COPIES = 0.02  # another customer presents it
RENEWS = 0.01
# A free week comes before the first month, so this passes the end of a period.
RENEWAL_SECONDS = 32 * 86_400
# A call confirms at most 50 orders.
MOST_ORDERS = 30
LAST_TRIES = 60


class Customer:
    def __init__(self, name, session):
        self.name = name
        self.session = session
        self.history = None  # the last history that the app got
        self.orders = []
        self.refundable = []
        self.has_subscription = False


class Client(threading.Thread):
    """One of the clients. Its customers are its own, so that it knows what each of them has."""

    def __init__(self, number, world):
        super().__init__(name=f"client {number}")
        self.number = number
        self.world = world
        self.chance = random.Random(f"{world.seed}/{number}")
        self.store = StoreApp(world.store.url, world.is_over)
        self.servers = [PublisherServer(backend.url, world.client_secret) for backend in world.backends]
        self.customers = []
        self.pause = world.clients * 86_400 / VISITS_A_DAY / world.rate
        self.most_customers = max(1, CUSTOMERS // world.clients)

    def run(self):
        journal = self.world.journal
        # Spread the first visits, because 64 logins at the same moment would not happen on a real day.
        self.world.wait(self.chance.uniform(0, self.pause))
        while not self.world.is_over():
            try:
                self.visit()
            except StopRun:
                return
            except (NoAnswer, Refused) as error:
                journal.count("visits that ended early")
                if isinstance(error, Refused) and error.status < 500:
                    journal.fault(f"{self.name}: {error}")
            except Exception as error:  # the thread must not end silently
                journal.fault(f"{self.name} failed: {type(error).__name__}: {error}")
                raise
            self.world.wait(self.chance.expovariate(1 / self.pause))

    # MARK: A visit

    def visit(self):
        customer = self.customer()
        chance = self.chance
        if chance.random() < BUYS and len(customer.orders) < MOST_ORDERS or not customer.orders:
            self.buy(customer)
        if customer.has_subscription and chance.random() < RENEWS / BUYS:
            if self.store.advance(customer.session, RENEWAL_SECONDS):
                self.world.journal.count("renewals")
        try:
            customer.history = self.store.history(customer.session)
        except NoAnswer:
            self.world.journal.count("histories that the store did not answer")
        if customer.history is None:
            return
        answer = self.present(customer.name, customer.history)
        if chance.random() < REPEATS:
            answer = self.present(customer.name, customer.history)
        if chance.random() < COPIES:
            self.present(f"copy-{self.number}", customer.history, is_owner=False)
        if customer.refundable and chance.random() < REFUNDS:
            self.refund(customer, can_leave=answer is not None and not answer["unconfirmed"])

    def last_visit(self, customer):
        """Presents the customer's history until the backend has decided about each order. Returns whether it has."""
        for _ in range(LAST_TRIES):
            with contextlib.suppress(NoAnswer, Refused):
                answer = self.present(customer.name, self.store.history(customer.session))
                if answer is not None and not answer["unconfirmed"]:
                    return True
            time.sleep(1)
        return False

    def customer(self):
        """Returns one of the customers, or a new one. Every customer is as likely as the others."""
        count = len(self.customers)
        if count < self.most_customers and self.chance.random() < max(1 / (count + 1), 0.2):
            name = f"customer-{self.world.seed}-{self.number}-{self.world.next_number()}"
            session = self.store.log_in(f"{name}@example.com")
            self.world.journal.bound(session.account, name)
            self.customers.append(Customer(name, session))
            return self.customers[-1]
        return self.chance.choice(self.customers)

    def buy(self, customer):
        product = self.chance.choice(PRODUCTS)
        order = self.store.buy(customer.session, product, customer.name)
        if order in customer.orders:
            return  # the customer already had it, and was not charged
        customer.orders.append(order)
        customer.has_subscription = customer.has_subscription or product == SUBSCRIPTION
        customer.refundable.append(order)
        self.world.journal.buys(order, customer.name)

    def refund(self, customer, can_leave):
        """Refunds an order. Half of the customers never open the app again, if the backend knows all their orders."""
        order = customer.refundable.pop(self.chance.randrange(len(customer.refundable)))
        self.store.refund(order)
        is_silent = can_leave and self.chance.random() < 0.5
        if is_silent:
            self.customers.remove(customer)
        self.world.journal.refunds(order, customer.name, is_silent)

    def present(self, name, history, is_owner=True):
        """Presents a history to one of the backends. A call without an answer is safe to repeat, at another backend."""
        orders = set(orders_of(history))
        servers = self.chance.sample(self.servers, len(self.servers))
        for server in servers:
            try:
                answer = server.validate(name, history)
            except NoAnswer:
                self.world.journal.lost(orders)
                continue
            except Refused as error:
                if error.status < 500:
                    raise
                self.world.journal.count(f"calls that got {error.status} {error.code}")
                # A validation records several histories, one after the other. The first one can succeed.
                self.world.journal.unsure(orders)
                continue
            self.world.journal.answered(orders, answer["decisions"], is_owner)
            for order in answer["unconfirmed"]:
                self.world.journal.count(f"unconfirmed {order['code']}")
            return answer
        return None
