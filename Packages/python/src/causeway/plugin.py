"""The plugin for pytest: fixtures for a page, its app and its store."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import pytest
from selenium.common.exceptions import InvalidSessionIdException, WebDriverException

from causeway import artifacts, settings
from causeway.app import App
from causeway.driver import Driver, DriverError
from causeway.options import OptionError, SessionOptions, checked
from causeway.page import Page
from causeway.settings import Settings
from causeway.store import Store

_SETTINGS = pytest.StashKey[Settings]()
_RUNNING_DRIVER = pytest.StashKey[Driver]()
_PAGE = pytest.StashKey[Page]()
# The files about the page of a test whose teardown has failed.
_TEARDOWN = pytest.StashKey[artifacts.Artifacts]()
# Whether a test has begun, because a plugin for retries runs the same item several times.
_HAS_BEGUN = pytest.StashKey[bool]()
# The lines about the files of the test that Ctrl-C has ended.
_INTERRUPTED = pytest.StashKey[list[str]]()
_SECTION = "Causeway"
# The number of the page's problems that the report of a test lists.
_MOST_PROBLEMS = 20


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of the plugin."""
    settings.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Checks the options, and declares the marker."""
    config.addinivalue_line(
        "markers", "causeway(page=…, catalog=…, profile=…, …): the options of the test's session with causeway driver")
    config.stash[_SETTINGS] = settings.read(config)


@pytest.fixture(scope="session")
def causeway_program(pytestconfig: pytest.Config) -> str:
    """The path of the program `causeway`, for tests that start its servers."""
    program = pytestconfig.stash[_SETTINGS].executable()
    if not program:
        raise _failure("There is no program causeway on PATH. Build Causeway, and name the program: "
                       "pytest --causeway=PATH/TO/causeway")
    return program


@pytest.fixture(scope="session")
def causeway_driver(request: pytest.FixtureRequest, pytestconfig: pytest.Config) -> str:
    """The address of the driver. It is started for the first test with a page, once for each worker of pytest-xdist."""
    wanted = pytestconfig.stash[_SETTINGS]
    if wanted.driver:
        _check(wanted.driver)
        return wanted.driver
    program: str = request.getfixturevalue("causeway_program")
    try:
        driver = Driver(program, pytestconfig.rootpath)
    except DriverError as error:
        raise _failure(str(error)) from None
    # The driver ends with the run and not with this fixture, because the files about a test whose teardown has failed are
    # written after the fixtures have ended.
    pytestconfig.stash[_RUNNING_DRIVER] = driver
    return driver.url


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Ends the driver."""
    driver = session.config.stash.get(_RUNNING_DRIVER, None)
    if driver is not None:
        del session.config.stash[_RUNNING_DRIVER]
        driver.end()


def _check(url: str) -> None:
    """Fails the test if no server answers at the address."""
    try:
        # Ignore the proxy of the environment, because it cannot reach a driver on this machine.
        build_opener(ProxyHandler({})).open(f"{url.rstrip('/')}/status", timeout=30).close()
    except (URLError, OSError) as error:
        raise _failure(
            f"No driver answers at {url}: {error}. Start `causeway driver`, or leave out --causeway-driver.") from None


@pytest.fixture
def causeway_options() -> SessionOptions:
    """The options of the session that the marker does not set.

    Override this fixture if a test computes options.
    """
    return {}


@pytest.fixture
def page(request: pytest.FixtureRequest, causeway_driver: str, causeway_options: SessionOptions) -> Page:
    """The page in its app, as Selenium's WebDriver. Each test has a session of its own.

    The session ends after all fixtures of the test, so that a fixture that fails at its end leaves files about the page.
    """
    item: pytest.Item = request.node
    options = _options(item, causeway_options)
    try:
        page = Page(causeway_driver, options)
    except WebDriverException as error:
        raise _failure(f"The driver started no session: {error.msg}") from None
    item.stash[_PAGE] = page
    return page


@pytest.fixture
def app(page: Page) -> App:
    """The app of the page: its messages, prompts, events and profile."""
    return App(page)


@pytest.fixture
def store(page: Page) -> Store:
    """The store of the app. The session needs a `catalog`, or a `store` and an `app`."""
    return Store(page)


def _options(item: pytest.Item, defaults: SessionOptions) -> SessionOptions:
    """Returns the options of a test's session. The marker of the test overrides those of its class and module."""
    merged: dict[str, object] = {**defaults}
    for marker in reversed(list(item.iter_markers("causeway"))):
        if marker.args:
            raise _failure(f"@pytest.mark.causeway takes options by name, such as page={marker.args[0]!r}")
        merged.update(marker.kwargs)
    try:
        return checked(merged, "@pytest.mark.causeway or the fixture causeway_options")
    except OptionError as error:
        raise _failure(str(error)) from None


def _failure(text: str) -> BaseException:
    """Returns an exception that fails a test. The report of the test has only the text, without a stack trace."""
    return pytest.fail.Exception(text, pytrace=False)


def _folder(item: pytest.Item) -> Path:
    return artifacts.folder_of(item.config.stash[_SETTINGS].artifacts, item.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Removes the files of an earlier run before the first attempt of a test.

    This happens before the fixtures, because they fail if the options are wrong or the driver does not start. The files
    of a failed attempt stay, because JUnit's file names them.
    """
    if item.stash.get(_HAS_BEGUN, False):
        return
    item.stash[_HAS_BEGUN] = True
    folder = _folder(item)
    try:
        artifacts.remove(folder)
    except OSError as error:
        item.warn(pytest.PytestWarning(
            f"The files of an earlier run in {folder} cannot be removed: {error.strerror}. Remove the folder, or name "
            "another one with --causeway-artifacts."))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keeps the trace, the console, the screenshot and the source of the page if the test has failed."""
    report = yield
    page = item.stash.get(_PAGE, None)
    kept = item.stash.get(_TEARDOWN, None)
    if kept is not None:
        # A retry of the test may have files of its own.
        del item.stash[_TEARDOWN]
    elif page is not None and report.failed:
        kept = artifacts.Artifacts(page, _folder(item))
    else:
        return report
    report.sections.append((_SECTION, "\n".join(kept.lines)))
    # Change the properties of the item too, because pytest writes JUnit's file from the report of the teardown, which
    # has the item's properties.
    for properties in [item.user_properties, report.user_properties]:
        _replace(properties, kept.files)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Keeps the same files if Ctrl-C ends the test, because pytest makes no report of such a test.

    Fails a test that has passed if its page has problems, and the test shall fail because of them.
    """
    try:
        result = yield
    except KeyboardInterrupt:
        page = item.stash.get(_PAGE, None)
        if page is not None:
            item.config.stash[_INTERRUPTED] = artifacts.Artifacts(page, _folder(item)).lines
        raise
    _check_problems(item)
    return result


def _check_problems(item: pytest.Item) -> None:
    page = item.stash.get(_PAGE, None)
    if page is None or not page.options.get("fail_on_error", item.config.stash[_SETTINGS].fail_on_error):
        return
    try:
        problems = page.problems()
    except InvalidSessionIdException:
        return  # the test itself has ended the session
    if not problems:
        return
    count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
    lines = [f"  {'' if line.is_main_frame else '[sub-frame] '}{line.text}" for line in problems[:_MOST_PROBLEMS]]
    if len(problems) > _MOST_PROBLEMS:
        lines.append(f"  and {len(problems) - _MOST_PROBLEMS} more")
    raise _failure("\n".join([f"The page had {count} (fail_on_error):", *lines]))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Ends the session of a test after its fixtures. Keeps files about the page if one of them has failed."""
    page = item.stash.get(_PAGE, None)
    try:
        return (yield)
    except BaseException:
        if page is not None:
            item.stash[_TEARDOWN] = artifacts.Artifacts(page, _folder(item))
        raise
    finally:
        if page is not None:
            del item.stash[_PAGE]
            page.end()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Names the files of the test that Ctrl-C has ended."""
    lines = config.stash.get(_INTERRUPTED, [])
    if lines:
        terminalreporter.section(_SECTION, "-")
        for line in lines:
            terminalreporter.line(line)


def _replace(properties: list[tuple[str, object]], files: Mapping[str, Path]) -> None:
    """Names these files in the properties, in place of those of an earlier attempt."""
    names = {f"causeway_{kind}" for kind in artifacts.KINDS}
    properties[:] = [one for one in properties if one[0] not in names]
    properties.extend((f"causeway_{kind}", str(path)) for kind, path in files.items())
