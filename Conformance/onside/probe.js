"use strict";

/**
 * Runs inside a sub-frame: looks for the bridge, asks it for everything if it is there, and posts what came to the
 * suite's page. It stands alone, because it is also written into frames that can load nothing.
 *
 * @param {number} limit in milliseconds
 */
function probeOnsideFrame(limit) {
  const onside = /** @type {any} */ (window).onside;

  /** @param {string} method @returns {Promise<string>} */
  function ask(method) {
    return new Promise((resolve) => {
      setTimeout(() => resolve("no answer"), limit);
      try {
        const argument = method === "initializeOnside" ? "v1" : undefined;
        /** @param {any} error */
        const refuse = (error) => resolve(String(error?.code));
        onside[method](argument).then(() => resolve("served"), refuse);
      } catch (error) {
        resolve(String(error));
      }
    });
  }

  async function probe() {
    /** @type {{ [method: string]: string }} */
    const answers = {};
    for (const method of onside ? ["initializeOnside", "getCurrentStorefront", "getTransactions"] : []) {
      answers[method] = `${method}: ${await ask(method)}`;
    }
    const finding = { hasOnside: "onside" in window, origin: self.origin, answers };
    parent.postMessage({ conformance: finding }, "*");
  }
  probe();
}
