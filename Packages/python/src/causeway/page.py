"""A page in a simulated app, under the control of Selenium."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import InvalidSessionIdException, WebDriverException
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.common.proxy import Proxy, ProxyType
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection

from causeway.console import ConsoleLine
from causeway.options import SessionOptions

# The time to wait for an answer of the driver, in seconds: longer than the 300 s that WebDriver allows a page to load.
REQUEST_TIMEOUT = 330


class _Capabilities(ArgOptions):
    @property
    def default_capabilities(self) -> dict[str, Any]:
        return {"browserName": "causeway"}


class Page(webdriver.Remote):
    """A page in its app: Selenium's WebDriver, and the commands of `causeway driver`."""

    def __init__(self, driver: str, options: SessionOptions) -> None:
        capabilities = _Capabilities()
        # The plugin itself reads `fail_on_error`, and the driver has no such option.
        known = {name: value for name, value in options.items() if name != "fail_on_error"}
        capabilities.set_capability("causeway:options", known)
        # The driver is on this machine, so the proxy of the environment must not be used.
        self._client = ClientConfig(
            driver.rstrip("/"), proxy=Proxy({"proxyType": ProxyType.DIRECT}), timeout=REQUEST_TIMEOUT,
            # Otherwise urllib3 sends a GET three more times if no answer comes, and a busy page takes four timeouts.
            init_args_for_pool_manager={"init_args_for_pool_manager": {"retries": False}})
        super().__init__(RemoteConnection(client_config=self._client), options=capabilities)
        self.options = options
        for method in ["GET", "POST"]:
            self.command_executor.add_command(  # type: ignore[union-attr]
                f"causeway{method}", method, "/session/$sessionId/causeway/$path")

    @contextmanager
    def request_timeout(self, seconds: float) -> Iterator[None]:
        """Sets the time to wait for each answer of the driver, inside the `with` block. Outside, it is 330 s.

        If it has passed, the command raises urllib3's ReadTimeoutError.
        """
        self._client.timeout = math.ceil(seconds)
        try:
            yield
        finally:
            self._client.timeout = REQUEST_TIMEOUT

    def ask_driver(self, path: str) -> Any:
        """Returns the value of `GET` for a path below `/session/{id}/causeway/`."""
        return self.execute("causewayGET", {"path": path})["value"]

    def tell_driver(self, path: str, **parameters: Any) -> Any:
        """Sends `POST` to a path below `/session/{id}/causeway/`, and returns the value. Leaves out parameters that are None."""
        given = {name: value for name, value in parameters.items() if value is not None}
        return self.execute("causewayPOST", {"path": path, **given})["value"]

    def problems(self) -> list[ConsoleLine]:
        """Returns the uncaught errors, the unhandled rejections and the files that could not be loaded so far."""
        try:
            # An error is reported in a task of its own, so let the tasks that are waiting now run first.
            self.execute_async_script("setTimeout(arguments[arguments.length - 1])")
        except WebDriverException:
            pass  # the page cannot run the script, for example because it shows an alert
        lines = map(ConsoleLine.read, self.ask_driver("console")["lines"])
        return [line for line in lines if line.is_problem]

    def end(self) -> None:
        """Ends the session, unless it has ended already."""
        try:
            self.quit()
        except InvalidSessionIdException:
            self.command_executor.close()  # type: ignore[union-attr]
