"use strict";

/** The paper's own server refused, or was not there. */
class TideRefusal extends Error {
  /** @param {TideProblem} problem */
  constructor({ status, title, code }) {
    super(title);
    this.name = "TideRefusal";
    this.status = status;
    this.code = code;
  }

  /**
   * Where on the way it was.
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
   * Shows the server what the store has signed, and hears what the reader has.
   *
   * A real paper knows its reader by their session with it, and does not take the page's word for who that is.
   * @param {string} customer
   * @param {string} history a compact JWS, which the page neither reads nor keeps
   * @param {string} [order] what was bought just now
   * @returns {Promise<TideValidation>}
   * @throws {TideRefusal}
   */
  async function validate(customer, history, order) {
    const body = JSON.stringify({ customer, history, order_id: order });
    const request = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const answer = await fetch("validate", request).catch(() => {
      throw new TideRefusal({ status: 0, title: "The paper's server cannot be reached.", code: "unreachable" });
    });
    const value = await answer.json().catch(() => undefined);
    if (answer.ok && value) return value;
    throw new TideRefusal({
      status: answer.status,
      title: value?.title ?? `The paper's server answered ${answer.status}.`,
      code: value?.code ?? "unknown",
    });
  }

  return { validate };
})();
