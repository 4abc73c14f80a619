"""Input of the display: clicks, keys and actions, as a person's input."""

from selenium.common.exceptions import UnexpectedAlertPresentException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support.driver import PageTestCase


class ClickTests(PageTestCase):
    def test_a_click_is_trusted(self):
        self.browser.by_id("button").click()
        events = self.browser.events("mousedown", "mouseup", "click")
        self.assertEqual([event["type"] for event in events], ["mousedown", "mouseup", "click"])
        self.assertEqual({event["id"] for event in events}, {"button"})
        self.assertTrue(all(event["isTrusted"] for event in events))

    def test_an_element_out_of_view_is_scrolled_into_view(self):
        self.browser.by_id("below").click()
        self.assertEqual([event["id"] for event in self.browser.events("click")], ["below"])

    def test_an_element_under_another_one_is_not_clicked(self):
        button = self.browser.by_id("covered")
        self.assertFails("ElementClickInterceptedException", "<div#cover>", button.click)
        self.assertEqual(self.browser.events("click"), [])

    def test_a_hidden_element_is_not_clicked(self):
        self.assertFails("ElementNotInteractableException", "visible", self.browser.by_id("hidden").click)

    def test_the_implicit_wait_is_for_the_cover_too(self):
        self.browser.execute_script("setTimeout(() => document.getElementById('cover').remove(), 300)")
        self.browser.implicitly_wait(10)
        self.addCleanup(self.browser.implicitly_wait, 0)
        self.browser.by_id("covered").click()
        self.assertEqual([event["id"] for event in self.browser.events("click")], ["covered"])

    def test_an_option_is_chosen(self):
        self.browser.find_elements(By.TAG_NAME, "option")[1].click()
        self.assertEqual(self.browser.by_id("list").get_property("value"), "two")

    def test_a_list_that_was_clicked_does_not_take_the_next_click(self):
        self.browser.by_id("list").click()
        self.browser.by_id("button").click()
        self.assertEqual([event["id"] for event in self.browser.events("click")], ["list", "button"])

    def test_a_click_leads_to_another_page(self):
        self.browser.by_id("link").click()
        self.assertEqual(self.browser.title, "Second")

    def test_a_click_opens_a_dialog(self):
        self.browser.by_id("alert").click()
        self.assertEqual(self.browser.switch_to.alert.text, "Stop")
        self.browser.switch_to.alert.accept()
        self.browser.by_id("button").click()
        self.assertEqual(self.browser.events("click")[-1]["id"], "button")

    def test_a_dialog_that_is_open_stops_a_click(self):
        self.browser.by_id("alert").click()
        button = self.browser.find_element
        with self.assertRaises(UnexpectedAlertPresentException):
            button(By.ID, "button").click()

    def test_a_click_after_the_window_has_another_size(self):
        size = self.browser.get_window_size()
        self.browser.set_window_size(500, 600)
        self.addCleanup(self.browser.set_window_size, size["width"], size["height"])
        self.assertEqual(self.browser.execute_script("return [innerWidth, innerHeight]"), [500, 600])
        self.browser.by_id("below").click()
        self.assertEqual([event["id"] for event in self.browser.events("click")], ["below"])


class KeyTests(PageTestCase):
    def typed(self, *keys, into="text"):
        element = self.browser.by_id(into)
        element.send_keys(*keys)
        return element.get_property("value")

    def test_text_of_any_script(self):
        text = "Hello, World! é漢ß~ 😀 Ж"
        self.assertEqual(self.typed(text), text)
        events = self.browser.events("keydown")
        self.assertTrue(all(event["isTrusted"] for event in events))
        self.assertIn("漢", [event["key"] for event in events])

    def test_a_capital_letter_comes_with_shift(self):
        self.typed("aB")
        keys = [(event["key"], event["code"], event["shiftKey"]) for event in self.browser.events("keydown")]
        self.assertEqual(keys, [("a", "KeyA", False), ("Shift", "ShiftLeft", False), ("B", "KeyB", True)])

    def test_modifiers(self):
        self.assertEqual(self.typed("abc"), "abc")
        self.assertEqual(self.typed(Keys.CONTROL + "a" + Keys.NULL + "x"), "x")
        self.assertEqual(self.typed(Keys.SHIFT + "ab1" + Keys.SHIFT + "c"), "xAB!c")

    def test_keys_without_a_character(self):
        value = self.typed("bc", Keys.HOME, "a", Keys.END, "dx", Keys.BACKSPACE, Keys.ARROW_LEFT, Keys.DELETE, Keys.NUMPAD5)
        self.assertEqual(value, "abc5")

    def test_many_different_characters(self):
        text = "".join(chr(0x4E00 + index) for index in range(200))
        self.assertEqual(self.typed(text), text)

    def test_lines(self):
        self.assertEqual(self.typed("one\ntwo", Keys.ENTER, "three", into="area"), "one\ntwo\nthree")

    def test_more_text_is_typed_at_the_end_and_clear_removes_it(self):
        self.typed("one")
        self.browser.by_id("button").click()
        self.assertEqual(self.typed("two"), "onetwo")
        self.browser.by_id("text").clear()
        self.assertEqual(self.browser.by_id("text").get_property("value"), "")

    def test_a_control_without_text_gets_a_value(self):
        self.assertEqual(self.typed("2026-11-26", into="date"), "2026-11-26")
        self.assertFails("InvalidArgumentException", "date", self.browser.by_id("date").send_keys, "tomorrow")

    def test_a_library_that_watches_the_value_notices_the_change(self):
        # Libraries such as React ignore an input event after which the value is the one that they have set themselves.
        self.browser.execute_script("""
            const input = document.getElementById("date");
            const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
            let known = input.value;
            window.noticed = [];
            Object.defineProperty(input, "value", {
              get() { return get.call(this); }, set(value) { known = value; set.call(this, value); }, configurable: true,
            });
            input.addEventListener("input", () => { if (get.call(input) !== known) noticed.push(known = input.value); });
            """)
        self.browser.by_id("date").send_keys("2026-11-27")
        self.assertEqual(self.browser.execute_script("return noticed"), ["2026-11-27"])

    def test_a_click_on_a_color_opens_no_window(self):
        self.browser.execute_script("""
            const input = document.createElement("input");
            Object.assign(input, { id: "color", type: "color" });
            document.body.prepend(input);
            """)
        self.browser.by_id("color").click()
        self.browser.by_id("button").click()
        self.assertEqual(self.browser.events("click")[-1]["id"], "button")

    def test_files(self):
        self.browser.by_id("file").send_keys(__file__)
        name = self.browser.execute_script("return document.getElementById('file').files[0].name")
        self.assertEqual(name, "test_input.py")

    def test_an_element_without_focus_gets_no_keys(self):
        self.assertFails("ElementNotInteractableException", "focus", self.browser.by_id("target").send_keys, "a")


class ActionTests(PageTestCase):
    def chain(self):
        return ActionChains(self.browser)

    def test_drag(self):
        self.chain().drag_and_drop(self.browser.by_id("drag"), self.browser.by_id("target")).perform()
        place = self.browser.execute_script(
            "const { left, top } = document.getElementById('drag').getBoundingClientRect(); return [left, top]")
        self.assertEqual(place, [325, 325])
        moves = [event for event in self.browser.events("mousemove") if event["isTrusted"]]
        self.assertGreater(len(moves), 3, "the pointer moves through points in between")

    def test_buttons(self):
        self.chain().double_click(self.browser.by_id("button")).perform()
        self.assertEqual(self.browser.events("dblclick")[0]["id"], "button")
        self.chain().context_click(self.browser.by_id("button")).perform()
        self.assertEqual(self.browser.events("contextmenu")[0]["id"], "button")
        self.browser.by_id("button").click()
        self.assertEqual(self.browser.events("click")[-1]["id"], "button")

    def test_keys(self):
        self.browser.by_id("text").click()
        self.chain().send_keys("aBé").key_down(Keys.SHIFT).send_keys("x1").key_up(Keys.SHIFT).perform()
        self.assertEqual(self.browser.by_id("text").get_property("value"), "aBéX!")
        keys = {event["key"]: event["shiftKey"] for event in self.browser.events("keydown")}
        self.assertFalse(keys["B"], "actions press no key by themselves")
        self.assertTrue(keys["X"])

    def test_a_key_that_is_held_changes_a_click(self):
        self.chain().key_down(Keys.CONTROL).click(self.browser.by_id("button")).key_up(Keys.CONTROL).perform()
        self.assertTrue(self.browser.events("click")[0]["ctrlKey"])

    def test_release(self):
        self.chain().key_down(Keys.SHIFT).click_and_hold(self.browser.by_id("button")).perform()
        self.browser.events()
        self.chain().reset_actions()
        self.assertEqual([event["type"] for event in self.browser.events("mouseup", "keyup")], ["mouseup", "keyup"])
        self.browser.by_id("text").send_keys("a")
        self.assertEqual(self.browser.by_id("text").get_property("value"), "a")

    def test_the_wheel_turns_by_whole_notches(self):
        self.chain().scroll_by_amount(0, 500).perform()
        wheel = self.browser.events("wheel")
        self.assertTrue(all(event["isTrusted"] for event in wheel))
        self.assertAlmostEqual(sum(event["deltaY"] for event in wheel), 500, delta=60)

    def test_a_point_outside_of_the_view(self):
        chain = self.chain().move_to_element_with_offset(self.browser.by_id("button"), -5000, 0)
        self.assertFails("MoveTargetOutOfBoundsException", "outside", chain.perform)

    def test_a_move_from_the_pointer_out_of_the_view(self):
        for distance in [5_000, 3_000_000_000]:
            chain = self.chain().move_by_offset(distance, 0)
            self.assertFails("MoveTargetOutOfBoundsException", "outside", chain.perform)

    def test_a_distance_that_is_too_long(self):
        self.assertFails("InvalidArgumentException", "deltaY", self.chain().scroll_by_amount(0, 10**300).perform)
        self.chain().scroll_by_amount(0, 1_000_000).perform()
        self.assertGreater(self.browser.execute_script("return scrollY"), 0)

    def test_a_page_with_other_mathematics(self):
        self.browser.execute_script("Math.floor = () => 1e300")
        self.browser.by_id("button").click()
        self.assertEqual([event["id"] for event in self.browser.events("click")], ["button"])

    def test_a_button_is_pressed_at_the_position_of_its_own_pointer(self):
        button = self.browser.by_id("button")
        self.chain().move_to_element(button).scroll_by_amount(0, 0).click().perform()
        self.assertEqual([event["id"] for event in self.browser.events("click")], ["button"])
        self.browser.by_id("text").click()
        self.browser.events()
        self.chain().click().perform()
        self.assertEqual([event["id"] for event in self.browser.events("click")], ["button"])


class FrameTests(PageTestCase):
    page = "frames.html"

    def press_and_type(self, text):
        self.browser.by_id("button").click()
        self.assertEqual(self.browser.by_id("button").text, "pressed true")
        self.browser.by_id("text").send_keys(text)
        self.assertEqual(self.browser.by_id("text").get_property("value"), text)

    def test_a_frame_by_its_index(self):
        self.browser.switch_to.frame(0)
        self.press_and_type("own")

    def test_a_frame_in_a_frame_of_another_origin(self):
        self.browser.switch_to.frame(self.browser.by_id("other"))
        self.browser.switch_to.frame(self.browser.by_id("inner"))
        self.press_and_type("deep")
        self.browser.switch_to.parent_frame()
        self.assertEqual(self.browser.execute_script("return document.title"), "Outer")
        self.browser.switch_to.default_content()
        self.assertEqual(self.browser.execute_script("return document.title"), "Frames")

    def test_actions_in_a_frame(self):
        self.browser.switch_to.frame(self.browser.by_id("other"))
        self.browser.switch_to.frame(0)
        ActionChains(self.browser).click(self.browser.by_id("button")).perform()
        self.assertEqual(self.browser.by_id("button").text, "pressed true")

    def test_a_frame_out_of_view_is_scrolled_into_view(self):
        for margins in ["3000px 0 0 0", "0 0 3000px 3000px"]:
            self.browser.execute_script("document.getElementById('other').style.margin = arguments[0]", margins)
            self.browser.execute_script("document.body.style.height = '9000px'; scrollTo(0, 8000)")
            self.browser.switch_to.frame(self.browser.by_id("other"))
            self.browser.switch_to.frame(self.browser.by_id("inner"))
            button = self.browser.by_id("button")
            self.browser.execute_script("arguments[0].textContent = 'In a frame'", button)
            button.click()
            self.assertEqual(button.text, "pressed true")
            self.browser.switch_to.default_content()

    def test_a_frame_under_another_element_is_not_clicked(self):
        self.browser.execute_script("""
            const banner = document.createElement("dialog");
            banner.id = "banner";
            document.body.append(banner);
            banner.style.cssText = "position: fixed; inset: 0; width: 100vw; height: 100vh";
            banner.showModal();
            """)
        self.browser.switch_to.frame(self.browser.by_id("own"))
        button = self.browser.by_id("button")
        self.assertFails("ElementClickInterceptedException", "dialog", button.click)
        self.assertEqual(button.text, "In a frame", "the current frame is still the same")

    def test_actions_in_a_frame_out_of_view(self):
        self.browser.execute_script("document.getElementById('other').style.marginTop = '3000px'")
        self.browser.switch_to.frame(self.browser.by_id("other"))
        chain = ActionChains(self.browser).move_to_element(self.browser.find_element(By.TAG_NAME, "p"))
        self.assertFails("MoveTargetOutOfBoundsException", "window", chain.perform)

    def test_a_frame_that_does_not_exist(self):
        self.assertFails("NoSuchFrameException", "7", self.browser.switch_to.frame, 7)
