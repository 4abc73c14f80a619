"""Panels: faults on demand, the state of the shop, events of the app, and answers by hand."""

import re

from playwright.sync_api import expect

from support.browser import EXAMPLES, PAGES, BrowserTestCase


class FaultTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)
        self.inspector = self.open_inspector(self.playground)
        self.served = self.open_page(self.playground)
        self.inspector.page.bring_to_front()
        self.panel = self.inspector.open_panel("Faults")

    def set_fault(self, name):
        self.panel.get_by_label("Capability").select_option(label="today: headers")
        self.panel.get_by_label("Fault").select_option(label=name)

    def confirm(self, row):
        self.panel.get_by_role("button", name="Set this fault").click()
        expect(self.panel.get_by_role("row", name="today: headers")).to_contain_text(row)

    def test_a_delay(self):
        self.set_fault("Answer later")
        delay = self.panel.get_by_label("Delay in milliseconds")
        delay.fill("soon")
        expect(self.panel.get_by_text("Enter a number from 1 to 600,000.")).to_be_visible()
        expect(self.panel.get_by_role("button", name="Set this fault")).to_be_disabled()
        delay.fill("700")
        self.confirm("answers 700 ms later")
        milliseconds = self.served.evaluate(
            "async () => { const start = performance.now(); await ask('headers'); return performance.now() - start; }")
        self.assertGreaterEqual(milliseconds, 690)
        # After the end of the fault, messages are answered as usual.
        self.panel.get_by_role("button", name="End").click()
        expect(self.panel.get_by_text("No fault is set.")).to_be_visible()
        self.assertIn("X-Today-Client", self.served.evaluate("() => ask('headers')")["value"])

    def test_an_error_of_the_persons_choice(self):
        self.set_fault("Fail with an error")
        self.panel.get_by_label("Code").fill("NO_CREDIT")
        self.panel.get_by_label("Message").fill("The card has expired.")
        self.confirm("fails with NO_CREDIT")
        self.served.evaluate("() => ask('headers')")
        row = self.inspector.row("headers", "no credit")
        row.click()
        expect(self.inspector.details).to_contain_text("The card has expired.")

    def test_silence(self):
        self.set_fault("Never answer")
        self.confirm("never answers")
        self.served.evaluate("() => void ask('headers')")
        self.inspector.expect_row("headers", "waiting")

    def test_an_app_that_is_too_old(self):
        self.set_fault("Answer like an older app without this capability")
        self.confirm("an older app")
        self.assertEqual(self.served.evaluate("() => ask('headers')")["value"], {})
        self.inspector.expect_row("headers", "unknown capability")


class ShopPanelTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        shop = EXAMPLES / "onside"
        self.playground = self.serve(shop, "--profile", shop / "profile.json")
        self.inspector = self.open_inspector(self.playground)
        self.shop = self.open_page(self.playground)
        expect(self.shop.locator("#state")).to_have_text("Open")

    def test_a_refund_reaches_the_page(self):
        self.shop.get_by_role("button", name="Subscribe").click()
        expect(self.shop.locator("#plan")).to_be_visible()
        self.inspector.page.bring_to_front()
        panel = self.inspector.open_panel("Onside")
        order = panel.get_by_role("row", name="lantern.yearly")
        expect(order).to_contain_text("owned")
        order.get_by_role("button", name="Refund").click()
        expect(panel.get_by_role("button", name="Refund")).to_have_count(0)

    def test_a_store_that_fails(self):
        panel = self.inspector.open_panel("Onside")
        panel.get_by_label("The store").select_option(label="fails with serviceUnavailable")
        self.inspector.page.get_by_role("button", name="Keys and search").focus()
        self.shop.reload()
        expect(self.shop.locator("#notice")).to_contain_text("Onside is not available.")
        expect(self.inspector.row("loadProducts").last).to_contain_text("failed")


class RedactionTests(BrowserTestCase):
    def test_panels_show_no_secrets(self):
        playground = self.serve(PAGES)
        inspector = self.open_inspector(playground)
        page = self.open_page(playground)
        page.evaluate("() => ask('track', { ename: 'bought', parameters: { password: 'hunter2', place: 'shop' } })")
        page.evaluate("() => capture('secret', 'nfc.read', { password: 'hunter2', place: 'shop' })")
        inspector.page.bring_to_front()
        for title, text in [("Today", "bought"), ("GBG", "nfc.read")]:
            panel = inspector.open_panel(title)
            expect(panel).to_contain_text(text)
            expect(panel).to_contain_text("shop")
            expect(panel).to_contain_text("redacted")
            expect(panel).not_to_contain_text("hunter2")


class AnswerByHandTests(BrowserTestCase):
    def test_a_person_answers_a_request(self):
        playground = self.serve(PAGES)
        inspector = self.open_inspector(playground)
        page = self.open_page(playground)
        page.evaluate("() => capture('by hand', 'nfc.read')")
        inspector.page.bring_to_front()
        panel = inspector.open_panel("GBG")
        expect(panel).to_contain_text("nfc.read")
        field = panel.get_by_label("Answer, as a JSON object")
        field.fill('{ "width": ')
        expect(panel.get_by_role("alert").filter(has_text="This is not JSON yet")).to_be_visible()
        field.fill('{ "width": 1 }')
        panel.get_by_role("button", name="Answer", exact=True).click()
        inspector.expect_row("nfc.read", "answered")
        expect(panel).to_contain_text("No request waits for your answer.")

    def test_an_event_of_the_app_reaches_the_page(self):
        playground = self.serve(PAGES)
        inspector = self.open_inspector(playground)
        page = self.open_page(playground)
        page.evaluate("() => { window.GBGBridge = { receive: (message) => (window.heard = message) }; }")
        inspector.page.bring_to_front()
        panel = inspector.open_panel("Events")
        panel.get_by_label("Name").fill("theme.changed")
        panel.get_by_label("Data, as JSON").fill('{ "dark": true }')
        panel.get_by_role("button", name="Send").click()
        page.wait_for_function("() => window.heard?.payload.action === 'theme.changed' && window.heard.payload.data.dark")
        inspector.expect_row("theme.changed")
        expect(inspector.row("theme.changed").locator(".way")).to_have_attribute("title", re.compile("App to page"))
