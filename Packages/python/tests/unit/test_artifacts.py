"""The folders for the files about failed tests."""

from pathlib import Path

from causeway.artifacts import folder_of, remove

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
    assert len(folder_of(DIRECTORY, f"t.py::test_a[{'x' * 1_000}]").name) < 200


def test_only_the_files_of_an_earlier_run_are_removed(tmp_path: Path) -> None:
    for name in ["screenshot.png", "messages.jsonl", "page.html", "own.txt"]:
        (tmp_path / name).touch()
    remove(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["own.txt"]
    remove(tmp_path / "missing")
