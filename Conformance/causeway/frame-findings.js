"use strict";

/** The findings of the sub-frames. */
const causewayFrames = frameFindings({
  page: "frame.html",
  script: `(${probeCausewayFrame})(${conformance.limit})`,
});
