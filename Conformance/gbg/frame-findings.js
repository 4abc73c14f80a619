"use strict";

/** The findings of the sub-frames. */
const gbgFrames = (() => {
  // A sub-frame notifies this page when it has sent its messages. This page waits until the app must have answered
  // them, and then asks the sub-frame for its finding.
  addEventListener("message", async ({ source, data }) => {
    if (typeof data?.conformanceAsked !== "string") return;
    await gbg.settle();
    source?.postMessage("conformance: report", { targetOrigin: "*" });
  });

  const script = `(${probeGBGFrame})("conformance-frame-" + Math.random().toString(36).slice(2))`;
  return frameFindings({ page: "frame.html", script });
})();
