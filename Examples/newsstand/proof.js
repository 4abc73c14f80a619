"use strict";

/** The check of the reader's purchases: the app's signed history, and the validation by the paper's server. */
const tideProof = (() => {
  const { mark, begin } = tideWay;

  /**
   * A payment that was just made, for the texts of the steps.
   * @typedef {{ order?: string, title: string }} TideSale
   */

  /**
   * Gets the signed history, and asks the server which articles the reader has. Shows the outcome of each step on the
   * path of the purchase (`way.js`).
   * @param {OnsideJSBridge} onside
   * @param {{ customer: string, name: string }} reader
   * @param {TideSale} [sale]
   * @returns {Promise<TideValidation>}
   * @throws the error of `getSignedInAppsHistory`, or a {@link TideRefusal}
   */
  async function ask(onside, { customer, name }, sale) {
    const start = performance.now();
    if (!sale) begin("page");
    mark("page", "done", sale ? `${name} buys ${sale.title}` : `Asks what ${name} may read`);
    mark("sdk", "busy", "Gets the signed history");
    const history = await onside.getSignedInAppsHistory().catch((error) => {
      const { station, text } = tideErrors.explain(error);
      if (station === "store") mark("sdk", "done", "Asked the store");
      mark(station, "refused", text, start);
      throw error;
    });
    mark("sdk", "done", "Delivered the signed history", start);
    mark("store", "done", sale?.order ? `Order ${short(sale.order)} is paid and signed` : "Signed the history");
    return tell(await send(customer, history.string ?? "", sale?.order));
  }

  /** @param {string} customer @param {string} history @param {string} [order] */
  async function send(customer, history, order) {
    const start = performance.now();
    mark("backend", "busy", "Checks the signature");
    try {
      const validation = await tideBackend.validate(customer, history, order);
      mark("backend", "done", "The store's signature is valid", start);
      return validation;
    } catch (error) {
      const { station, message } = /** @type {TideRefusal} */ (error);
      if (station !== "backend") mark("backend", "done", "The store's signature is valid");
      if (station === "ledger") mark("merchant", "done", "Was asked");
      mark(station, "refused", message, start);
      throw error;
    }
  }

  /** @param {TideValidation} validation */
  function tell(validation) {
    const { decisions, unconfirmed } = validation;
    const confirmed = decisions.filter((decision) => decision.confirmed).length;
    if (unconfirmed.length > 0) {
      mark("merchant", "refused", `Could not confirm ${tideWords.count(unconfirmed.length, "order")}`);
    } else if (confirmed > 0) mark("merchant", "done", `Confirmed ${tideWords.count(confirmed, "order")}`);
    else mark("merchant", "skipped", decisions.length > 0 ? "Was not asked" : "Had nothing to confirm");
    mark("ledger", "done", entries(validation));
    return validation;
  }

  /** @type {{ [Decision in TideDecision["decision"]]: string }} */
  const verbs = {
    granted: "granted now",
    alreadyGranted: "granted before",
    revoked: "revoked",
    expired: "expired",
    belongsToAnother: "belonging to another reader",
  };

  /** @param {TideValidation} validation */
  function entries({ decisions }) {
    const texts = Object.entries(verbs).flatMap(([decision, verb]) => {
      const number = decisions.filter((one) => one.decision === decision).length;
      return number > 0 ? [`${tideWords.count(number, "order")} ${verb}`] : [];
    });
    return texts.length > 0 ? tideWords.list(texts) : "Nothing to record";
  }

  /** @param {string} order */
  const short = (order) => order.slice(0, 8).toLowerCase();

  return { ask };
})();
