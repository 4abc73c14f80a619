"""Takes a picture of the inspector of `causeway serve`.

  script/support/playwright's Python, with PAGE INSPECTOR PICTURE.png

Opens the page in Chromium, waits until the page has sent the messages of its demonstration, and selects one of them.
"""

import sys

from playwright.sync_api import expect, sync_playwright

TIMEOUT = 60_000


def main(page_address, inspector_address, picture):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox"])  # Chromium's sandbox does not run as root, as a demo in a container does.
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.set_default_timeout(TIMEOUT)
        inspector = context.new_page()
        inspector.goto(inspector_address)
        expect(inspector.locator("#connection")).to_have_text("Connected", timeout=TIMEOUT)
        page = context.new_page()
        page.goto(page_address)
        page.evaluate("() => window.__demo")
        inspector.bring_to_front()
        row = inspector.locator(".rows .row:visible").filter(has_text="answered").last
        row.click()
        expect(inspector.locator(".details")).to_be_visible(timeout=TIMEOUT)
        inspector.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
