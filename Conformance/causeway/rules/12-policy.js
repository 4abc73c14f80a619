"use strict";

/**
 * @param {string} number @param {ConformanceFrameKind} kind @param {string} frames the frames of this kind, in words
 * @returns {ConformanceRule}
 */
function causewayFrameRule(number, kind, frames) {
  return own.rule(number, `In ${frames}, each function serves only the frames that its policy names.`, async () => {
    const { hasBridge, origin, answers } = await causewayFrames.finding(kind);
    if (!hasBridge) return "there is no bridge in this frame";
    const isOwn = origin === location.origin;
    const expected = {
      "policy.everyone": "resolved", "policy.mainFrame": "REFUSED", "policy.sameOrigin": isOwn ? "resolved" : "REFUSED",
      "policy.nobody": "REFUSED", ping: "REFUSED",
    };
    own.expect(answers, expected, "what the frame got");
    return `origin ${origin}`;
  });
}

// Section 12: policy and frames.
conformance.add(
  own.rule("causeway-12.1", "Functions whose policy allows main frames serve the main frame.", async () => {
    await Promise.all([own.app.policy.everyone(), own.app.policy.mainFrame(), own.app.policy.sameOrigin()]);
    return "3 functions";
  }),
  {
    number: "causeway-12.2",
    mark: "causeway",
    rule: "A frame that is not served always gets REFUSED, even if the parameters are malformed.",
    check: () =>
      own.expectCode("REFUSED", {
        "right parameters": () => own.bridge.call("policy.nobody", 1),
        "wrong parameters": () => own.bridge.call("policy.nobody", "1"),
      }),
  },
  {
    number: "causeway-12.3",
    mark: "causeway",
    rule: "Functions without a policy serve only the app's own origins.",
    async check() {
      if (own.isTrusted) return conformance.skip("this page is one of the app's own; see ?trusted=no");
      const detail = await own.expectCode("REFUSED", {
        "a call": () => own.app.ping(), "a stream": () => own.app.streams.bytes(1).next(),
        "an upload": () => own.app.uploads.sum(undefined, [1]),
        "a call with a key": () => own.bridge.call("keys.pay", { topic: "", amount: 1 }, { key: own.name() }),
      });
      await own.app.policy.everyone();
      return detail;
    },
  },
  causewayFrameRule("causeway-12.4", "cross-origin", "a cross-origin sub-frame"),
  causewayFrameRule("causeway-12.5", "same-origin", "a sub-frame of the same origin"),
  causewayFrameRule("causeway-12.6", "sandboxed", "a sandboxed sub-frame"),
  causewayFrameRule("causeway-12.7", "data", "a data: sub-frame"),
  causewayFrameRule("causeway-12.8", "srcdoc", "a srcdoc sub-frame"),
  causewayFrameRule("causeway-12.9", "blob", "a blob: sub-frame"),
  causewayFrameRule("causeway-12.10", "about:blank", "an empty sub-frame that scripts of the page fill"),
);
