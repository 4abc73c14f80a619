"""Prompts as device sheets: a wallet's approval, and pictures from a file and from the computer's camera."""

import base64
import pathlib
import tempfile

from playwright.sync_api import expect

from support.browser import EXAMPLES, PAGES, BrowserTestCase


class WalletTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(EXAMPLES / "link", "--profile", EXAMPLES / "link/ask.json")
        self.inspector = self.open_inspector(self.playground)
        self.shop = self.open_page(self.playground)
        self.shop.get_by_role("button", name="Connect").click()

    def test_texts_of_the_page_are_marked(self):
        sheet = self.inspector.expect_sheet("Share an address of your wallet?")
        title = sheet.locator(".pair", has_text="Title")
        expect(title).to_contain_text("from the page")
        expect(sheet.get_by_role("heading").first).not_to_contain_text("from the page")

    def test_prompts_come_one_at_a_time(self):
        for protocol in ["BCH", "ETH"]:
            sheet = self.inspector.expect_sheet("Share an address of your wallet?")
            expect(sheet.locator(".pair").first).to_contain_text(protocol)
            self.inspector.press("Share")
        self.inspector.expect_no_sheet()
        expect(self.inspector.row("getAddress", "answered")).to_have_count(2)

    def test_a_prompt_ends_with_its_page(self):
        self.inspector.expect_sheet("Share an address of your wallet?")
        self.shop.close()
        self.inspector.expect_no_sheet()


class PictureTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        profile = self.folder / "profile.json"
        profile.write_text('{ "answer": "ask" }')
        self.playground = self.serve(PAGES, "--profile", profile)
        self.inspector = self.open_inspector(self.playground)
        self.served = self.open_page(self.playground)
        self.served.evaluate("""() => {
          window.responses = [];
          window.GBGBridge = { receive: (message) => responses.push(message) };
          capture("a picture");
        }""")
        self.sheet = self.inspector.sheet
        expect(self.sheet.get_by_role("button", name="Choose a file")).to_be_visible()
        self.inspector.page.bring_to_front()

    def approve(self):
        self.sheet.locator('.button[data-role="primary"]').click()
        self.inspector.expect_no_sheet()
        self.inspector.expect_row("camera.document.capture", "answered")

    def test_a_picture_from_a_file(self):
        primary = self.sheet.locator('.button[data-role="primary"]')
        expect(primary).to_be_disabled()
        text = self.folder / "notes.txt"
        text.write_text("no picture")
        choose = self.sheet.locator("input[type=file]")
        choose.set_input_files(text)
        expect(self.sheet.get_by_text("“notes.txt” is not a picture.")).to_be_visible()
        choose.set_input_files(EXAMPLES / "gbg/id.jpg")
        expect(self.sheet.get_by_role("img", name="The chosen picture")).to_be_visible()
        expect(self.sheet).to_contain_text("id.jpg")
        self.approve()
        data = self.served.evaluate("() => responses.find(({ payload }) => payload.status === 'success').payload.data")
        self.assertEqual(data["mimeType"], "image/jpeg")
        self.assertEqual(
            base64.b64decode(data["imageData"].rpartition(",")[2]), (EXAMPLES / "gbg/id.jpg").read_bytes())
        # The picture of a document must be redacted in the inspector.
        self.inspector.row("camera.document.capture").click()
        expect(self.inspector.details.get_by_role("tree", name="Reply")).to_contain_text("redacted")

    def test_a_damaged_picture_is_refused(self):
        damaged = self.folder / "damaged.png"
        damaged.write_bytes(base64.b64decode("iVBORw0KGgo="))
        self.sheet.locator("input[type=file]").set_input_files(damaged)
        expect(self.sheet.get_by_role("alert").filter(has_text="cannot be used")).to_be_visible()
        expect(self.sheet.locator('.button[data-role="primary"]')).to_be_disabled()

    def test_a_picture_from_the_camera(self):
        self.sheet.get_by_role("button", name="Use the camera").click()
        take = self.sheet.get_by_role("button", name="Take the picture")
        expect(take).to_be_focused()
        self.inspector.page.keyboard.press("Enter")
        expect(self.sheet.get_by_role("img", name="The chosen picture")).to_be_visible()
        expect(self.sheet).to_contain_text("camera.jpg · 640 × 480 pixels · JPEG")
        expect(self.sheet.locator("video")).to_be_hidden()
        # The canvas must show the picture: an empty canvas would have a single color.
        self.assertGreater(self.sheet.locator("canvas").evaluate(
            "(canvas) => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size"), 10)
        self.approve()

    def test_the_camera_stops_with_the_sheet(self):
        self.sheet.get_by_role("button", name="Use the camera").click()
        expect(self.sheet.get_by_role("button", name="Take the picture")).to_be_focused()
        track = self.sheet.locator("video").evaluate_handle("(video) => video.srcObject.getTracks()[0]")
        self.inspector.page.keyboard.press("Escape")
        self.inspector.expect_no_sheet()
        self.assertEqual(track.evaluate("(track) => track.readyState"), "ended")

    def test_a_camera_that_is_not_allowed_is_explained(self):
        self.inspector.page.evaluate("""() => {
          navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("denied", "NotAllowedError"); };
        }""")
        self.sheet.get_by_role("button", name="Use the camera").click()
        expect(self.sheet.get_by_text("The browser does not allow this page to use the camera.")).to_be_visible()
