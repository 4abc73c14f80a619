"use strict";

/**
 * A call of one of the page's callbacks.
 * @typedef {{ name: OnsideCallbackName, values: any[] }} OnsideEventHeard
 *
 * @typedef {"onTransactionsUpdated" | "onTransactionsRemoved" | "onStorefrontChanged"
 *   | "onRestoreCompletedTransactionsFinished" | "onRestoreCompletedTransactionsFailedWithError"} OnsideCallbackName
 */

/** `window.onside` as a page meets it, what the page's address says of the host, and what the callbacks were told. */
const onsideBridge = (() => {
  /** Taken when the page's first scripts run: it has to be there by then. */
  const api = /** @type {any} */ (window.onside);

  /** @type {OnsideCallbackName[]} */
  const callbacks = [
    "onTransactionsUpdated", "onTransactionsRemoved", "onStorefrontChanged", "onRestoreCompletedTransactionsFinished",
    "onRestoreCompletedTransactionsFailedWithError",
  ];

  const forgotten = [
    "setAppearance", "setShouldForceLocalLoginMethods", "setDefaultCountryCodeAssumption", "trackEvent", "logout",
  ];

  /** The promise methods beside `initializeOnside`, each with an argument that it takes. */
  const promised = /** @type {{ [method: string]: any[] }} */ ({
    requestLogin: [], presentPaymentMethodsManager: [], getCurrentStorefront: [],
    loadProducts: [{ productIdentifiers: [] }], purchase: [{ productIdentifier: "conformance.unknown" }],
    restoreCompletedTransactions: [], getTransactions: [], finishTransaction: ["conformance"],
    getAttributionMetadata: [], getSignedInAppsHistory: [],
  });

  const state = {
    /** Whether the host was told to serve this page's origin. */
    isTrusted: conformance.option("trusted") !== "no",
    login: conformance.option("login"),
    payment: conformance.option("payment"),
    store: conformance.option("store"),
    /** The case with which the store fails. */
    error: conformance.option("error"),
    loggedIn: conformance.option("loggedIn"),
    /** Whether the host sells `shop.storekit`. */
    isCatalog: conformance.option("catalog") === "shop",
    products: (conformance.option("products") ?? "").split(",").filter((identifier) => identifier !== ""),
  };

  /** @type {OnsideEventHeard[]} */
  const heard = [];

  /** @type {Set<() => void>} */
  const watchers = new Set();

  /** @param {OnsideCallbackName} name */
  function hear(name) {
    return (/** @type {any[]} */ ...values) => {
      heard.push({ name, values });
      for (const watcher of watchers) watcher();
    };
  }

  /** Assigns the suite's own callbacks, and takes the gate away. */
  function listen() {
    for (const name of callbacks) api[name] = hear(name);
    api.shouldContinueTransaction = undefined;
  }

  /** Takes every callback away. */
  function silence() {
    for (const name of [...callbacks, "shouldContinueTransaction"]) api[name] = undefined;
  }

  /**
   * Waits until something can be found in what was heard, for the time limit.
   * @template Found
   * @param {string} what in words, for the error
   * @param {() => Found | undefined | false} find
   * @returns {Promise<Found>}
   */
  function until(what, find) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined || found === false) return;
        end();
        resolve(/** @type {Found} */ (found));
      };
      const end = () => {
        clearTimeout(timer);
        watchers.delete(look);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`${what} did not come within ${conformance.limit / 1000} s`));
      }, conformance.limit);
      watchers.add(look);
      look();
    });
  }

  /**
   * The values of one callback's calls, from a place in `heard` on.
   * @param {OnsideCallbackName} name
   * @param {number} [since]
   */
  function calls(name, since = 0) {
    return heard.slice(since).filter((event) => event.name === name).map(({ values }) => values);
  }

  /**
   * What became of a call.
   * @param {string} method
   * @param {...any} values
   */
  function ask(method, ...values) {
    return conformance.outcome(() => api[method](...values));
  }

  /**
   * What a call resolves with; throws if it does not.
   * @param {string} method
   * @param {...any} values
   */
  async function answer(method, ...values) {
    const outcome = await ask(method, ...values);
    if (outcome.kind !== "resolved") throw new Error(`${method} ${describeOnsideOutcome(outcome)}`);
    return outcome.value;
  }

  /** Some exchanges, one after the other: what was raised before has arrived when they are over. */
  async function settle() {
    for (let round = 0; round < 3; round += 1) await answer("getTransactions");
  }

  return { api, callbacks, forgotten, promised, state, heard, listen, silence, until, calls, ask, answer, settle };
})();

/**
 * What became of a call, in words; a bridge error is told by its code.
 * @param {ConformanceOutcome} outcome
 */
function describeOnsideOutcome(outcome) {
  if (outcome.kind === "no promise") return `returned ${describeShape(outcome.value)} instead of a promise`;
  if (outcome.kind === "threw") return `threw ${describeError(outcome.value)}`;
  const code = outcome.kind === "rejected" && outcome.value instanceof Error && /** @type {any} */ (outcome.value).code;
  return code ? `rejected with the bridge error ${code}` : describeOutcome(outcome);
}
