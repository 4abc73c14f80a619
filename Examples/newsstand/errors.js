"use strict";

/** The text for the reader, and the step of the purchase (`way.js`), for each error of Onside and of the bridge. */
const tideErrors = (() => {
  /** @type {{ [Case in keyof OnsideCases]: [TideStation, string] }} */
  const cases = {
    cancelled: ["sdk", "The payment did not go through. Nothing was bought."],
    loginDiscarded: ["sdk", "You closed the login. Nothing was changed."],
    notLoggedIn: ["sdk", "You are not logged in to the store. Log in first."],
    notSupportedInLocalTesting: ["sdk", "Local testing does not sign histories: this paper needs a store."],
    presentationFailed: ["sdk", "The app could not open its screen. Try again."],
    connectionError: ["store", "The store cannot be reached. Check your connection, and try again."],
    appNotRegistered: ["store", "The store does not know this app."],
    invalidProductIdentifier: ["store", "The store refused this request."],
    serviceUnavailable: ["store", "The store is not available. Try again later."],
    internalError: ["store", "Something went wrong at the store. Try again later."],
    unknownProduct: ["sdk", "This is no longer for sale."],
    unknownTransaction: ["sdk", "This purchase is already finished."],
  };

  /** @type {{ [Code in BridgeErrorCode]: string }} */
  const codes = {
    notInitialized: "The page has not called initializeOnside.",
    unsupportedVersion: "The app does not support this page's version of Onside.",
    disallowedFrame: "The app does not sell on this page.",
    invalidArguments: "The app could not read the page's request.",
    bridgeDetached: "The app no longer answers. Open the page again.",
    timeout: "The app took too long. Try again.",
    tooLarge: "The request was too large, or too many requests were open. Wait a moment, and try again.",
  };

  /**
   * Returns the name of an error, the step of the purchase at which it occurred, and its text.
   * @param {any} error the error with which a method of the bridge rejected, or the error of a transaction
   * @returns {{ name: string, station: TideStation, text: string }}
   */
  function explain(error) {
    if (error instanceof Error) {
      const { code } = /** @type {BridgeError} */ (error);
      return {
        name: code ?? error.name, station: "sdk",
        text: code in codes ? codes[code] : "Something went wrong. Try again.",
      };
    }
    const [name] = typeof error === "object" && error !== null ? Object.keys(error) : [];
    const [station, text] =
      cases[/** @type {keyof OnsideCases} */ (name)] ?? ["sdk", "Something went wrong. Try again."];
    return { name: name ?? "unknown", station, text };
  }

  return { explain };
})();
