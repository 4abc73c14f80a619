"""An inspector with 10,000 messages."""

import re

from playwright.sync_api import expect

from support.browser import PAGES, BrowserTestCase

# Scrolls through the table in 300 steps, and then jumps, so that each jump replaces all rows. Returns the durations of the
# frames in milliseconds, the shortest one first.
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
  for (let step = 0; step < 100; step += 1) await scroll(most * (step * 37 % 100) / 100);
  return frames.sort((one, other) => one - other);
}"""


class TimelineTestCase(BrowserTestCase):
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

    def search_payloads(self):
        """Types a search that finds ever fewer messages, and in the end one."""
        for text in ["ro", '"round":7', '"round":7,"index":42']:
            self.inspector.search(text)
        expect(self.inspector.rows).to_have_count(1)
        expect(self.inspector.rows).to_contain_text("index: 42")
