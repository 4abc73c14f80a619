"use strict";

/**
 * @param {string} number
 * @param {ConformanceFrameKind} kind
 * @param {string} frames the frames of this kind, in words
 * @returns {ConformanceRule}
 */
function gbgFrameRule(number, kind, frames) {
  return {
    number,
    mark: "causeway",
    rule: `No request of ${frames} is answered, in the frame or in the page, and the frame gets none of the page's ` +
      "answers.",
    async check() {
      if (!gbg.isAccepted) conformance.skip("the suite was opened with ?trusted=no");
      const { hasChannel, heard, sent, origin } = await gbgFrames.finding(kind);
      failOn(heard.map((/** @type {string} */ answer) => `${answer} reached the frame`));
      failOn(gbg.faultsSoFar());
      return hasChannel ? `${sent} requests, no answer (origin ${origin})` : "there is no channel in this frame";
    },
  };
}

// Section 7: frames and security.
conformance.add(
  gbgFrameRule("gbg-7.1", "cross-origin", "a cross-origin sub-frame"),
  gbgFrameRule("gbg-7.2", "same-origin", "a sub-frame of the same origin"),
  gbgFrameRule("gbg-7.3", "sandboxed", "a sandboxed sub-frame"),
  gbgFrameRule("gbg-7.4", "data", "a data: sub-frame"),
  gbgFrameRule("gbg-7.5", "srcdoc", "a srcdoc sub-frame"),
  gbgFrameRule("gbg-7.6", "blob", "a blob: sub-frame"),
  gbgFrameRule("gbg-7.7", "about:blank", "an empty sub-frame that scripts of the page fill"),
  {
    number: "gbg-7.8",
    mark: "causeway",
    rule: "Requests of sub-frames do not keep a camera busy.",
    async check() {
      const slots = gbgAnswers.working();
      await gbgFrames.all();
      for (const slot of slots) {
        const request = slot.request();
        endedAs(slot, await gbg.answer(request), request);
      }
      return slots.map(({ name }) => name).join(", ");
    },
  },
  {
    number: "gbg-7.9",
    mark: "causeway",
    rule: "A main frame whose origin is not on the host's list gets no answer.",
    async check() {
      if (gbg.isAccepted) return conformance.skip("this page is accepted; see ?trusted=no");
      const captures = gbgAnswers.slots.map((slot) => slot.request());
      const broken = Object.values({ ...gbgBroken.requests(), ...gbgBroken.bodies() });
      for (const body of [gbg.request("capability.query"), ...captures, ...broken]) gbg.post(body);
      // Wait as long as an answer may take, because any answer would break the rule.
      await new Promise((resolve) => setTimeout(resolve, conformance.limit));
      failOn(gbg.calls.map(({ message }) => `${describeShape(message)} arrived`));
      return `no answer within ${conformance.limit / 1000} s`;
    },
  },
);
