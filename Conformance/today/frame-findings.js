"use strict";

/** What the sub-frames found; each kind of frame is opened once, when a rule first asks. */
const todayFrames = (() => {
  /** @type {ConformanceFrameKind[]} */
  const kinds = ["cross-origin", "same-origin", "sandboxed", "data", "srcdoc", "blob", "about:blank"];

  /** @type {{ [kind: string]: Promise<any> }} */
  const findings = {};

  /** @param {ConformanceFrameKind} kind @returns {Promise<any>} */
  function finding(kind) {
    if (kind === "cross-origin" && !otherOrigin("frame.html")) {
      return conformance.skip("no other origin is known; name one that serves the suite: ?cross=https://other.example");
    }
    const script = `(${probeTodayFrame})(${JSON.stringify(today.name)}, ${conformance.limit})`;
    return (findings[kind] ??= frameFinding(kind, { page: "frame.html", script }));
  }

  /** The findings of every kind of frame that can be made here. */
  async function all() {
    const possible = kinds.filter((kind) => kind !== "cross-origin" || otherOrigin("frame.html"));
    return Promise.all(possible.map(async (kind) => ({ kind, finding: await finding(kind) })));
  }

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

  return { finding, all, faults };
})();
