"use strict";

/** The error for a request that the paper's server has refused or could not receive. */
class TideRefusal extends Error {
  /** @param {TideProblem} problem */
  constructor({ status, title, code }) {
    super(title);
    this.name = "TideRefusal";
    this.status = status;
    this.code = code;
  }

  /**
   * The step of the purchase (`way.js`) at which the error occurred.
   * @returns {TideStation}
   */
  get station() {
    if (this.code.startsWith("merchant_api")) return "merchant";
    return this.code.startsWith("ledger") ? "ledger" : "backend";
  }
}

/** The paper's own server. */
const tideBackend = (() => {
  /**
   * Sends the store's signed history to the server. Resolves with the server's decisions and the reader's entitlements.
   *
   * A real paper identifies the reader by a session with its server, and does not trust a customer id of the page.
   * @param {string} customer
   * @param {string} history a compact JWS, which the page neither reads nor keeps
   * @param {string} [order] the id of the order that was just paid
   * @returns {Promise<TideValidation>}
   * @throws {TideRefusal}
   */
  async function validate(customer, history, order) {
    const body = JSON.stringify({ customer, history, order_id: order });
    const request = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const answer = await fetch("validate", request).catch(() => {
      throw new TideRefusal({
        status: 0,
        title: "The paper's server cannot be reached. Check your connection, and try again.",
        code: "unreachable",
      });
    });
    const value = await answer.json().catch(() => undefined);
    if (answer.ok && value) return value;
    throw new TideRefusal({
      status: answer.status,
      title: value?.title ?? `The paper's server answered with the status ${answer.status}. Try again later.`,
      code: value?.code ?? "unknown",
    });
  }

  return { validate };
})();
