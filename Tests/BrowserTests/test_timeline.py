"""The timeline with 10,000 messages."""

import re

from playwright.sync_api import expect

from support.browser import PAGES, BrowserTestCase, chromium
from support.measure import Recording, heap, own_memory

# The limits with 10,000 messages: of a frame's duration, in milliseconds, and of the memory, in MiB.
LONGEST_FRAME = 50
MOST_MEMORY = 200

SCROLL = """async () => {
  const rows = document.querySelector(".rows");
  const most = rows.scrollHeight - rows.clientHeight;
  const frame = () => new Promise(requestAnimationFrame);
  const frames = [];
  let last = await frame();
  const scroll = async (place) => {
    rows.scrollTop = place;
    const now = await frame();
    frames.push(now - last);
    last = now;
  };
  for (let step = 0; step <= 300; step += 1) await scroll(most * step / 300);
  // Jumps: each row is another one.
  for (let step = 0; step < 100; step += 1) await scroll(most * (step * 37 % 100) / 100);
  return frames.sort((one, other) => one - other);
}"""


class TimelineTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)
        self.inspector = self.open_inspector(self.playground)
        page = self.open_page(self.playground)
        # Send 5,000 requests, each of which has a reply. The start of the document is one more message.
        page.evaluate("""async () => {
          for (let round = 0; round < 50; round += 1) {
            await Promise.all(Array.from({ length: 100 }, (_, index) => ask("headers", { about: { round, index } })));
          }
        }""")
        # The server keeps 10,000 messages, so the first message may be missing in an inspector that connects late.
        expect(self.inspector.summary).to_contain_text(re.compile("10,00[01] messages"))
        self.inspector.page.bring_to_front()

    def test_scrolling_stays_smooth_and_small(self):
        page = self.inspector.page
        self.assertLess(page.locator(".rows .row").count(), 100, "the table is not virtual")
        with Recording(chromium(), page) as recording:
            frames = page.evaluate(SCROLL)
        memory = own_memory(recording.process)
        print(
            f"\n10,000 messages: longest task {recording.longest_task:.1f} ms of processor time, frames: median "
            f"{frames[len(frames) // 2]:.1f} ms, longest {frames[-1]:.1f} ms; {memory:.0f} MiB, of which "
            f"{heap(page):.1f} MiB are values")
        self.assertGreater(len(recording.tasks), 100, "the recording has no tasks")
        self.assertLessEqual(recording.longest_task, LONGEST_FRAME)
        self.assertLess(memory, MOST_MEMORY)

    def test_searching_payloads_does_not_block_the_page(self):
        page = self.inspector.page
        with Recording(chromium(), page) as recording:
            for text in ["ro", '"round":7', '"round":7,"index":42']:
                self.inspector.search(text)
            expect(self.inspector.rows).to_have_count(1)
        expect(self.inspector.rows).to_contain_text("index: 42")
        print(f"\nsearch in 10,000 messages: longest task {recording.longest_task:.1f} ms of processor time")
        self.assertLessEqual(recording.longest_task, LONGEST_FRAME)
        self.inspector.search("")
        expect(self.inspector.summary).to_contain_text(re.compile("^5,00[01] rows"))

    def test_sorting_by_duration(self):
        self.inspector.page.get_by_role("button", name="Duration").click()
        self.inspector.page.get_by_role("button", name="Duration").click()
        heading = self.inspector.page.get_by_role("columnheader", name="Duration")
        expect(heading).to_have_attribute("aria-sort", "descending")
        # Wait for the next frame, because the rows are drawn only then.
        self.inspector.page.wait_for_function("""() => {
          const bars = [...document.querySelectorAll(".rows .row:not([hidden])")]
            .sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)
            .map((row) => parseFloat(row.querySelector(".bar").style.transform.slice("scaleX(".length)));
          return bars[0] > 0 && bars.every((bar, index) => index === 0 || bar <= bars[index - 1]);
        }""")
