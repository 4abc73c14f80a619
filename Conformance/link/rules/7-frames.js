"use strict";

/**
 * @param {string} number
 * @param {ConformanceFrameKind} kind
 * @param {string} frames the frames of this kind, in words
 * @returns {ConformanceRule}
 */
function linkDeniedRule(number, kind, frames) {
  return {
    number,
    mark: "causeway",
    rule: `In ${frames}, every command is answered with CONNECTION_DENIED.`,
    async check() {
      const finding = await linkFrames.finding(kind);
      if (!finding.hasChannel) return "there is no channel to the wallet in this frame";
      failOn(linkFrames.deniedFaults(finding));
      return `${Object.keys(finding.answers).length} requests, all of them denied (origin ${finding.origin})`;
    },
  };
}

/**
 * @param {string} number
 * @param {ConformanceFrameKind} kind
 * @param {string} frames the frames of this kind, in words
 * @returns {ConformanceRule}
 */
function linkServedRule(number, kind, frames) {
  return {
    number,
    mark: "causeway",
    rule: `In ${frames}, requests are served and answered.`,
    async check() {
      if (wallet.answer === "fail") return conformance.skip("this wallet fails; see ?answer=approve");
      const finding = await linkFrames.finding(kind);
      if (!finding.hasChannel) throw new Error("there is no channel to the wallet in this frame");
      failOn(await linkFrames.servedFaults(finding));
      return `${Object.keys(finding.answers).length} requests answered there (origin ${finding.origin})`;
    },
  };
}

// Section 7: frames and security.
conformance.add(
  linkServedRule("link-7.1", "same-origin", "a sub-frame of the same origin"),
  linkServedRule("link-7.2", "srcdoc", "a srcdoc sub-frame, which has the page's origin"),
  linkServedRule("link-7.3", "blob", "a blob: sub-frame of the page's origin"),
  linkServedRule("link-7.4", "about:blank", "an empty sub-frame that scripts of the page fill"),
  linkDeniedRule("link-7.5", "cross-origin", "a cross-origin sub-frame"),
  linkDeniedRule("link-7.6", "sandboxed", "a sandboxed sub-frame"),
  linkDeniedRule("link-7.7", "data", "a data: sub-frame"),
  {
    number: "link-7.8",
    mark: "causeway",
    rule: "Every frame gets exactly one answer to each of its requests, and no answers of other frames.",
    async check() {
      const findings = (await linkFrames.all()).filter(({ finding }) => finding.hasChannel);
      if (findings.length === 0) return conformance.skip("no sub-frame has a channel to the wallet");
      failOn(findings.flatMap(({ kind, finding }) => {
        const counts = Object.entries(finding.answers).filter(([, { count }]) => count !== 1);
        const faults = counts.map(([command, { count }]) => `${kind}: ${command} was answered ${count} times`);
        return finding.strays > 0 ? [...faults, `${kind}: ${finding.strays} replies to other frames`] : faults;
      }));
      if (wallet.strays.length > 0) throw new Error(
        `the page itself got ${wallet.strays.length} replies to other frames`);
      return `in ${findings.map(({ kind }) => kind).join(", ")}`;
    },
  },
  {
    number: "link-7.9",
    mark: "causeway",
    rule: "One messageId may be open in two frames: each gets its own answer.",
    async check() {
      const frame = Object.assign(document.createElement("iframe"), {
        className: "probe", title: "Sub-frame of the suite: idle",
        src: `frame.html${location.search}${location.search ? "&" : "?"}idle`,
      });
      const isLoaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
      document.body.append(frame);
      try {
        await isLoaded;
        const inner = /** @type {any} */ (frame.contentWindow);
        const api = (inner._bitcoinWalletApi ??= {});
        const samples = await linkEverySample();
        const messageId = wallet.newID("shared");
        const there = conformance.outcome(() => ({
          /** @param {(reply: any) => void} resolve */
          then(resolve) {
            api.receiveMessage = resolve;
            const request = { messageId, command: "getInfo" };
            if (wallet.platform === "android") api.messageHandler(JSON.stringify(request));
            else inner.webkit.messageHandlers.sendMessageHandler.postMessage(request);
          },
        }));
        const here = wallet.ask(linkSlow, samples[linkSlow], { messageId });
        const [own, other] = await Promise.all([here, there]);
        await wallet.ping();
        if (own.value?.command !== linkSlow) throw new Error(`the page's request: ${linkReply.words(own)}`);
        if (other.value?.command !== "getInfo") throw new Error(`the frame's request: ${linkReply.words(other)}`);
        if (own.settlements !== 1 || other.settlements !== 1) {
          throw new Error(`the page got ${own.settlements} answers and the frame ${other.settlements}`);
        }
        return "the page and the frame, each with its own answer";
      } finally {
        frame.remove();
      }
    },
  },
);
