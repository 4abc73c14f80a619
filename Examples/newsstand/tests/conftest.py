"""The fixtures of the newspaper's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from causeway import Page, SessionOptions

from pages import Paper, StorePages
from servers import APP, Newsstand


@pytest.fixture
def newsstand(causeway_program: str, tmp_path: Path) -> Iterator[Newsstand]:
    """A store and a backend for one test, so that no test sees the orders of another."""
    newsstand = Newsstand(causeway_program, tmp_path)
    yield newsstand
    newsstand.end()


@pytest.fixture
def causeway_options(newsstand: Newsstand) -> SessionOptions:
    return {
        "page": newsstand.address, "store": newsstand.store, "app": APP, "protocols": ["onside"],
        "profile": {"answer": "ask"},
    }


@pytest.fixture
def paper(page: Page, newsstand: Newsstand) -> Paper:
    paper = Paper(page, newsstand.address)
    paper.wait_until_ready()
    return paper


@pytest.fixture
def store_pages(page: Page, newsstand: Newsstand) -> StorePages:
    return StorePages(page, newsstand.store)
