"use strict";

// The rules are in rules/, with one or more files for each section of the sheet. This file starts them.
conformance.start("gbg", showReport);
