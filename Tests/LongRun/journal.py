"""The answers that the clients got. The verdict compares them with the store and the ledger."""

import collections
import threading


class Journal:
    def __init__(self):
        self.lock = threading.Lock()
        # How often a client was told that this call granted the order, by the order's id.
        self.grants = collections.Counter()
        # Orders in a call without an answer or with an error of the server: the call may have granted them.
        self.unanswered = set()
        # The customer of each account of the store.
        self.customers = {}
        self.bought = {}  # the customer of each order
        self.refunded = {}  # the customer of each order whose refund was requested
        # Customers who never come back after a refund, so that only the sweep or a notification can tell the backend.
        self.silent = set()
        self.counts = collections.Counter()
        self.faults = []

    def count(self, name, by=1):
        with self.lock:
            self.counts[name] += by

    def fault(self, text):
        with self.lock:
            self.faults.append(text)

    def bound(self, account, customer):
        with self.lock:
            self.customers[account] = customer

    def buys(self, order, customer):
        with self.lock:
            self.bought[order] = customer
            self.counts["orders"] += 1

    def refunds(self, order, customer, is_silent):
        with self.lock:
            self.refunded[order] = customer
            self.counts["refunds"] += 1
            if is_silent:
                self.silent.add(customer)

    def answered(self, orders, decisions, is_owner):
        """Notes the decisions of a call by the owner of the orders, or by another customer."""
        with self.lock:
            self.counts["validations"] += 1
            for decision in decisions:
                order, outcome = decision["order_id"].lower(), decision["decision"]
                self.counts[f"decision {outcome}"] += 1
                if order not in orders:
                    self.faults.append(f"the answer has a decision about {order}, which was not presented")
                if outcome == "granted":
                    self.grants[order] += 1
                    if not is_owner:
                        self.faults.append(f"order {order} was granted to a customer who only copied the history")
                elif not is_owner and outcome != "belongsToAnother":
                    self.faults.append(f"order {order} was {outcome} for a customer who only copied the history")
                elif is_owner and outcome == "belongsToAnother":
                    self.faults.append(f"order {order} was refused to its owner")

    def lost(self, orders):
        """Notes a call without an answer."""
        self.count("calls without an answer")
        self.unsure(orders)

    def unsure(self, orders):
        """Notes a call that may have granted orders, although no answer says so."""
        with self.lock:
            self.unanswered.update(orders)
