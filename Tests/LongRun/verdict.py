"""The checks at the end of a run: purchases, events, memory and alerts."""

import json
import statistics
import subprocess

from alerts import names
from programs import ProgramError

# The memory of a backend may grow by this between the first quarter of its measured time and the last one, because the
# allocator's free memory grows a little. A leak of 1 KiB in each validation would be more.
MEMORY_BYTES = 8 << 20
# An alert may begin this much later than the end of its disturbance, in seconds, because Prometheus evaluates the rules
# each second, and reads the metrics through a relay that reads them each second.
ALERT_DELAY = 5


def store_orders(world):
    """All orders of the store, by their id."""
    return {order["purchase"]["order_id"].lower(): order for order in world.pages("orders")}


def ledger_orders(world):
    """All orders of the ledger with their evidence, by their id."""
    words = [world.merchant_program, "ledger", "export", "--ledger", world.database.location]
    orders = {}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            order = json.loads(line)
            # The decisions alone: a day's evidence would need a lot of memory.
            order["evidence"] = [(item["decision"], item["customer"]) for item in order["evidence"]]
            orders[order["order_id"].lower()] = order
    if process.returncode != 0:
        raise ProgramError(f"{' '.join(map(str, words))} ended with {process.returncode}")
    return orders


def faults_of_purchases(journal, sold, ledger):
    """Compares the store, the ledger and what the clients have seen."""
    faults = []
    for order, customer in journal.bought.items():
        if order not in sold:
            faults.append(f"order {order} of {customer} is lost in the store")
    for order, known in sold.items():
        purchase = known["purchase"]
        customer = journal.customers.get(known["account"])
        record = ledger.get(order)
        if customer is None or record is None:
            faults.append(f"order {order} of {customer} is not in the ledger")
            continue
        grants = [owner for decision, owner in record["evidence"] if decision == "granted"]
        refunded = purchase["revocation_date"] is not None
        if record["customer"] != customer:
            # An order that was refunded before anybody presented it has no owner.
            if not (refunded and record["customer"] is None):
                faults.append(f"order {order} of {customer} belongs to {record['customer']}")
        if len(grants) > 1:
            faults.append(f"order {order} was granted {len(grants)} times")
        if (record["granted_at"] is None) != (not grants):
            faults.append(f"order {order}: granted_at is {record['granted_at']}, and the evidence has {len(grants)} grants")
        if not grants and not refunded and purchase["expires_at"] is None:
            faults.append(f"order {order} of {customer} was never granted")
        if refunded and record["state"] != "revoked":
            faults.append(f"order {order} is {record['state']} after its refund")
        if refunded and not any(decision == "revoked" for decision, _ in record["evidence"]):
            faults.append(f"order {order}: the refund has no evidence")
        if not refunded and record["state"] == "revoked":
            faults.append(f"order {order} is revoked, but was not refunded")
        seen = journal.grants[order]
        if seen > 1:
            faults.append(f"clients were told {seen} times that order {order} was granted now")
        # A renewal can be granted by a notification or by the sweep.
        is_first = purchase["transaction_reason"] == "PURCHASE"
        if grants and seen == 0 and is_first and order not in journal.unanswered:
            faults.append(f"order {order} was granted, but no client was told so, and no call failed")
    for order in ledger.keys() - sold.keys():
        faults.append(f"order {order} is in the ledger, but not in the store")
    for order in journal.refunded:
        if order in sold and sold[order]["purchase"]["revocation_date"] is None:
            faults.append(f"the refund of order {order} is lost in the store")
    return faults


def faults_of_events(receiver, ledger):
    """Compares the states that the publisher's server has learned with the ledger."""
    faults = []
    for order, record in ledger.items():
        event = receiver.states.get(order)
        if record["granted_at"] is None:
            continue
        expected = "order.revoked" if record["state"] == "revoked" else "order.valid"
        if event is None:
            faults.append(f"no event about order {order} has arrived")
        elif event["type"] != expected or event["customer"] != record["customer"]:
            faults.append(f"the last event about order {order} is {event['type']}, but the order is {record['state']}")
        elif event["order"]["expires_at"] != record["expires_at"]:
            faults.append(f"the last event about order {order} has another end than the ledger")
    return faults


def memory(samples):
    """Returns the median resident memory in the first and in the last quarter of the measured time, in bytes.

    `samples` has pairs of a time and a number of bytes.
    """
    if len(samples) < 8:
        return None
    start, end = samples[0][0], samples[-1][0]
    quarter = (end - start) / 4
    first = [size for time, size in samples if time - start <= quarter]
    last = [size for time, size in samples if end - time <= quarter]
    return statistics.median(first), statistics.median(last)


def faults_of_alerts(happened, firing, untested):
    """Checks that each alert fired during the disturbances for which it is, and at no other time."""
    faults = []
    for one in happened:
        for name in one.disturbance.fires:
            if name in untested:
                continue
            # An alert that begins only in the time of recovery came too late, although it is allowed then.
            latest = one.end + ALERT_DELAY
            if not any(first <= latest and last >= one.start for first, last in firing.get(name, [])):
                faults.append(f"{name} did not fire while {one.disturbance.name} lasted")
    for name, times in firing.items():
        for first, last in times:
            allowed = [
                one for one in happened
                if name in one.disturbance.fires + one.disturbance.may and one.start <= first <= one.last
            ]
            if not allowed:
                faults.append(f"{name} fired without a reason for {last - first:.0f} s")
            elif last > max(one.last for one in allowed):
                faults.append(f"{name} fired for {last - allowed[0].end:.0f} s after {allowed[0].disturbance.name}")
    for name in firing.keys() - set(names()):
        faults.append(f"{name} is not a recommended alert")
    return faults
