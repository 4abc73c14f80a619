"use strict";

/** What the sub-frames found. */
const onsideFrames = frameFindings({ page: "frame.html", script: `(${probeOnsideFrame})(${conformance.limit})` });
