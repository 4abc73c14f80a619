"""The options of a session."""

import pytest

from causeway.options import OptionError, checked


def problems(**options: object) -> str:
    with pytest.raises(OptionError) as caught:
        checked(options, "the marker")
    return str(caught.value)


def test_options_that_a_session_can_have() -> None:
    options = {"page": "shop", "catalog": "shop.storekit", "profile": {"answer": "ask"}, "dark": True,
               "platform": "android", "protocols": ["onside"], "allow": ["https://example.com"]}
    assert checked(options, "the marker") == options


def test_a_mistyped_name_has_a_suggestion() -> None:
    assert problems(catalogue="shop.storekit") == "the marker: catalogue: did you mean catalog?"


def test_an_unknown_name_lists_the_options() -> None:
    assert "the options are page, catalog" in problems(xyz=1)


@pytest.mark.parametrize(("name", "value", "part"), [
    ("page", 1, "it must be a string, not 1"),
    ("platform", "win", "it must be one of ios, android, macos, windows, not 'win'"),
    ("dark", "yes", "it must be True or False, not 'yes'"),
    ("profile", 3, "it must be a path or a dict, not 3"),
    ("protocols", "onside", "it must be a list of strings, not 'onside'"),
    ("protocols", ["onsite"], "onsite is not one of causeway, gbg, link, onside, today"),
    ("allow", [1], "it must be a list of strings, not [1]"),
])
def test_a_wrong_value_is_named(name: str, value: object, part: str) -> None:
    assert problems(**{name: value}) == f"the marker: {name}: {part}"


def test_every_mistake_is_named() -> None:
    text = problems(page=1, dark=2)
    assert "page:" in text and "dark:" in text


def test_a_store_needs_an_app() -> None:
    assert "give both" in problems(store="http://127.0.0.1:8080")
    assert "give both" in problems(app="com.example.shop")


def test_a_session_has_one_store() -> None:
    assert "leave the other out" in problems(catalog="a", store="http://127.0.0.1:8080", app="com.example.shop")
