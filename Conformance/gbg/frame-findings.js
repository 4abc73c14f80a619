"use strict";

/** The findings of the sub-frames. */
const gbgFrames = (() => {
  // A frame reports when it has sent its messages. The page then waits until the app must have answered, and asks for
  // the finding.
  addEventListener("message", async ({ source, data }) => {
    if (typeof data?.conformanceAsked !== "string") return;
    await gbg.settle();
    source?.postMessage("conformance: report", { targetOrigin: "*" });
  });

  const script = `(${probeGBGFrame})("conformance-frame-" + Math.random().toString(36).slice(2))`;
  return frameFindings({ page: "frame.html", script });
})();
