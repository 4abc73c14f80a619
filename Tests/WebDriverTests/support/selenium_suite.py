"""A plugin of pytest that runs Selenium's own tests with another driver in the place of Chrome.

The environment variable `SUITE_DRIVER` is the URL of a running driver, and `SUITE_CAPABILITIES` the capabilities of a session
as JSON. Tests that Selenium expects to fail with Chrome are run as well.
"""

import json
import os

import _pytest.skipping
from selenium import webdriver


class Chrome(webdriver.Remote):
    """A session of the driver under test, whatever options Selenium's tests give to Chrome."""

    def __init__(self, *_, **__):
        super().__init__(
            command_executor=os.environ["SUITE_DRIVER"],
            desired_capabilities=json.loads(os.environ["SUITE_CAPABILITIES"]))


class MarkEvaluator:
    """The class of older versions of pytest with which Selenium's fixtures read the marks of a test."""

    def __init__(self, item, name):
        self.is_set = not name.startswith("xfail") and item.get_closest_marker(name) is not None

    def istrue(self):
        return self.is_set


# Selenium's own plugin reads both names while it is loaded, which happens after this module.
webdriver.Chrome = Chrome
_pytest.skipping.MarkEvaluator = MarkEvaluator


def pytest_itemcollected(item):
    item._evalxfail = None
