"""The options of pytest: which driver to use, and where artifacts are written."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

_PROGRAM, _DRIVER, _ARTIFACTS = "causeway", "causeway_driver", "causeway_artifacts"
_FAIL_ON_ERROR = "causeway_fail_on_error"


@dataclass(frozen=True)
class Settings:
    """The settings of a run."""

    program: str
    """The program `causeway`: a path, or a name on `PATH`."""
    driver: str | None
    """The address of a running driver; None to start one."""
    artifacts: Path
    """The folder for the files about failed tests."""
    fail_on_error: bool = False
    """Whether tests fail if their page has an uncaught error, unless they say otherwise."""

    def executable(self) -> str | None:
        """Returns the path of the program; None if there is none."""
        return shutil.which(self.program)


def add_options(parser: pytest.Parser) -> None:
    """Adds the options to the command line and to pytest's configuration file."""
    group = parser.getgroup("causeway", "pages in their app")
    for option, name, metavar, text in [
        ("--causeway", _PROGRAM, "PROGRAM",
         "the program causeway, whose driver runs the pages; default: causeway on PATH"),
        ("--causeway-driver", _DRIVER, "URL",
         "the address of a running causeway driver, which is used instead of a new one"),
        ("--causeway-artifacts", _ARTIFACTS, "DIR",
         "the folder for screenshots, traces and sources of failed tests; default: causeway-artifacts"),
    ]:
        group.addoption(option, dest=name, metavar=metavar, help=text)
        parser.addini(name, text)
    text = ("tests fail if their page has an uncaught error, an unhandled rejection, or a file that cannot be loaded; "
            "the marker's fail_on_error overrides this option")
    group.addoption("--causeway-fail-on-error", dest=_FAIL_ON_ERROR, action="store_true", help=text)
    parser.addini(_FAIL_ON_ERROR, text, type="bool", default=False)


def read(config: pytest.Config) -> Settings:
    """Returns the settings of a run. Raises pytest's UsageError if an option is wrong."""
    program, driver, artifacts = (_value(config, name) for name in [_PROGRAM, _DRIVER, _ARTIFACTS])
    if driver and (urlsplit(driver).scheme not in ("http", "https") or not urlsplit(driver).netloc):
        raise pytest.UsageError(
            f"--causeway-driver: {driver} is not an address; name the one that `causeway driver` prints, "
            "such as http://127.0.0.1:4444")
    settings = Settings(
        program or "causeway", driver, Path(artifacts or config.rootpath / "causeway-artifacts"),
        fail_on_error=config.getoption(_FAIL_ON_ERROR) or config.getini(_FAIL_ON_ERROR))
    if program and not settings.executable():
        raise pytest.UsageError(
            f"--causeway: there is no program {program}; build Causeway, and name the program")
    if settings.artifacts.exists() and not settings.artifacts.is_dir():
        raise pytest.UsageError(f"--causeway-artifacts: {settings.artifacts} is a file; name a folder")
    return settings


def _value(config: pytest.Config, name: str) -> str | None:
    """Returns the value from the command line or the configuration file. Paths in the file are relative to it."""
    option: str | None = config.getoption(name)
    if option:
        return _absolute(name, option, config.invocation_params.dir)
    stated: str = config.getini(name)
    return _absolute(name, stated, config.rootpath) if stated else None


def _absolute(name: str, value: str, folder: Path) -> str:
    is_path = name == _ARTIFACTS or (name == _PROGRAM and os.sep in value)
    return os.path.abspath(folder / Path(value).expanduser()) if is_path else value
