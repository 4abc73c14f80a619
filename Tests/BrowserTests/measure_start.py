"""The time from the start of `causeway serve Examples/onside` to its first answered call.

This is not a test, because the time depends on the machine. `script/browser-tests measure_start` prints the figures;
use a release build (`CAUSEWAY=.build/release/causeway`) on a quiet machine.
"""

import statistics
import time

from support.browser import EXAMPLES, BrowserTestCase

ROUNDS = 11
SHOP = EXAMPLES / "onside"


class StartMeasurement(BrowserTestCase):
    def test_the_time_to_the_first_answered_call(self):
        self.round()  # The first round reads the program and the page from the disk.
        rounds = [self.round() for _ in range(ROUNDS)]
        for name, times in zip(("addresses", "first answer"), zip(*rounds)):
            middle, least, most = statistics.median(times), min(times), max(times)
            print(f"\n{name}: {middle:.0f} ms ({least:.0f} to {most:.0f}), {ROUNDS} rounds", flush=True)

    def round(self):
        """Returns the milliseconds until the addresses are printed, and until the page has the answer to its first call."""
        page = self.context.new_page()
        start = time.monotonic()
        playground = self.serve(SHOP, "--profile", SHOP / "profile.json")
        printed = time.monotonic()
        page.goto(playground.page, wait_until="commit")
        # `initializeOnside` is the page's first call. Its promise resolves with the app's answer.
        page.evaluate("async () => { await onside.initializeOnside('v1'); }")
        end = time.monotonic()
        page.close()
        playground.close()
        return (printed - start) * 1_000, (end - start) * 1_000
