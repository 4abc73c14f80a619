"use strict";

/** Everything that Onside and the bridge can answer instead, in words for a customer. */
const lanternErrors = (() => {
  /** @type {{ [Case in keyof OnsideCases]: string }} */
  const cases = {
    cancelled: "The payment did not go through. Nothing was bought.",
    loginDiscarded: "You closed the login. Nothing was changed.",
    notLoggedIn: "Log in first.",
    notSupportedInLocalTesting: "Local testing has no such screen.",
    presentationFailed: "The app could not open its screen. Try again.",
    connectionError: "Onside cannot be reached. Are you online?",
    appNotRegistered: "Onside does not know this app.",
    invalidProductIdentifier: "Onside refused what is asked for here.",
    serviceUnavailable: "Onside takes a break. Try again later.",
    internalError: "Something went wrong at Onside. Try again later.",
    unknownProduct: "That is not for sale any more.",
    unknownTransaction: "That purchase is finished already.",
  };

  /** @type {{ [Code in BridgeErrorCode]: string }} */
  const codes = {
    notInitialized: "The page has not introduced itself to the app.",
    unsupportedVersion: "The app is too old for this page, or too new.",
    disallowedFrame: "The app does not sell on this page.",
    invalidArguments: "The page has asked in a way that the app does not understand.",
    bridgeDetached: "The app does not answer any more. Open the page again.",
    timeout: "The app took too long. Try again.",
    tooLarge: "That was too much at once.",
  };

  /**
   * Why something did not happen.
   * @param {any} error whatever a method of the bridge rejects with, or a transaction has
   * @returns {string}
   */
  function words(error) {
    if (error instanceof Error) {
      const { code } = /** @type {BridgeError} */ (error);
      return code in codes ? codes[code] : error.message;
    }
    const [name] = typeof error === "object" && error !== null ? Object.keys(error) : [];
    return name in cases ? cases[/** @type {keyof OnsideCases} */ (name)] : "Something went wrong.";
  }

  return { words };
})();
