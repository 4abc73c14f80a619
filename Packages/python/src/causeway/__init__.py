"""Tests of web pages in their app, with pytest and `causeway driver`."""

from causeway.app import App
from causeway.console import ConsoleLine
from causeway.driver import Driver, DriverError
from causeway.messages import Call, Message
from causeway.options import OptionError, SessionOptions
from causeway.page import Page
from causeway.prompts import Prompt, Prompts, Row
from causeway.store import Failure, Order, Store

__version__ = "0.1.0"

__all__ = [
    "App",
    "Call",
    "ConsoleLine",
    "Driver",
    "DriverError",
    "Failure",
    "Message",
    "OptionError",
    "Order",
    "Page",
    "Prompt",
    "Prompts",
    "Row",
    "SessionOptions",
    "Store",
]
