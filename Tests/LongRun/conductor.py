"""The course of a run: restarts at random moments, steps of the clock, and disturbances one after the other."""

import random
import signal
import time

import disturbances

# The mean time between two restarts.
RESTART_PAUSE = 20
STEP = 5 * 3600
WARM_UP = 0.04  # the share of the run before the first disturbance
# At the end of the run, nothing is disturbed, so that alerts and queues have time to become quiet.
CALM = 0.05


class Happened:
    """A disturbance of this run, or a restart of the store, with its times in seconds since 1970."""

    def __init__(self, disturbance, start, end):
        self.disturbance = disturbance
        self.start = start
        self.end = end

    @property
    def last(self):
        """The time until which alerts may still fire."""
        return self.end + self.disturbance.recovery


class Conductor:
    def __init__(self, world, only):
        self.world = world
        self.chance = random.Random(f"{world.seed}/conductor")
        self.happened = []
        self.restarts = {"backend": 0, "store": 0, "database": 0}
        allowed = [one for one in disturbances.ALL if only is None or one.name in only]
        self.chosen, self.left = disturbances.fitting(
            allowed, world.seconds * (1 - WARM_UP - CALM), world.disk.can_be_filled)
        self.chance.shuffle(self.chosen)
        # The memory of a single backend is measured in the second half, in which it is not restarted. So it is down
        # first.
        self.chosen.sort(key=lambda one: one.name != "backend down")

    def conduct(self):
        world, start = self.world, time.monotonic()
        first, last = start + world.seconds * WARM_UP, start + world.seconds * (1 - CALM)
        needed = sum(one.seconds + one.recovery for one in self.chosen)
        # The time without disturbances is the same before each of them and after the last one.
        calm = max(0, last - first - needed) / (len(self.chosen) + 1)
        self.restart_until(first)
        for one in self.chosen:
            self.restart_until(time.monotonic() + calm)
            self.disturb(one)
        self.restart_until(last)
        world.wait(start + world.seconds - time.monotonic())

    def disturb(self, one):
        world = self.world
        world.say(f"{one.title} ({one.seconds} s)")
        start = time.time()
        with one.body(world):
            world.wait(one.seconds)
        happened = Happened(one, start, time.time())
        self.happened.append(happened)
        world.say(f"{one.name}: over")
        self.restart_until(time.monotonic() + one.recovery)

    def restart_until(self, deadline):
        """Restarts programs at random moments. Steps the clocks sometimes."""
        while True:
            pause = self.chance.expovariate(1 / RESTART_PAUSE)
            rest = deadline - time.monotonic()
            # A restart must be over when a disturbance begins.
            if pause + 5 > rest or self.world.is_over():
                self.world.wait(max(0, rest))
                return
            self.world.wait(pause)
            if self.chance.random() < 0.1:
                self.world.say("the clocks of the store and the backends step five hours forward")
                self.world.clocks.step(STEP)
            else:
                self.restart()

    def restart(self):
        world = self.world
        kind = self.chance.choice(sorted(self.restarts))
        how = self.chance.choice([signal.SIGTERM, signal.SIGKILL])
        # Of two backends, only the first one is restarted, so that the memory of the second one can be measured.
        if kind == "backend" and not world.may_restart_backend():
            kind = "store"
        if kind == "database" and world.database.backends == 1:
            kind = "store"  # SQLite has no server
        if kind == "database":
            world.database.restart(how)
        else:
            program = world.store if kind == "store" else world.backends[0]
            start = time.time()
            program.stop(how)
            world.wait(self.chance.uniform(0, 2))
            program.start()
            if kind == "store":
                self.happened.append(Happened(disturbances.StoreRestart, start, time.time()))
        self.restarts[kind] += 1
