"""Documents and their frames: the browser, not the page, determines the sender of a message."""

from playwright.sync_api import expect

from support.browser import PAGES, BrowserTestCase


class FrameTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)
        self.inspector = self.open_inspector(self.playground)

    def test_bridges_exist_before_any_script_of_the_page(self):
        page = self.open_page(self.playground)
        self.assertEqual(page.evaluate("() => window.foundAtStart"), "function")

    def test_each_frame_is_a_document_with_its_origin(self):
        page = self.open_page(self.playground, "frames.html")
        for frame in page.frames:
            frame.wait_for_function("() => window.ask !== undefined")
            frame.evaluate("() => ask('headers')")
        self.inspector.choose_kind("Documents")
        origin = self.playground.page.rstrip("/")
        self.inspector.expect_row("Document opened", f"main frame {origin}")
        self.inspector.expect_row("Document opened", f"frame {origin.replace('localhost', 'other.localhost')}")
        self.inspector.expect_row("Document opened", "frame null")
        expect(self.inspector.row("Document opened")).to_have_count(4)

    def test_main_frame_gets_a_token_and_a_frame_does_not(self):
        page = self.open_page(self.playground, "frames.html")
        frame = page.frame_locator("#other").locator("#answer")
        expect(frame).to_be_attached()
        page.evaluate("() => ask('refreshToken')")
        expect(page.locator("#answer")).to_contain_text("authorization")
        [other] = [frame for frame in page.frames if "other.localhost" in frame.url]
        other.evaluate("() => ask('refreshToken')")
        expect(frame).to_contain_text('"undefined"')
        refused = self.inspector.row("refreshToken", "refused")
        expect(refused).to_have_count(1)
        refused.click()
        expect(self.inspector.details).to_contain_text("This frame may not send this request")
        expect(self.inspector.details).to_contain_text("http://other.localhost")

    def test_a_frame_that_is_removed_ends_its_document(self):
        page = self.open_page(self.playground, "frames.html")
        page.frames[1].wait_for_function("() => window.ask !== undefined")
        page.frames[1].evaluate("() => ask('headers')")
        page.evaluate("() => document.getElementById('same').remove()")
        self.inspector.expect_row("Document left")
