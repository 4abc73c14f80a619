"use strict";

/** What the sub-frames found. */
const linkFrames = (() => {
  const data = JSON.stringify(linkFrameData(wallet.answer !== undefined));
  const script = `(${probeLinkFrame})(${JSON.stringify(wallet.platform)}, ${conformance.limit}, ${data})`;

  /**
   * What is wrong with a frame's answers, each of which has to be a denial. What is no command need not be denied.
   * @param {any} finding
   * @returns {string[]}
   */
  function deniedFaults(finding) {
    return Object.keys(finding.answers).flatMap((command) => {
      const { kind, reply } = finding.answers[command];
      if (kind !== "answered") return [`${command}: ${kind}`];
      const types = ["CONNECTION_DENIED", ...(command === "conformanceUnknown" ? ["PROTOCOL_ERROR"] : [])];
      if (types.includes(reply?.error?.type)) return [];
      return [`${command}: ${reply?.error ? `the error ${reply.error.type}` : "served"}`];
    });
  }

  /**
   * What is wrong with the answers of a frame that is served like the page itself.
   * @param {any} finding
   * @returns {string[]}
   */
  function servedFaults(finding) {
    return Object.keys(finding.answers).flatMap((command) => {
      const { kind, reply } = finding.answers[command];
      if (kind !== "answered") return [`${command}: ${kind}`];
      if (reply?.command !== command) return [`${command}: the reply is to ${describeShape(reply?.command)}`];
      const type = reply.error?.type;
      const isServed = type === undefined || type === "CANCELED";
      if (command === "conformanceUnknown" ? type === "PROTOCOL_ERROR" : isServed) return [];
      return [`${command}: the error ${type}`];
    });
  }

  return { ...frameFindings({ page: "frame.html", script }), deniedFaults, servedFaults };
})();
