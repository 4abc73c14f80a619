"use strict";

/** The texts for the customer, for each error of Onside and of the bridge. */
const lanternErrors = (() => {
  /** @type {{ [Case in keyof OnsideCases]: string }} */
  const cases = {
    cancelled: "The payment did not go through. Nothing was bought.",
    loginDiscarded: "You closed the login. Nothing was changed.",
    notLoggedIn: "Log in first.",
    notSupportedInLocalTesting: "Local testing does not have this screen.",
    presentationFailed: "The app could not open its screen. Try again.",
    connectionError: "Onside cannot be reached. Check your connection, and try again.",
    appNotRegistered: "Onside does not know this app.",
    invalidProductIdentifier: "Onside refused this request.",
    serviceUnavailable: "Onside is not available. Try again later.",
    internalError: "Something went wrong at Onside. Try again later.",
    unknownProduct: "This is no longer for sale.",
    unknownTransaction: "This purchase is already finished.",
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
   * Returns the text for an error.
   * @param {any} error the error with which a method of the bridge rejected, or the error of a transaction
   * @returns {string}
   */
  function words(error) {
    if (error instanceof Error) {
      const { code } = /** @type {BridgeError} */ (error);
      return code in codes ? codes[code] : error.message;
    }
    const [name] = typeof error === "object" && error !== null ? Object.keys(error) : [];
    return name in cases ? cases[/** @type {keyof OnsideCases} */ (name)] : "Something went wrong. Try again.";
  }

  return { words };
})();
