"use strict";

/** The findings of the sub-frames. */
const onsideFrames = frameFindings({ page: "frame.html", script: `(${probeOnsideFrame})(${conformance.limit})` });
