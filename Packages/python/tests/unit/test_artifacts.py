"""The folders for the files about failed tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from selenium.common.exceptions import InvalidSessionIdException, WebDriverException
from urllib3.connectionpool import ConnectionPool
from urllib3.exceptions import ReadTimeoutError

from causeway import Page
from causeway.artifacts import Artifacts, folder_of, remove

DIRECTORY = Path("/artifacts")


def test_a_folder_is_named_after_the_test() -> None:
    assert folder_of(DIRECTORY, "tests/test_shop.py::ShopTests::test_buy[ios]") == (
        DIRECTORY / "tests/test_shop.py/ShopTests/test_buy[ios]")


def test_tests_whose_names_are_similar_have_different_folders() -> None:
    names = ["t.py::test_a[x y]", "t.py::test_a[x?y]", "t.py::test_a[x_y]", "t.py::test_a[x/y]", "t.py::test_a[x::y]"]
    assert len({folder_of(DIRECTORY, name) for name in names}) == len(names)


def test_a_name_cannot_leave_the_folder() -> None:
    for name in ["../t.py::test_a", "t.py::test_a[../../../x]", "t.py::..", "/etc/t.py::test_a"]:
        folder = folder_of(DIRECTORY, name)
        assert folder.is_relative_to(DIRECTORY) and ".." not in folder.parts


def test_a_long_name_fits_into_a_file_system() -> None:
    for character in ["x", "ü", "猫", "\U00020000"]:
        names = [folder_of(DIRECTORY, f"t.py::test_a[{character * count}]").name for count in [1_000, 1_001]]
        assert all(len(name.encode()) < 200 for name in names) and len(set(names)) == 2


def test_only_the_files_of_an_earlier_run_are_removed(tmp_path: Path) -> None:
    for name in ["screenshot.png", "messages.jsonl", "console.txt", "page.html", "own.txt"]:
        (tmp_path / name).touch()
    remove(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["own.txt"]
    remove(tmp_path / "missing")


class StubPage:
    """A page without a driver, whose screenshot fails."""

    page_source = "<h1>Two apples</h1>"

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.switch_to = self
        self.timeout = 330.0

    @contextmanager
    def request_timeout(self, seconds: float) -> Iterator[None]:
        self.timeout = seconds
        yield

    def default_content(self) -> None:
        pass

    def get_screenshot_as_png(self) -> bytes:
        assert self.timeout <= 30
        raise self.error

    def ask_driver(self, path: str) -> Any:
        if path == "console":
            line = {"number": 1, "level": "warn", "text": "größer", "isMainFrame": True}
            return {"lines": [line, {**line, "number": 2, "isMainFrame": False}]}
        return {path: [{"number": 1, "name": "größer"}]}


def kept(error: Exception, folder: Path) -> Artifacts:
    return Artifacts(cast(Page, StubPage(error)), folder)


def test_a_screenshot_that_fails_leaves_the_other_files(tmp_path: Path) -> None:
    artifacts = kept(WebDriverException("the view is empty; For documentation on this error, please visit: x"), tmp_path)
    assert artifacts.problems == ["screenshot: the view is empty"]
    assert artifacts.files == {
        "trace": tmp_path / "messages.jsonl", "console": tmp_path / "console.txt", "source": tmp_path / "page.html"}
    assert (tmp_path / "console.txt").read_text(encoding="utf-8") == "warn größer\nwarn [sub-frame] größer\n"
    assert (tmp_path / "messages.jsonl").read_text(encoding="utf-8") == '{"number": 1, "name": "größer"}\n'


def test_a_busy_page_leaves_the_files_that_need_no_answer_of_it(tmp_path: Path) -> None:
    # None is the pool of connections, which the error does not use.
    artifacts = kept(ReadTimeoutError(cast(ConnectionPool, None), "/screenshot", "no answer"), tmp_path)
    assert artifacts.problems == ["more files: no answer came within 20 s; the page may be busy"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["console.txt", "messages.jsonl"]


def test_an_app_that_has_ended_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "screenshot.png").touch()
    artifacts = kept(InvalidSessionIdException("the app of this session has ended"), tmp_path)
    assert artifacts.problems == ["more files: the app of this session has ended"]
    assert sorted(artifacts.files) == ["console", "trace"] and not (tmp_path / "screenshot.png").exists()
