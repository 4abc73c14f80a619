"""The timeline with 10,000 messages. `measure_timeline.py` measures its speed."""

import re

from playwright.sync_api import expect

from support.browser import chromium
from support.measure import Recording, own_memory
from support.timeline import SCROLL, TimelineTestCase

# The limit of the tab's own memory with 10,000 messages, in MiB.
MOST_MEMORY = 200


class TimelineTests(TimelineTestCase):
    def test_scrolling_reaches_the_last_message_with_few_rows_in_the_page(self):
        page = self.inspector.page
        self.assertLess(page.locator(".rows .row").count(), 100, "the table is not virtual")
        with Recording(chromium(), page) as recording:
            page.evaluate(SCROLL)
        self.assertLess(own_memory(recording.process), MOST_MEMORY)
        page.evaluate("() => { const rows = document.querySelector('.rows'); rows.scrollTop = rows.scrollHeight; }")
        self.inspector.expect_row("round: 49", "index: 99")
        self.assertLess(page.locator(".rows .row").count(), 100, "scrolling left rows behind")

    def test_searching_payloads_finds_one_of_all_messages(self):
        self.search_payloads()
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
