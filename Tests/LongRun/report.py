"""The summary at the end of a run."""

import subprocess

import disturbances
import verdict
from people import BUYS, CUSTOMERS, VISITS_A_DAY

MOST_FAULTS = 40
PURCHASE = 1 / BUYS


def conclude(world, conductor, firing):
    """Stops the backends, checks everything, and prints the summary. Returns whether no fault was found."""
    journal = world.journal
    for backend in world.backends:
        backend.stop()
    sold = verdict.store_orders(world)
    check = subprocess.run(
        [world.merchant_program, "ledger", "check", "--ledger", world.database.location], capture_output=True, text=True
    )
    ledger = verdict.ledger_orders(world)
    faults = list(journal.faults)
    if check.returncode != 0:
        faults.append(f"ledger check: {(check.stdout + check.stderr).strip()[-2_000:]}")
    faults += verdict.faults_of_purchases(journal, sold, ledger)
    faults += verdict.faults_of_events(world.receiver, ledger)
    untested = {**disturbances.UNTESTED, **world.database.untested}
    faults += verdict.faults_of_alerts(conductor.happened, firing, untested)
    sizes = verdict.memory(world.memory)
    if sizes:
        first, last = sizes
        if last > first + verdict.MEMORY_BYTES + world.database.cache_bytes:
            faults.append(f"the memory of a backend grew from {first / 2**20:.1f} to {last / 2**20:.1f} MiB")
    summary(world, conductor, firing, sold, ledger, sizes, check.stdout.strip(), untested)
    print()
    for fault in faults[:MOST_FAULTS]:
        print(f"FAULT: {fault}")
    if len(faults) > MOST_FAULTS:
        print(f"and {len(faults) - MOST_FAULTS} more")
    print("No fault was found." if not faults else f"{len(faults)} faults were found.")
    return not faults


def summary(world, conductor, firing, sold, ledger, sizes, check, untested):
    counts = world.journal.counts
    print()
    print(f"A day is {VISITS_A_DAY:,} visits of at most {CUSTOMERS:,} customers, and one purchase in {PURCHASE:.0f} visits.")
    rows = [
        ("validations", counts["validations"]),
        ("orders in the store", len(sold)),
        ("orders in the ledger", len(ledger)),
        ("  granted", sum(order["granted_at"] is not None for order in ledger.values())),
        ("  refunded", sum(order["state"] == "revoked" for order in ledger.values())),
        ("  renewals", sum(order["purchase"]["transaction_reason"] == "RENEWAL" for order in sold.values())),
        ("customers who left after a refund", len(world.journal.silent)),
        ("ledger check", check),
        ("ledger's size", f"{world.disk.used_bytes() >> 20} MiB"),
        ("restarts", ", ".join(f"{kind} {count}" for kind, count in conductor.restarts.items())),
    ]
    if sizes:
        rows.append(("memory of a backend", f"{sizes[0] / 2**20:.1f} MiB, at the end {sizes[1] / 2**20:.1f} MiB"))
    for name, value in rows:
        print(f"{name:36} {value}")
    print()
    print("What the clients saw besides:")
    for name, count in sorted(counts.items()):
        if name not in ("validations",):
            print(f"  {name:48} {count}")
    print()
    print("Alerts:")
    for name in verdict.names():
        times = firing.get(name, [])
        reasons = [one.disturbance.name for one in conductor.happened if name in one.disturbance.fires]
        if name in untested:
            text = f"not tested here: {untested[name]}"
        elif reasons:
            text = f"fired {len(times)} times; expected for: {', '.join(reasons)}"
        elif times:
            text = f"fired {len(times)} times as a consequence; the disturbance for it was not in this run"
        else:
            text = "the disturbance for it was not in this run"
        print(f"  {name:40} {text}")
