"""Runs of pytest whose tests fail, with a driver that needs no page."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from stub_driver import StubDriver

NAMES = ["console.txt", "messages.jsonl", "page.html", "screenshot.png"]


@pytest.fixture
def driver() -> Iterator[StubDriver]:
    with StubDriver() as driver:
        yield driver


def run(pytester: pytest.Pytester, driver: StubDriver, tests: str, *arguments: str) -> pytest.RunResult:
    pytester.makepyfile(test_shop=tests)
    return pytester.runpytest_subprocess(
        "test_shop.py", f"--causeway-driver={driver.url}", "--junitxml=report.xml", *arguments)


def earlier_files(pytester: pytest.Pytester, test: str) -> Path:
    folder = pytester.path / "causeway-artifacts/test_shop.py" / test
    folder.mkdir(parents=True)
    for name in NAMES:
        (folder / name).touch()
    return folder


def properties(pytester: pytest.Pytester, test: str) -> dict[str, Path]:
    """Returns the properties of a test in JUnit's file, each of which has another name."""
    cases = {case.get("name"): case for case in ElementTree.parse(pytester.path / "report.xml").iter("testcase")}
    pairs = [(one.get("name"), one.get("value")) for one in cases[test].iter("property")]
    found = {name: Path(value) for name, value in pairs if name and value}
    assert len(found) == len(pairs)
    return found


def test_files_that_cannot_be_written_leave_the_run(pytester: pytest.Pytester, driver: StubDriver) -> None:
    (pytester.path / "causeway-artifacts").mkdir()
    (pytester.path / "causeway-artifacts/test_shop.py").touch()
    result = run(pytester, driver, """
        def test_bad(page): assert False
        def test_good(page): pass
    """)
    result.assert_outcomes(passed=1, failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["no screenshot: *Not a directory*"])


def test_half_a_character_in_the_page(pytester: pytest.Pytester, driver: StubDriver) -> None:
    driver.source = "<h1>Half: \ud83d</h1>"
    run(pytester, driver, "def test_bad(page): assert False").assert_outcomes(failed=1)
    source = pytester.path / "causeway-artifacts/test_shop.py/test_bad/page.html"
    assert source.read_text() == "<h1>Half: ?</h1>"


def test_a_long_name_of_long_characters(pytester: pytest.Pytester, driver: StubDriver) -> None:
    run(pytester, driver, f"""
        import pytest
        @pytest.mark.parametrize("word", [{'猫' * 140!r}], ids=str)
        def test_bad(page, word): assert False
    """, "-o", "disable_test_id_escaping_and_forfeit_all_rights_to_community_support=True").assert_outcomes(failed=1)
    [folder] = (pytester.path / "causeway-artifacts/test_shop.py").iterdir()
    assert sorted(path.name for path in folder.iterdir()) == NAMES


def test_earlier_files_are_removed_although_the_options_are_wrong(
    pytester: pytest.Pytester, driver: StubDriver
) -> None:
    folder = earlier_files(pytester, "test_it")
    run(pytester, driver, """
        import pytest
        @pytest.mark.causeway(page=1)
        def test_it(page): pass
    """).assert_outcomes(errors=1)
    assert list(folder.iterdir()) == []


def test_earlier_files_are_removed_although_the_driver_does_not_start(pytester: pytest.Pytester) -> None:
    folder = earlier_files(pytester, "test_it")
    pytester.makepyfile(test_shop="def test_it(page): pass")
    # The program false ends at once.
    pytester.runpytest_subprocess("test_shop.py", "--causeway=false").assert_outcomes(errors=1)
    assert list(folder.iterdir()) == []


def test_earlier_files_that_cannot_be_removed_are_a_warning(pytester: pytest.Pytester, driver: StubDriver) -> None:
    folder = earlier_files(pytester, "test_it")
    (folder / "screenshot.png").unlink()
    (folder / "screenshot.png").mkdir()
    result = run(pytester, driver, "def test_it(page): pass")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines([f"*The files of an earlier run in {folder} cannot be removed: *"])


def test_a_retry_that_passes_keeps_the_files_of_the_failure(pytester: pytest.Pytester, driver: StubDriver) -> None:
    earlier_files(pytester, "test_it")
    result = run(pytester, driver, """
        attempts = []
        def test_it(page):
            attempts.append(1)
            assert len(attempts) == 2
    """, "--reruns=1")
    result.assert_outcomes(passed=1)
    files = properties(pytester, "test_it").values()
    assert sorted(path.name for path in files) == NAMES and all(path.exists() for path in files)
    assert next(path for path in files if path.name == "page.html").read_text() == driver.source


def test_a_retry_that_fails_replaces_the_files(pytester: pytest.Pytester, driver: StubDriver) -> None:
    # Only the first attempt has a screenshot.
    result = run(pytester, driver, """
        attempts = []
        def test_it(page, monkeypatch):
            attempts.append(1)
            if len(attempts) == 2:
                monkeypatch.setattr(type(page), "page_source", "<h1>Second</h1>")
                monkeypatch.setattr(page, "get_screenshot_as_png", lambda: open("/no/such/picture"))
            assert False
    """, "--reruns=1")
    result.assert_outcomes(failed=1)
    found = properties(pytester, "test_it")
    assert sorted(found) == ["causeway_console", "causeway_source", "causeway_trace"]
    assert not (found["causeway_source"].parent / "screenshot.png").exists()


def test_an_interrupt_keeps_the_files(pytester: pytest.Pytester, driver: StubDriver) -> None:
    driver.messages.append({"number": 1, "name": "purchase"})
    pytester.makepyfile(test_shop="""
        from threading import Event
        def test_wait(page):
            print("waiting", flush=True)
            Event().wait()
    """)
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-s", f"--causeway-driver={driver.url}"], cwd=pytester.path,
        stdout=subprocess.PIPE, text=True)
    assert process.stdout
    with process.stdout:
        next(line for line in process.stdout if line.endswith("waiting\n"))
        process.send_signal(signal.SIGINT)
        output = process.stdout.read()
    assert process.wait() == pytest.ExitCode.INTERRUPTED
    trace = pytester.path / "causeway-artifacts/test_shop.py/test_wait/messages.jsonl"
    assert json.loads(trace.read_text()) == {"number": 1, "name": "purchase"}
    assert f"trace: {trace}\n" in output


ERROR = {"level": "error", "text": "ReferenceError: lost is not defined (shop.js:3)", "isMainFrame": True, "isProblem": True}
OUTPUT = {"level": "error", "text": "The shop is closed", "isMainFrame": True, "isProblem": False}


def test_an_error_of_the_page_fails_a_test_that_wants_it(pytester: pytest.Pytester, driver: StubDriver) -> None:
    driver.console = [OUTPUT, ERROR, {**ERROR, "isMainFrame": False}]
    result = run(pytester, driver, """
        import pytest
        @pytest.mark.causeway(fail_on_error=True)
        def test_marked(page): pass
        def test_unmarked(page): pass
    """)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([
        "The page had 2 problems (fail_on_error):", f"  {ERROR['text']}", f"  [[]sub-frame[]] {ERROR['text']}",
        "console: *"])
    assert driver.options == {}
    assert sorted(properties(pytester, "test_marked")) == [
        "causeway_console", "causeway_screenshot", "causeway_source", "causeway_trace"]


def test_output_of_the_page_is_no_problem(pytester: pytest.Pytester, driver: StubDriver) -> None:
    driver.console = [OUTPUT]
    run(pytester, driver, "def test_it(page): pass", "--causeway-fail-on-error").assert_outcomes(passed=1)


@pytest.mark.parametrize("arguments", [["--causeway-fail-on-error"], ["-o", "causeway_fail_on_error=true"]])
def test_all_tests_can_fail_on_errors_but_for_those_that_do_not_want_it(
    pytester: pytest.Pytester, driver: StubDriver, arguments: list[str]
) -> None:
    driver.console = [ERROR]
    result = run(pytester, driver, """
        import pytest
        def test_usual(page): pass
        @pytest.mark.causeway(fail_on_error=False)
        def test_other(page): pass
        @pytest.mark.xfail(strict=True)
        def test_expected(page): pass
        def test_without_a_page(): pass
        def test_that_ends_the_session(page): page.quit()
    """, *arguments)
    # The stub's session does not end, so its page has the problem still.
    result.assert_outcomes(passed=2, failed=2, xfailed=1)


def test_the_option_can_be_computed(pytester: pytest.Pytester, driver: StubDriver) -> None:
    driver.console = [ERROR]
    run(pytester, driver, """
        import pytest
        @pytest.fixture
        def causeway_options(): return {"fail_on_error": True}
        def test_it(page): pass
    """).assert_outcomes(failed=1)


def test_many_problems_are_cut(pytester: pytest.Pytester, driver: StubDriver) -> None:
    driver.console = [ERROR] * 25
    result = run(pytester, driver, "def test_it(page): pass", "--causeway-fail-on-error")
    result.stdout.fnmatch_lines(["The page had 25 problems (fail_on_error):", "  and 5 more"])


def test_the_failure_of_the_test_itself_is_reported(pytester: pytest.Pytester, driver: StubDriver) -> None:
    driver.console = [ERROR]
    result = run(pytester, driver, "def test_it(page): assert 1 == 2", "--causeway-fail-on-error")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*assert 1 == 2*"])
    result.stdout.no_fnmatch_line("*The page had*")


def test_a_teardown_that_fails_leaves_files(pytester: pytest.Pytester, driver: StubDriver) -> None:
    # The last test also ends the fixtures of the whole run.
    result = run(pytester, driver, """
        import pytest
        @pytest.fixture
        def shop(page):
            yield page
            assert page.title == "Stall"
        def test_first(shop): pass
        def test_last(shop): pass
    """)
    result.assert_outcomes(passed=2, errors=2)
    for test in ["test_first", "test_last"]:
        assert sorted(path.name for path in properties(pytester, test).values()) == NAMES
    result.stdout.fnmatch_lines(["*ERROR at teardown of test_first*", "*Causeway*", "screenshot: *"])


def test_a_teardown_of_a_fixture_without_the_page_leaves_files(pytester: pytest.Pytester, driver: StubDriver) -> None:
    # This fixture ends after the page's own.
    run(pytester, driver, """
        import pytest
        @pytest.fixture
        def server():
            yield
            assert False
        def test_it(server, page): pass
    """).assert_outcomes(passed=1, errors=1)
    assert sorted(path.name for path in properties(pytester, "test_it").values()) == NAMES


def test_a_setup_that_fails_leaves_files(pytester: pytest.Pytester, driver: StubDriver) -> None:
    run(pytester, driver, """
        import pytest
        @pytest.fixture
        def shop(page): assert page.title == "Stall"
        def test_it(shop): pass
    """).assert_outcomes(errors=1)
    assert sorted(path.name for path in properties(pytester, "test_it").values()) == NAMES


def test_each_session_ends_once(pytester: pytest.Pytester, driver: StubDriver) -> None:
    run(pytester, driver, """
        def test_one(page): pass
        def test_two(page): assert False
    """).assert_outcomes(passed=1, failed=1)
    assert driver.requests.count("DELETE ") == 2
