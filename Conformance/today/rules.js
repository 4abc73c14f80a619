"use strict";

// The rules are in rules/, with a file for each section of the sheet. This file starts them.
conformance.start("today", showReport);
