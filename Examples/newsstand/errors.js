"use strict";

/** Everything that Onside and the bridge can answer instead: in words for a reader, and where on the way it was. */
const tideErrors = (() => {
  /** @type {{ [Case in keyof OnsideCases]: [TideStation, string] }} */
  const cases = {
    cancelled: ["sdk", "The payment did not go through. Nothing was bought."],
    loginDiscarded: ["sdk", "You closed the login. Nothing was changed."],
    notLoggedIn: ["sdk", "Nobody is logged in to the store."],
    notSupportedInLocalTesting: ["sdk", "Local testing signs nothing: this paper needs a store."],
    presentationFailed: ["sdk", "The app could not open its screen. Try again."],
    connectionError: ["store", "The store cannot be reached."],
    appNotRegistered: ["store", "The store does not know this app."],
    invalidProductIdentifier: ["store", "The store refused what is asked for here."],
    serviceUnavailable: ["store", "The store takes a break. Try again later."],
    internalError: ["store", "Something went wrong at the store. Try again later."],
    unknownProduct: ["sdk", "That is not for sale any more."],
    unknownTransaction: ["sdk", "That purchase is finished already."],
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
   * Where and why something did not happen.
   * @param {any} error whatever a method of the bridge rejects with, or a transaction has
   * @returns {{ name: string, station: TideStation, text: string }}
   */
  function explain(error) {
    if (error instanceof Error) {
      const { code } = /** @type {BridgeError} */ (error);
      return { name: code ?? error.name, station: "sdk", text: code in codes ? codes[code] : "Something went wrong." };
    }
    const [name] = typeof error === "object" && error !== null ? Object.keys(error) : [];
    const [station, text] = cases[/** @type {keyof OnsideCases} */ (name)] ?? ["sdk", "Something went wrong."];
    return { name: name ?? "unknown", station, text };
  }

  return { explain };
})();
