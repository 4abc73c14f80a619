"use strict";

/** What the sub-frames found. */
const linkFrames = (() => {
  /** @type {ReturnType<typeof makeFrames> | undefined} */
  let made;

  /** The frames ask for what this wallet takes, so it is known only once a rule needs them. */
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
   * What is wrong with a frame's answers, each of which has to be a denial, whatever was asked.
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
   * What is wrong with the answers of a frame that is served like the page itself.
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
