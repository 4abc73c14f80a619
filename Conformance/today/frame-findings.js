"use strict";

/** What the sub-frames found. */
const todayFrames = (() => {
  const script = `(${probeTodayFrame})(${JSON.stringify(today.name)}, ${conformance.limit})`;

  /**
   * What is wrong with an answer that should be undefined.
   * @param {string} label
   * @param {{ kind: string, text?: string }} answer
   */
  function faults(label, { kind, text }) {
    if (kind === "resolved" && text === undefined) return [];
    // The text itself may be a secret.
    return [`${label}: ${kind}${text === undefined ? "" : ` with ${text.length} characters`}`];
  }

  return { ...frameFindings({ page: "frame.html", script }), faults };
})();
