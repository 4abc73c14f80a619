"use strict";

/**
 * Runs inside a sub-frame: looks for the bridge, calls each of its methods if it exists, and posts the results to the
 * suite's page. It uses nothing from other files, because it is also written into frames that cannot load files.
 *
 * @param {number} limit the timeout, in milliseconds
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
