"""Runs a day of a publisher's backend in an hour. script/long-run --help explains the options."""

import argparse
import concurrent.futures
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import disturbances
import report
from conductor import Conductor
from connection import NoAnswer, Refused
from people import Client
from programs import ProgramError
from world import World

MEMORY_PAUSE = 2
PROGRESS_PAUSE = 60
# After this step, every check of the sweep is due, also of orders that were granted while the backends' clock was ahead,
# and every pause after a failure is over.
LAST_STEP = 45 * 3600
SETTLE_TIMEOUT = 900


def usage_error(text):
    print(f"script/long-run: {text}; script/long-run --help explains the options.", file=sys.stderr)
    sys.exit(2)


def main():
    parser = argparse.ArgumentParser(prog="script/long-run", add_help=False)
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="postgresql")
    parser.add_argument("--only", action="append", choices=[one.name for one in disturbances.ALL])
    parser.error = usage_error
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1_000_000)
    # SIGTERM ends the run as Ctrl-C does, so that no program and no file system stays.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="long-run-"))
    folder.chmod(0o755)  # PostgreSQL has another user
    world = World(options, folder)
    try:
        world.start()
        passed = run(world, options)
    except ProgramError as error:
        print(f"long-run: {error}", file=sys.stderr)
        passed = False
    finally:
        world.end()
    if not passed:
        print(f"The logs are in {folder}. Repeat the run with --seed {options.seed}.", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    return 0


def run(world, options):
    """Runs the clients and the disturbances. Returns whether no fault was found."""
    conductor = Conductor(world, options.only)
    world.say(
        f"seed {world.seed}: {world.clients} clients, {world.database.name}, {len(world.backends)} backends, "
        f"{options.minutes:g} minutes for {options.minutes * world.rate / 60:g} hours"
    )
    if not world.disk.can_be_filled:
        world.say(f"the disk is not filled in this run: {world.disk.reason}")
    for one in conductor.left:
        world.say(f"not in this run: {one.title} It needs {one.seconds + one.recovery} s.")
    clients = [Client(number, world) for number in range(world.clients)]
    start = time.time()
    for thread in clients + [threading.Thread(target=watch, args=[world], daemon=True)]:
        thread.start()
    conductor.conduct()
    end = time.time()
    world.over.set()
    for client in clients:
        client.join()
    firing = world.prometheus.firing(start, end)
    settle(world, clients)
    return report.conclude(world, conductor, firing)


def watch(world):
    """Notes the memory, and prints the progress."""
    next_progress = time.monotonic() + PROGRESS_PAUSE
    while not world.is_over():
        world.measure_memory()
        if time.monotonic() >= next_progress:
            next_progress += PROGRESS_PAUSE
            counts = world.journal.counts
            size = world.memory[-1][1] >> 20 if world.memory else 0
            world.say(f"{counts['validations']} validations, {counts['orders']} orders, {size} MiB in a backend")
        world.wait(MEMORY_PAUSE)


def settle(world, clients):
    """Lets the customers come once more, and waits until the sweep and the events have nothing left to do."""
    # Otherwise a subscription could renew after the sweep has asked about it.
    for subscription in world.pages("subscriptions"):
        world.tester.request("POST", f"/sandbox/subscriptions/{subscription['original_order_id']}/cancel")
    world.say("the customers come once more, except those who have left after a refund")

    def finish(client):
        return [customer.name for customer in client.customers if not client.last_visit(customer)]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for names in pool.map(finish, clients):
            for name in names:
                world.journal.fault(f"the backend does not confirm the orders of {name}")
    world.say(f"the clocks step {LAST_STEP // 3600} hours, and the sweep asks about every order")
    world.clocks.step(LAST_STEP)
    deadline, quiet = time.monotonic() + SETTLE_TIMEOUT, 0
    while quiet < 3:
        # This is longer than the pause of a sweep without work.
        time.sleep(6)
        try:
            left = [world.metric(backend, name) for backend in world.backends
                    for name in ("sweep_lag_seconds", "events_waiting")]
            quiet = 0 if any(left) else quiet + 1
        except (OSError, NoAnswer, Refused, KeyError):
            quiet = 0
        if time.monotonic() > deadline:
            world.journal.fault(f"the sweep or the events still have work {SETTLE_TIMEOUT} s after the end")
            return


sys.exit(main())
