"""The longest task, the frames and the memory of the inspector with 10,000 messages.

This is not a test, because processor time depends on the machine and on its other work. `script/browser-tests
measure_timeline` prints the figures. The aims: a longest task of at most 50 ms of processor time, and less than 200 MiB.
"""

from support.browser import chromium
from support.measure import Recording, heap, own_memory
from support.timeline import SCROLL, TimelineTestCase


class TimelineMeasurement(TimelineTestCase):
    def test_scrolling(self):
        page = self.inspector.page
        with Recording(chromium(), page) as recording:
            frames = page.evaluate(SCROLL)
        self.assertGreater(len(recording.tasks), 100, "the recording has no tasks")
        print(
            f"\nscrolling: longest task {recording.longest_task:.1f} ms of processor time, frames: median "
            f"{frames[len(frames) // 2]:.1f} ms, longest {frames[-1]:.1f} ms; {own_memory(recording.process):.0f} MiB, of "
            f"which {heap(page):.1f} MiB are values")

    def test_searching_payloads(self):
        with Recording(chromium(), self.inspector.page) as recording:
            self.search_payloads()
        print(f"\nsearching: longest task {recording.longest_task:.1f} ms of processor time")
