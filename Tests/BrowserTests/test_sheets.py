"""The moment in which a sheet opens: nothing that the person does at that moment approves it, and typing goes on."""

import re

from playwright.sync_api import expect

from support.browser import EXAMPLES, BrowserTestCase

SHARE = "Share an address of your wallet?"


class WalletSheetTests(BrowserTestCase):
    """The page asks for two addresses of the wallet: of BCH, and after the answer of ETH."""

    def setUp(self):
        super().setUp()
        self.playground = self.serve(EXAMPLES / "link", "--profile", EXAMPLES / "link/ask.json")
        self.inspector = self.open_inspector(self.playground)
        self.shop = self.open_page(self.playground)
        self.inspector.page.bring_to_front()
        self.keyboard = self.inspector.page.keyboard
        self.sheet = self.inspector.sheet
        self.share = self.sheet.get_by_role("button", name="Share")
        self.search = self.inspector.page.get_by_label("Search names and payloads")
        self.waiting = self.inspector.page.get_by_role("button", name=f"Waiting for you: {SHARE}")

    def connect(self):
        """Presses the page's button, while the person looks at the inspector."""
        self.shop.get_by_role("button", name="Connect").evaluate("(button) => button.click()")

    def expect_question(self, protocol):
        """Expects the question about a protocol, after the server has handled everything that the inspector's page has
        sent until now. The server answers the choice of a platform with a notice, and messages keep their order."""
        self.inspector.page.locator("#platform").evaluate(
            "(menu) => { menu.value = 'android'; menu.dispatchEvent(new Event('change')); }")
        expect(self.inspector.page.locator(".notice", has_text="Pages get the bridges of Android")).to_have_count(1)
        expect(self.sheet.locator(".pair").first).to_contain_text(protocol)
        self.assertEqual(self.inspector.row("getAddress", "answered").count(), 0 if protocol == "BCH" else 1)

    def test_enter_at_the_moment_of_opening_approves_nothing(self):
        # Press Enter as soon as the sheet has the focus, as the keys of a person who does not see it yet.
        self.inspector.page.evaluate("""() => {
          const dialog = document.querySelector("dialog.sheet");
          dialog.addEventListener("focusin", ({ target }) => {
            const options = { key: "Enter", bubbles: true, cancelable: true };
            target.dispatchEvent(new KeyboardEvent("keydown", options));
          }, { once: true });
        }""")
        self.connect()
        expect(self.sheet.get_by_role("heading", name=SHARE)).to_be_focused()
        self.keyboard.press("Enter")
        self.expect_question("BCH")

    def test_a_sheet_is_approved_after_the_delay(self):
        self.connect()
        expect(self.sheet.get_by_role("heading", name=SHARE)).to_be_focused()
        expect(self.share).to_be_enabled()
        self.keyboard.press("Enter")
        expect(self.sheet.locator(".pair").first).to_contain_text("ETH")
        # The next sheet has its own delay.
        expect(self.share).to_be_enabled()
        self.share.click()
        self.inspector.expect_no_sheet()
        expect(self.inspector.row("getAddress", "answered")).to_have_count(2)

    def test_an_enter_that_is_held_down_approves_nothing(self):
        self.connect()
        expect(self.share).to_be_enabled()
        self.sheet.get_by_role("heading", name=SHARE).evaluate("""(heading) => heading.dispatchEvent(
          new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }))""")
        self.expect_question("BCH")

    def test_a_script_of_the_inspector_cannot_press_earlier_than_the_server_allows(self):
        # The server refuses the press, whatever the page of the inspector shows.
        self.inspector.page.evaluate("""() => {
          const dialog = document.querySelector("dialog.sheet");
          new MutationObserver(() => {
            const button = dialog.querySelector('[data-role="primary"]');
            if (!button?.disabled) return;
            button.disabled = false;
            button.click();
          }).observe(dialog, { subtree: true, childList: true });
        }""")
        self.connect()
        expect(self.sheet.get_by_role("heading", name=SHARE)).to_be_focused()
        self.expect_question("BCH")

    def test_typing_goes_on_while_a_sheet_waits(self):
        self.search.click()
        self.keyboard.type("get")
        self.connect()
        expect(self.waiting).to_be_visible()
        self.keyboard.type("Address")
        self.keyboard.press("Enter")
        expect(self.search).to_be_focused()
        expect(self.search).to_have_value("getAddress")
        self.inspector.expect_no_sheet()
        # The button is in a live region, so that a screen reader says that a sheet waits.
        self.assertEqual(self.waiting.evaluate("(button) => button.closest('[aria-live]')?.ariaLive"), "polite")
        self.waiting.click()
        self.keyboard.press("Enter")
        expect(self.sheet.get_by_role("heading", name=SHARE)).to_be_visible()
        self.expect_question("BCH")
        expect(self.share).to_be_enabled()

    def test_the_delay_begins_again_when_a_sheet_is_brought_back(self):
        self.connect()
        expect(self.share).to_be_enabled()
        self.sheet.get_by_role("button", name="Look at the messages").click()
        self.inspector.expect_no_sheet()
        self.keyboard.press("s")
        self.keyboard.press("Enter")
        self.expect_question("BCH")

    def test_the_delay_begins_again_in_a_second_inspector(self):
        self.connect()
        expect(self.share).to_be_enabled()
        second = self.open_inspector(self.playground)
        expect(second.sheet.get_by_role("heading", name=SHARE)).to_be_focused()
        second.page.keyboard.press("Enter")
        self.expect_question("BCH")

    def test_the_delay_begins_again_when_the_person_returns_to_the_window(self):
        self.connect()
        expect(self.share).to_be_enabled()
        # The server answers the event before it reads the press.
        self.inspector.page.evaluate("""() => {
          dispatchEvent(new Event("focus"));
          document.querySelector('dialog [data-role="primary"]').click();
        }""")
        self.expect_question("BCH")


class SheetOverSheetTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(EXAMPLES / "onside", "--profile", EXAMPLES / "onside/ask.json")
        self.inspector = self.open_inspector(self.playground)
        self.shop = self.open_page(self.playground)
        expect(self.shop.locator("#state")).to_have_text("Open")
        self.shop.get_by_role("button", name="Log in").click()
        self.sheet = self.inspector.expect_sheet("Log in to Onside")
        self.field = self.sheet.get_by_label("E-mail address")
        expect(self.field).to_be_focused()

    def take_picture(self):
        """Asks for a picture of a document, which is a sheet of another protocol."""
        self.shop.evaluate("""() => window.webkit.messageHandlers.gbgBridge.postMessage({
          version: "1.0", type: "request", correlationId: "a picture", timestamp: Date.now(),
          payload: { action: "camera.document.capture", data: {} },
        })""")

    def test_typing_in_a_sheet_goes_on_while_another_one_waits(self):
        self.field.press_sequentially("ada@exam")
        self.take_picture()
        other = self.sheet.get_by_role("button", name="Waiting for you")
        expect(other).to_be_visible()
        self.inspector.page.keyboard.type("ple.com")
        expect(self.field).to_be_focused()
        expect(self.field).to_have_value("ada@example.com")
        self.assertEqual(other.evaluate("(button) => button.closest('[aria-live]')?.ariaLive"), "polite")
        other.click()
        expect(self.sheet.get_by_role("button", name="Choose a file")).to_be_visible()
        # The picture's sheet is in front of the login, which shows itself again with its text.
        self.inspector.page.keyboard.press("Escape")
        expect(self.field).to_have_value("ada@example.com")

    def test_the_other_sheet_is_shown_when_the_first_one_ends(self):
        self.field.press_sequentially("a")
        self.take_picture()
        expect(self.sheet.get_by_role("button", name=re.compile("Waiting for you"))).to_be_visible()
        self.inspector.page.keyboard.press("Escape")
        expect(self.sheet.get_by_role("button", name="Choose a file")).to_be_visible()
