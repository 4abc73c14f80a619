"use strict";

/** The findings of the sub-frames. */
const todayFrames = (() => {
  const script = `(${probeTodayFrame})(${JSON.stringify(today.name)}, ${conformance.limit})`;

  /**
   * Returns a fault unless an answer is undefined.
   * @param {string} label
   * @param {{ kind: string, text?: string }} answer
   */
  function faults(label, { kind, text }) {
    if (kind === "resolved" && text === undefined) return [];
    // Do not quote the text: it may be a secret.
    return [`${label}: ${kind}${text === undefined ? "" : ` with ${text.length} characters`}`];
  }

  return { ...frameFindings({ page: "frame.html", script }), faults };
})();
