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
