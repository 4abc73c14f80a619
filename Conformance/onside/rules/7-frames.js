"use strict";

/**
 * @param {string} number
 * @param {ConformanceFrameKind} kind
 * @param {string} frame the frame of this kind, in words
 * @returns {ConformanceRule}
 */
function onsideFrameRule(number, kind, frame) {
  return {
    number,
    mark: "causeway",
    rule: `${frame} has no \`window.onside\`.`,
    async check() {
      const { hasOnside, origin, answers } = await onsideFrames.finding(kind);
      if (hasOnside) throw new Error(`window.onside exists, and answers: ${Object.values(answers).join(", ")}`);
      return `no window.onside (origin ${origin})`;
    },
  };
}

// Section 7: frames and security. These rules cannot check that the app answers a sub-frame's direct messages with
// disallowedFrame, because the format of such messages is internal to the bridge.
conformance.add(
  onsideFrameRule("onside-7.1", "cross-origin", "A cross-origin sub-frame"),
  onsideFrameRule("onside-7.2", "same-origin", "A sub-frame of the same origin"),
  onsideFrameRule("onside-7.3", "sandboxed", "A sandboxed sub-frame"),
  onsideFrameRule("onside-7.4", "data", "A data: sub-frame"),
  onsideFrameRule("onside-7.5", "srcdoc", "A srcdoc sub-frame"),
  onsideFrameRule("onside-7.6", "blob", "A blob: sub-frame"),
  onsideFrameRule("onside-7.7", "about:blank", "An empty sub-frame that scripts of the page fill"),
  {
    number: "onside-7.8",
    mark: "causeway",
    rule: "In a document that the app does not serve, the methods exist and reject with disallowedFrame.",
    async check() {
      onsideUntrusted();
      const { promised } = onsideBridge;
      const labels = ["initializeOnside", ...Object.keys(promised)];
      const outcomes = [await onsideBridge.ask("initializeOnside", "v1"), ...(await onsideAskEverything())];
      failOn(outcomes.flatMap((outcome, place) => {
        return onsideErrors.bridgeFaults(labels[place], outcome, "disallowedFrame");
      }));
      return `${labels.length} methods`;
    },
  },
  {
    number: "onside-7.9",
    mark: "causeway",
    rule: "In a document that the app does not serve, the methods without an answer return undefined, and no " +
      "callback is called.",
    async check() {
      onsideUntrusted();
      onsideBridge.listen();
      let count = 0;
      onsideBridge.api.shouldContinueTransaction = () => (count += 1);
      onsideForgetEverything();
      await onsideBridge.ask("initializeOnside", "v1");
      if (onsideBridge.heard.length + count > 0) throw new Error("a callback was called");
      return "no callback was called";
    },
  },
);

/** Skips the rule if the host serves this page. */
function onsideUntrusted() {
  if (onsideBridge.state.isTrusted) conformance.skip("the host serves this page; see ?trusted=no");
}
