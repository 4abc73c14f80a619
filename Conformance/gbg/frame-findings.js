"use strict";

/** What the sub-frames found. */
const gbgFrames = (() => {
  // A frame says when it has asked, and is asked for its finding when the app must have answered.
  addEventListener("message", async ({ source, data }) => {
    if (typeof data?.conformanceAsked !== "string") return;
    await gbg.settle();
    source?.postMessage("conformance: report", { targetOrigin: "*" });
  });

  const script = `(${probeGBGFrame})("conformance-frame-" + Math.random().toString(36).slice(2))`;
  return frameFindings({ page: "frame.html", script });
})();
