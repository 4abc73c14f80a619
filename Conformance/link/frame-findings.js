"use strict";

/** The findings of the sub-frames. */
const linkFrames = (() => {
  /** @type {ReturnType<typeof makeFrames> | undefined} */
  let made;

  /** Creates the frames when a rule first needs them, because their requests depend on the wallet's protocols. */
  async function makeFrames() {
    const samples = await linkSamples();
    const data = JSON.stringify(linkFrameData(await linkEverySample(), wallet.answer !== undefined));
    const script = `(${probeLinkFrame})(${JSON.stringify(wallet.platform)}, ${conformance.limit}, ${data})`;
    const frames = frameFindings({ page: "frame.html", script, fragment: `#${encodeURIComponent(data)}` });
    return { ...frames, samples };
  }

  const frames = () => (made ??= makeFrames());

  /** @param {ConformanceFrameKind} kind */
  const finding = async (kind) => (await frames()).finding(kind);
  const all = async () => (await frames()).all();

  /**
   * Returns the faults in the answers to a frame that the wallet must not serve: each answer must be
   * `CONNECTION_DENIED`.
   * @param {any} finding
   * @returns {string[]}
   */
  function deniedFaults(finding) {
    return Object.keys(finding.answers).flatMap((command) => {
      const { kind, reply } = finding.answers[command];
      if (kind !== "answered") return [`${command}: ${kind}`];
      if (reply?.error?.type === "CONNECTION_DENIED") return [];
      return [`${command}: ${reply?.error ? `the error ${reply.error.type}` : "served"}`];
    });
  }

  /**
   * Returns the faults in the answers to a frame that the wallet serves like the page itself.
   * @param {any} finding
   * @returns {Promise<string[]>}
   */
  async function servedFaults(finding) {
    const { samples } = await frames();
    return Object.keys(finding.answers).flatMap((command) => {
      const { kind, reply } = finding.answers[command];
      if (kind !== "answered") return [`${command}: ${kind}`];
      if (reply?.command !== command) return [`${command}: the reply is to ${describeShape(reply?.command)}`];
      const type = reply.error?.type;
      const isForeign = type === "PROTOCOL_ERROR" && !(command in samples);
      const isServed = type === undefined || type === "CANCELED" || isForeign;
      if (command === "conformanceUnknown" ? type === "PROTOCOL_ERROR" : isServed) return [];
      return [`${command}: the error ${type}`];
    });
  }

  return { finding, all, deniedFaults, servedFaults };
})();
