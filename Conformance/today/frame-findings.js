"use strict";

/** The findings of the sub-frames. */
const todayFrames = (() => {
  /** @type {ConformanceFrameContent} */
  const content = {
    page: "frame.html",
    // A getter, because the messages are complete only after the rules, which declare them, are loaded.
    get script() {
      const messages = JSON.stringify(today.messages());
      return `(${probeTodayFrame})(${JSON.stringify(today.name)}, ${conformance.limit}, ${messages})`;
    },
    get fragment() {
      return `#${encodeURIComponent(JSON.stringify(today.messages()))}`;
    },
  };

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

  return { ...frameFindings(content), faults };
})();
