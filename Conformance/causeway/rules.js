"use strict";

// The rules are in rules/, in files that are named after their sections. This file starts the suite.
conformance.start("causeway", showReport);
