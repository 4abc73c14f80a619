"""A plugin of pytest that runs Selenium's own tests with another driver in the place of Chrome.

The environment variable `SUITE_DRIVER` is the URL of a running driver, and `SUITE_CAPABILITIES` the capabilities of a session
as JSON. The marks of Selenium's tests for Chrome apply.
"""

import json
import os

from selenium import webdriver


class Chrome(webdriver.Remote):
    """A session of the driver under test, whatever options Selenium's tests give to Chrome."""

    def __init__(self, *_, **__):
        super().__init__(
            command_executor=os.environ["SUITE_DRIVER"],
            desired_capabilities=json.loads(os.environ["SUITE_CAPABILITIES"]))


def pytest_configure(config):
    webdriver.Chrome = Chrome
