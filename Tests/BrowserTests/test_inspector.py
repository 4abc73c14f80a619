"""The inspector's own controls: keys, search, filters, details, pause and clear."""

from playwright.sync_api import expect

from support.browser import PAGES, BrowserTestCase


class InspectorTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.playground = self.serve(PAGES)
        self.inspector = self.open_inspector(self.playground)
        self.served = self.open_page(self.playground)
        self.served.evaluate("""async () => {
          await ask("headers"); await ask("track", { ename: "opened", parameters: { story: "ferry" } });
          await ask("refreshToken"); await ask("unheardOf");
        }""")
        self.inspector.expect_row("unheardOf")
        self.page = self.inspector.page
        self.page.bring_to_front()

    def selected(self):
        return self.page.locator('.rows .row[aria-selected="true"] .name')

    def test_keys_move_the_selection(self):
        self.page.keyboard.press("j")
        expect(self.selected()).to_have_text("Document opened")
        self.page.keyboard.press("j")
        expect(self.selected()).to_have_text("headers")
        self.page.get_by_role("grid").focus()
        self.page.keyboard.press("End")
        expect(self.selected()).to_have_text("unheardOf")
        self.page.keyboard.press("ArrowUp")
        self.page.keyboard.press("k")
        expect(self.selected()).to_have_text("track")
        self.page.keyboard.press("Home")
        expect(self.selected()).to_have_text("Document opened")
        # The grid must name the active row, so that a screen reader reads this row.
        active = self.page.get_by_role("grid").get_attribute("aria-activedescendant")
        expect(self.page.locator(f"#{active}")).to_contain_text("Document opened")

    def test_enter_goes_into_the_details_and_escape_closes_them(self):
        self.page.get_by_role("grid").focus()
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")
        expect(self.inspector.details).to_be_focused()
        expect(self.inspector.details).to_contain_text("X-Today-Client")
        self.page.keyboard.press("Escape")
        expect(self.inspector.details).to_be_hidden()
        expect(self.page.get_by_role("grid")).to_be_focused()

    def test_search_finds_payloads(self):
        self.page.keyboard.press("/")
        expect(self.page.get_by_label("Search names and payloads")).to_be_focused()
        self.page.keyboard.type("ferry")
        expect(self.inspector.rows).to_have_count(1)
        expect(self.inspector.rows).to_contain_text("track")
        self.inspector.search("-ferry is:page kind:request -name:headers -unheard")
        expect(self.inspector.rows).to_have_count(1)
        expect(self.inspector.rows).to_contain_text("refreshToken")
        self.inspector.search("no such word")
        expect(self.page.get_by_text("No message matches")).to_be_visible()
        self.page.get_by_role("button", name="Show all messages").click()
        expect(self.inspector.rows).to_have_count(5)

    def test_kinds_and_protocols_filter(self):
        self.inspector.choose_kind("Documents")
        expect(self.inspector.rows).to_have_count(1)
        self.page.keyboard.press("1")
        expect(self.inspector.rows).to_have_count(5)
        self.page.get_by_role("button", name="Today", exact=True).click()
        expect(self.inspector.rows).to_have_count(4)
        self.page.get_by_role("button", name="GBG", exact=True).click()
        self.page.get_by_role("button", name="Today", exact=True).click()
        expect(self.inspector.rows).to_have_count(0)

    def test_a_reply_belongs_to_its_request(self):
        self.inspector.row("headers").click()
        details = self.inspector.details
        expect(details.get_by_role("heading", name="Request")).to_be_visible()
        expect(details.get_by_role("heading", name="Reply")).to_be_visible()
        expect(details.get_by_role("tree", name="Request")).to_contain_text("headers")
        expect(details.get_by_role("tree", name="Reply")).to_contain_text("X-Today-Client")

    def test_the_tree_of_a_payload_works_by_keys(self):
        self.inspector.row("track").click()
        tree = self.inspector.details.get_by_role("tree", name="Request").or_(
            self.inspector.details.get_by_role("tree", name="Event")).first
        root = tree.get_by_role("treeitem").first
        root.focus()
        expect(tree).to_contain_text("ferry")
        self.page.keyboard.press("ArrowLeft")
        expect(root).to_have_attribute("aria-expanded", "false")
        self.page.keyboard.press("ArrowRight")
        expect(root).to_have_attribute("aria-expanded", "true")
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.keyboard.press("c")
        self.page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('ferry')")

    def test_pause_holds_messages_back(self):
        self.page.keyboard.press("p")
        self.served.evaluate("() => ask('later')")
        expect(self.inspector.banner).to_contain_text("Paused. 2 new messages wait.")
        expect(self.inspector.row("later")).to_have_count(0)
        self.page.keyboard.press("p")
        self.inspector.expect_row("later")
        expect(self.inspector.banner).to_be_hidden()

    def test_clear_removes_the_messages_everywhere(self):
        other = self.open_inspector(self.playground)
        other.expect_row("unheardOf")
        self.page.bring_to_front()
        self.page.keyboard.press("l")
        for inspector in [self.inspector, other]:
            expect(inspector.page.get_by_text("No messages yet")).to_be_visible()
        late = self.open_inspector(self.playground)
        expect(late.page.get_by_text("No messages yet")).to_be_visible()

    def test_help_lists_the_keys(self):
        self.page.keyboard.press("?")
        expect(self.page.get_by_role("dialog", name="Keys and search")).to_be_visible()
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog", name="Keys and search")).to_be_hidden()

    def test_another_platform_has_other_bridges_from_the_next_load(self):
        self.assertEqual(self.served.evaluate("() => typeof window.todayWebViewBridge"), "undefined")
        self.page.get_by_label("Platform").select_option("android")
        expect(self.page.locator("#notices")).to_contain_text("Pages get the bridges of Android when they are reloaded.")
        self.assertEqual(self.served.evaluate("() => typeof window.todayWebViewBridge"), "undefined")
        self.served.reload()
        self.assertEqual(self.served.evaluate("() => typeof window.todayWebViewBridge"), "object")


class NarrowInspectorTests(InspectorTests):
    """The inspector on a screen of the size of a phone's."""

    size = (390, 844)
