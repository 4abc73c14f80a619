"use strict";

// The rules stand in rules/, files for each section of the sheet. This starts them.
conformance.start("onside", showReport);
