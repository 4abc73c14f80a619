"use strict";

/**
 * Runs inside a sub-frame: calls functions with different policies, and posts the results to the suite's page. It uses
 * nothing from other files, because it is also written into frames that cannot load files.
 *
 * @param {number} limit the timeout, in milliseconds
 */
function probeCausewayFrame(limit) {
  const bridge = window.causeway;
  const names = ["policy.everyone", "policy.mainFrame", "policy.sameOrigin", "policy.nobody", "ping"];

  async function probe() {
    /** @type {{ [name: string]: string }} */
    const answers = {};
    for (const name of bridge ? names : []) {
      const parameters = name === "policy.nobody" ? 1 : undefined;
      answers[name] = await /** @type {Causeway} */ (bridge).call(name, parameters, { timeout: limit }).then(
        () => "resolved", (error) => error.code ?? String(error));
    }
    parent.postMessage({ conformance: { hasBridge: !!bridge, origin: self.origin, answers } }, "*");
  }
  probe();
}
