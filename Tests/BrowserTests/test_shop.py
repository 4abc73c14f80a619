"""Purchases in the shop of Examples/onside, made with the buttons of the inspector's device sheets."""

import re
import tempfile

from playwright.sync_api import expect

from support.browser import EXAMPLES, BrowserTestCase
from support.store import Store

SHOP = EXAMPLES / "onside"
APP = "com.example.lantern"


class LocalShopTests(BrowserTestCase):
    """The shop with local testing, which has no payment methods."""

    def setUp(self):
        super().setUp()
        self.playground = self.serve(SHOP, "--profile", SHOP / "ask.json")
        self.inspector = self.open_inspector(self.playground)
        self.shop = self.open_page(self.playground)
        expect(self.shop.locator("#state")).to_have_text("Open")

    def test_a_purchase_with_its_login(self):
        self.shop.get_by_role("button", name="€1.99").click()
        sheet = self.inspector.expect_sheet("Log in to Onside")
        expect(sheet).to_contain_text(f"Requested by {self.playground.page.rstrip('/')}")
        field = sheet.get_by_label("E-mail address")
        expect(field).to_be_focused()
        field.press_sequentially("ada")
        field.press("Enter")
        expect(sheet.get_by_role("alert").first).to_be_visible()
        field.press_sequentially("@example.com")
        expect(field).to_have_value("ada@example.com")
        field.press("Enter")
        code = sheet.get_by_label("Code")
        expect(code).to_be_focused()
        code.press_sequentially(re.search(r"The code is (\d{3} \d{3})", sheet.inner_text()).group(1))
        sheet = self.inspector.expect_sheet("Onside payment")
        expect(sheet).to_contain_text("A dozen coins")
        # `press` waits for the button, because the sheet accepts an approval only after a second, so that nobody buys
        # by mistake.
        self.inspector.press("Pay|Buy")
        expect(self.shop.locator("#coins")).to_have_text("12 coins")
        self.inspector.expect_no_sheet()
        self.inspector.expect_row("purchase", "answered")

    def test_escape_declines_a_sheet(self):
        self.shop.get_by_role("button", name="Log in").click()
        self.inspector.expect_sheet("Log in to Onside")
        self.inspector.page.keyboard.press("Escape")
        self.inspector.expect_no_sheet()
        expect(self.inspector.page).to_have_title("onside – Causeway inspector")
        self.inspector.expect_row("requestLogin", "failed")
        expect(self.shop.locator("#notice")).to_contain_text("You closed the login")

    def test_a_sheet_can_wait_while_the_person_looks_at_the_messages(self):
        self.shop.get_by_role("button", name="Log in").click()
        # The title of the inspector's tab notifies a person who is still looking at the page's tab.
        expect(self.inspector.page).to_have_title("● Log in to Onside – onside – Causeway inspector")
        self.inspector.expect_sheet("Log in to Onside")
        self.inspector.sheet.get_by_role("button", name="Look at the messages").click()
        self.inspector.expect_no_sheet()
        self.inspector.row("requestLogin", "waiting").click()
        expect(self.inspector.details).to_contain_text("requestLogin")
        self.inspector.page.keyboard.press("s")
        self.inspector.expect_sheet("Log in to Onside")

    def test_a_standing_choice_answers_by_itself(self):
        self.shop.get_by_role("button", name="Log in").click()
        sheet = self.inspector.expect_sheet("Log in to Onside")
        sheet.get_by_role("radio", name="Decline").check()
        expect(sheet.get_by_role("radio", name="Decline")).to_be_checked()
        self.inspector.page.keyboard.press("Escape")
        self.inspector.expect_no_sheet()
        self.shop.get_by_role("button", name="Log in").click()
        expect(self.inspector.row("requestLogin", "failed")).to_have_count(2)
        self.inspector.expect_no_sheet()

    def test_tab_stays_in_the_sheet(self):
        self.shop.get_by_role("button", name="Log in").click()
        self.inspector.expect_sheet("Log in to Onside")
        for _ in range(14):
            self.inspector.page.keyboard.press("Tab")
            inside = self.inspector.page.evaluate(
                "() => document.activeElement === document.body || document.activeElement.closest('dialog.sheet') !== null")
            self.assertTrue(inside, self.inspector.page.evaluate("() => document.activeElement.outerHTML"))


class StoreShopTests(BrowserTestCase):
    """The shop with a store on the network, where users pay with cards."""

    def setUp(self):
        super().setUp()
        self.store = Store(SHOP / "shop.storekit", APP)
        self.addCleanup(self.store.close)
        state = tempfile.TemporaryDirectory()
        self.addCleanup(state.cleanup)
        profile = state.name + "/profile.json"
        with open(profile, "w") as file:
            file.write('{ "answer": "ask" }')
        self.playground = self.serve(
            SHOP, "--profile", profile, "--protocol", "onside", "--store", self.store.address, "--app", APP,
            "--state", state.name + "/state")
        self.inspector = self.open_inspector(self.playground)
        self.shop = self.open_page(self.playground)
        expect(self.shop.locator("#state")).to_have_text("Open")

    def log_in(self):
        sheet = self.inspector.expect_sheet("Log in to Onside")
        sheet.get_by_label("E-mail address").fill("ada@example.com")
        self.inspector.press("^Continue$")
        code = sheet.get_by_label("Code")
        expect(code).to_be_visible()
        code.press_sequentially(self.store.code())

    def test_a_mistyped_card_is_corrected(self):
        self.shop.get_by_role("button", name="€7.99").click()
        self.log_in()
        sheet = self.inspector.expect_sheet("Onside payment")
        expect(sheet).to_contain_text("7,99 €")
        self.inspector.press("Change")
        self.inspector.press("Add")
        number = sheet.get_by_label("Card number")
        # The last digit of this number is wrong.
        number.press_sequentially("4242424242424241")
        expect(number).to_have_value("4242 4242 4242 4241")
        sheet.get_by_label(re.compile("Expir|Valid")).press_sequentially("1239")
        sheet.get_by_label(re.compile("code", re.IGNORECASE)).press_sequentially("123")
        self.inspector.page.keyboard.press("Enter")
        expect(number).to_have_attribute("aria-invalid", "true")
        expect(number).to_be_focused()
        number.press("End")
        number.press("Backspace")
        number.press_sequentially("2")
        expect(number).to_have_value("4242 4242 4242 4242")
        number.press("Enter")
        expect(sheet.get_by_role("cell", name="•••• 4242").first).to_be_visible()
        self.inspector.press("^Done$")
        sheet = self.inspector.expect_sheet("Onside payment")
        expect(sheet).to_contain_text("•••• 4242")
        self.inspector.press("Pay|Buy")
        expect(self.shop.locator("#coins")).to_have_text("60 coins")
        self.inspector.expect_no_sheet()
        # No message to or from the page contains the card's number.
        for row in ["purchase", "events"]:
            self.assertEqual(self.inspector.row(row, "4242 4242").count(), 0)
