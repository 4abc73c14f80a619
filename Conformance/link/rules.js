"use strict";

// The rules stand in rules/, a file for each section of the sheet. This starts them.
conformance.start("link", showReport);
