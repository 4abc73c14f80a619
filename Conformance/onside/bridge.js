"use strict";

/**
 * A call of one of the page's callbacks.
 * @typedef {{ name: OnsideCallbackName, values: any[] }} OnsideEventHeard
 *
 * @typedef {"onTransactionsUpdated" | "onTransactionsRemoved" | "onStorefrontChanged"
 *   | "onRestoreCompletedTransactionsFinished" | "onRestoreCompletedTransactionsFailedWithError"} OnsideCallbackName
 */

/** `window.onside` in a page, the host's state as the page's options describe it, and the calls of the callbacks. */
const onsideBridge = (() => {
  /** The bridge object, read when the page's first scripts run, because it must exist by then. */
  const api = /** @type {any} */ (window.onside);

  /** @type {OnsideCallbackName[]} */
  const callbacks = [
    "onTransactionsUpdated", "onTransactionsRemoved", "onStorefrontChanged", "onRestoreCompletedTransactionsFinished",
    "onRestoreCompletedTransactionsFailedWithError",
  ];

  const forgotten = [
    "setAppearance", "setShouldForceLocalLoginMethods", "setDefaultCountryCodeAssumption", "trackEvent", "logout",
  ];

  /** The promise methods except `initializeOnside`, each with valid arguments. */
  const promised = /** @type {{ [method: string]: any[] }} */ ({
    requestLogin: [], presentPaymentMethodsManager: [], getCurrentStorefront: [],
    loadProducts: [{ productIdentifiers: [] }], purchase: [{ productIdentifier: "conformance.unknown" }],
    restoreCompletedTransactions: [], getTransactions: [], finishTransaction: ["conformance"],
    getAttributionMetadata: [], getSignedInAppsHistory: [],
  });

  const state = {
    /** Whether the host serves this page's origin, by the option `?trusted=`. */
    isTrusted: conformance.option("trusted") !== "no",
    login: conformance.option("login"),
    payment: conformance.option("payment"),
    store: conformance.option("store"),
    /** The error case with which the store fails; undefined if the store works. */
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

  /** Assigns the suite's own callbacks, and removes `shouldContinueTransaction`. */
  function listen() {
    for (const name of callbacks) api[name] = hear(name);
    api.shouldContinueTransaction = undefined;
  }

  /** Removes every callback. */
  function silence() {
    for (const name of [...callbacks, "shouldContinueTransaction"]) api[name] = undefined;
  }

  /**
   * Waits until `find` finds a result in the recorded calls, or until the timeout.
   * @template Found
   * @param {string} what the name of the expected event, for the error
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
   * Returns the arguments of the recorded calls of one callback, from an index in `heard` on.
   * @param {OnsideCallbackName} name
   * @param {number} [since]
   */
  function calls(name, since = 0) {
    return heard.slice(since).filter((event) => event.name === name).map(({ values }) => values);
  }

  /**
   * Calls a method and returns the outcome.
   * @param {string} method
   * @param {...any} values
   */
  function ask(method, ...values) {
    return conformance.outcome(() => api[method](...values));
  }

  /**
   * Calls a method and returns the value with which it resolves. Throws if it does not resolve.
   * @param {string} method
   * @param {...any} values
   */
  async function answer(method, ...values) {
    const outcome = await ask(method, ...values);
    if (outcome.kind !== "resolved") throw new Error(`${method} ${describeOnsideOutcome(outcome)}`);
    return outcome.value;
  }

  /** Waits for three exchanges, one after the other. By then, the callbacks of all earlier events have been called. */
  async function settle() {
    for (let round = 0; round < 3; round += 1) await answer("getTransactions");
  }

  return { api, callbacks, forgotten, promised, state, heard, listen, silence, until, calls, ask, answer, settle };
})();

/**
 * Describes the outcome of a call. A bridge error is described by its code.
 * @param {ConformanceOutcome} outcome
 */
function describeOnsideOutcome(outcome) {
  if (outcome.kind === "no promise") return `returned ${describeShape(outcome.value)} instead of a promise`;
  if (outcome.kind === "threw") return `threw ${describeError(outcome.value)}`;
  const code = outcome.kind === "rejected" && outcome.value instanceof Error && /** @type {any} */ (outcome.value).code;
  return code ? `rejected with the bridge error ${code}` : describeOutcome(outcome);
}
