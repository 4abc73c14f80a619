"""The inspector, read and used through what a person sees."""

import re

from playwright.sync_api import expect


class Inspector:
    """The inspector in a tab."""

    def __init__(self, page):
        self.page = page
        self.rows = page.locator(".rows .row:visible")
        self.sheet = page.locator("dialog.sheet")
        self.details = page.locator(".details")
        self.summary = page.locator("#summary")
        self.banner = page.locator("#banner")

    def expect_connection(self, text):
        expect(self.page.locator("#connection")).to_have_text(text)

    def row(self, *texts):
        """Returns the rows that have all the texts."""
        rows = self.rows
        for text in texts:
            rows = rows.filter(has_text=text)
        return rows

    def expect_row(self, *texts):
        """Waits for a row with all the texts."""
        expect(self.row(*texts).last).to_be_visible()

    def cell(self, row, column):
        """Returns a row's cell in a column, such as `outcome`."""
        return row.locator(f".{column}")

    def search(self, text):
        self.page.get_by_label("Search names and payloads").fill(text)

    def choose_kind(self, title):
        self.page.get_by_role("radio", name=title, exact=True).click()

    def open_panel(self, title):
        tab = self.page.get_by_role("tab", name=title, exact=True)
        if not tab.is_visible():
            self.page.get_by_role("button", name="Panels").click()
        tab.click()
        return self.page.get_by_role("tabpanel", name=title, exact=True)

    def expect_sheet(self, title):
        """Goes to the inspector and waits for a device sheet with this title."""
        self.page.bring_to_front()
        expect(self.sheet.get_by_role("heading", name=title)).to_be_visible()
        return self.sheet

    def expect_no_sheet(self):
        expect(self.sheet).to_be_hidden()

    def press(self, label):
        """Presses a button of the sheet, once it can be pressed."""
        self.sheet.get_by_role("button", name=re.compile(label)).click()

    def message_count(self):
        """Returns the number of messages that the line at the bottom shows."""
        match = re.search(r"([\d,]+) messages?\b", self.summary.inner_text())
        return int(match.group(1).replace(",", "")) if match else 0
