"""Runs of pytest whose tests fail. Run them with `--causeway=PROGRAM`."""

import json
import signal
import subprocess
import sys
from urllib.error import URLError
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest

PAGE = "<!doctype html><title>Shop</title><h1>Two apples</h1><script>console.log('Hello'); lost()</script>"
TESTS = """
    import pytest
    pytestmark = pytest.mark.causeway(page="shop.html")

    def test_good(page, causeway_driver):
        print("driver:", causeway_driver)

    def test_bad(page, causeway_driver):
        print("driver:", causeway_driver)
        assert page.title == "Stall"

    def test_without_a_page():
        assert False
"""


def shop(pytester: pytest.Pytester, tests: str = TESTS) -> None:
    (pytester.path / "shop.html").write_text(PAGE)
    pytester.makepyfile(test_shop=tests)


def test_two_workers(pytester: pytest.Pytester, causeway_program: str) -> None:
    shop(pytester)
    result = pytester.runpytest_subprocess(
        f"--causeway={causeway_program}", "--junitxml=report.xml", "--causeway-artifacts=kept", "-n2", "-rP")
    result.assert_outcomes(passed=1, failed=2)

    # Each of the two workers had its own driver, and both drivers have ended.
    addresses = {line.split()[1] for line in result.outlines if line.startswith("driver: ")}
    assert len(addresses) == 2
    for address in addresses:
        with pytest.raises(URLError):
            urlopen(f"{address}/status")

    # The files of the failed test, and no others.
    folder = pytester.path / "kept/test_shop.py/test_bad"
    assert [path.name for path in (pytester.path / "kept/test_shop.py").iterdir()] == ["test_bad"]
    assert (folder / "screenshot.png").read_bytes().startswith(b"\x89PNG")
    assert "Two apples" in (folder / "page.html").read_text()
    lines = [json.loads(line) for line in (folder / "messages.jsonl").read_text().splitlines()]
    assert lines[0]["kind"] == "opened"
    first, second = (folder / "console.txt").read_text().splitlines()
    assert first == "log Hello" and second.startswith("error ReferenceError: ")

    # The reports name the files.
    result.stdout.fnmatch_lines([
        "*Causeway*", f"trace: {folder}/messages.jsonl", f"console: {folder}/console.txt",
        f"screenshot: {folder}/screenshot.png", f"source: {folder}/page.html"])
    cases = {case.get("name"): case for case in ElementTree.parse(pytester.path / "report.xml").iter("testcase")}
    properties = [(one.get("name"), one.get("value")) for one in cases["test_bad"].iter("property")]
    assert properties == [
        ("causeway_trace", f"{folder}/messages.jsonl"), ("causeway_console", f"{folder}/console.txt"),
        ("causeway_screenshot", f"{folder}/screenshot.png"), ("causeway_source", f"{folder}/page.html")]
    assert not list(cases["test_without_a_page"].iter("property"))


def test_a_page_that_is_busy_forever(pytester: pytest.Pytester, causeway_program: str) -> None:
    shop(pytester, """
        import pytest

        @pytest.mark.causeway(page="shop.html")
        def test_busy(page, monkeypatch):
            monkeypatch.setattr("causeway.artifacts._TIMEOUT", 3)
            with page.request_timeout(1):
                page.execute_script("for (;;);")
    """)
    result = pytester.runpytest_subprocess(f"--causeway={causeway_program}")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["console: *", "no more files: no answer came within 3 s; the page may be busy"])
    kept = pytester.path / "causeway-artifacts/test_shop.py/test_busy"
    assert sorted(path.name for path in kept.iterdir()) == ["console.txt", "messages.jsonl"]


@pytest.mark.parametrize("script", [
    "lost()", "let = 1 +;", "setTimeout(() => lost())", "Promise.reject(new Error('lost'))",
    "(async () => { throw 'lost'; })()", "document.write('<img src=lost.png>')",
    "document.write('<script src=lost.js></' + 'script>')",
])
def test_a_page_with_a_problem_fails_a_test(pytester: pytest.Pytester, causeway_program: str, script: str) -> None:
    (pytester.path / "shop.html").write_text(f"<!doctype html><title>Shop</title><script>{script}</script>")
    pytester.makepyfile(test_shop="""
        import pytest

        @pytest.mark.causeway(page="shop.html", fail_on_error=True)
        def test_strict(page): assert page.title == "Shop"

        @pytest.mark.causeway(page="shop.html")
        def test_lax(page): assert page.title == "Shop"
    """)
    result = pytester.runpytest_subprocess(f"--causeway={causeway_program}")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["The page had a problem (fail_on_error):", "screenshot: *"])


def test_a_page_without_a_problem_passes(pytester: pytest.Pytester, causeway_program: str) -> None:
    script = "console.error('sold out'); addEventListener('x', () => {}); Promise.reject(1).catch(() => {})"
    (pytester.path / "shop.html").write_text(f"<!doctype html><title>Shop</title><script>{script}</script>")
    pytester.makepyfile(test_shop="""
        import pytest

        @pytest.mark.causeway(page="shop.html", fail_on_error=True)
        def test_strict(page): assert page.title == "Shop"
    """)
    pytester.runpytest_subprocess(f"--causeway={causeway_program}").assert_outcomes(passed=1)


def test_a_click_that_causes_an_error_fails_the_test(pytester: pytest.Pytester, causeway_program: str) -> None:
    page = "<!doctype html><button onclick='Promise.reject(new TypeError(\"sold out\"))'>Buy</button>"
    (pytester.path / "shop.html").write_text(page)
    pytester.makepyfile(test_shop="""
        import pytest
        from selenium.webdriver.common.by import By

        @pytest.mark.causeway(page="shop.html", fail_on_error=True)
        def test_buy(page): page.find_element(By.TAG_NAME, "button").click()
    """)
    result = pytester.runpytest_subprocess(f"--causeway={causeway_program}")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["  unhandled rejection: TypeError: sold out"])


def test_a_fixture_that_fails_at_the_end_of_the_run_leaves_files(
    pytester: pytest.Pytester, causeway_program: str
) -> None:
    shop(pytester, """
        import pytest

        @pytest.fixture
        def stall(page, causeway_driver):
            print("driver:", causeway_driver)
            yield page
            assert page.title == "Stall"

        @pytest.mark.causeway(page="shop.html")
        def test_last(stall): pass
    """)
    result = pytester.runpytest_subprocess(f"--causeway={causeway_program}", "-rA")
    result.assert_outcomes(passed=1, errors=1)
    kept = pytester.path / "causeway-artifacts/test_shop.py/test_last"
    assert (kept / "screenshot.png").read_bytes().startswith(b"\x89PNG")
    assert "Two apples" in (kept / "page.html").read_text()
    # The driver has ended.
    address = next(line.split()[-1] for line in result.outlines if line.startswith("driver: "))
    with pytest.raises(URLError):
        urlopen(f"{address}/status")


def test_a_missing_page_is_named_with_its_folder(pytester: pytest.Pytester, causeway_program: str) -> None:
    pytester.makepyfile(test_shop="""
        import pytest

        @pytest.mark.causeway(page="shop")
        def test_it(page): pass
    """)
    result = pytester.runpytest_subprocess(f"--causeway={causeway_program}")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*page: shop: the file or folder does not exist in {pytester.path}*"])


def test_an_interrupt_ends_the_driver(pytester: pytest.Pytester, causeway_program: str) -> None:
    shop(pytester, """
        import pytest

        @pytest.mark.causeway(page="shop.html")
        def test_wait(app, causeway_driver):
            print("driver:", causeway_driver, flush=True)
            app.prompts.next(timeout=600)
    """)
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-s", f"--causeway={causeway_program}"], cwd=pytester.path,
        stdout=subprocess.PIPE, text=True)
    assert process.stdout
    with process.stdout:
        address = next(line.split()[-1] for line in process.stdout if "driver: " in line)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    assert process.wait() == pytest.ExitCode.INTERRUPTED
    kept = pytester.path / "causeway-artifacts/test_shop.py/test_wait"
    assert (kept / "screenshot.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(URLError):
        urlopen(f"{address}/status")
