"use strict";

// Section 5: errors.
conformance.add(
  {
    number: "onside-5.1",
    mark: "contract",
    rule: "An error of Onside is a plain object with the case as its only key, not an `Error`.",
    async check() {
      onsideCustomer.working();
      const outcomes = [
        ["unknownProduct", await onsideBridge.ask("purchase", { productIdentifier: "conformance.unknown" })],
        ["unknownTransaction", await onsideBridge.ask("finishTransaction", "conformance")],
      ];
      for (const [name, outcome] of /** @type {[string, ConformanceOutcome][]} */ (outcomes)) {
        failOn(onsideErrors.domainFaults(name, outcome, name));
        if (!(name in outcome.value)) throw new Error(`${name} is not in the error`);
        const text = JSON.stringify(outcome.value);
        if (text !== `{"${name}":{}}`) throw new Error(`the error is written as ${text}`);
        if (Object.getPrototypeOf(outcome.value) !== Object.prototype) throw new Error(
          "the error is not a plain object");
      }
      return "unknownProduct, unknownTransaction";
    },
  },
  {
    number: "onside-5.2",
    mark: "causeway",
    rule: "An error of the bridge is an `Error` named BridgeError with a code and a short message, without details " +
      "of the app.",
    async check() {
      failOn(onsideErrors.bridgeFaults("v2", await onsideBridge.ask("initializeOnside", "v2"), onsideRefusal()));
      const codes = [...onsideErrors.seen].map(({ code }) => code);
      failOn([...onsideErrors.seen].flatMap((error) => {
        const { name, code, message } = error;
        const known = [
          "notInitialized", "unsupportedVersion", "disallowedFrame", "invalidArguments", "bridgeDetached", "timeout",
          "tooLarge",
        ];
        const isBrief = typeof message === "string" && message !== "" && message.length <= 200;
        const isOpen = /swift|0x[\da-f]{6}|NSError|\/[\w.]+\/|\n/i.test(message);
        return [
          ...(name === "BridgeError" ? [] : [`${code}: its name is ${name}`]),
          ...(known.includes(code) ? [] : [`the code is ${code}`]),
          ...(isBrief ? [] : [`${code}: its message is ${describeShape(message)}`]),
          ...(isOpen ? [`${code}: the message shows internal details`] : []),
        ];
      }));
      if (codes.length === 0) throw new Error("the page received no bridge error");
      return `${codes.length} bridge errors: ${[...new Set(codes)].join(", ")}`;
    },
  },
  {
    number: "onside-5.3",
    mark: "contract",
    rule: "A payment that the user dismisses fails with cancelled.",
    check: () => onsidePaymentFails("cancel", "cancelled"),
  },
  {
    number: "onside-5.4",
    mark: "published",
    rule: "A payment that cannot be shown fails with presentationFailed.",
    check: () => onsidePaymentFails("fail", "presentationFailed"),
  },
  {
    number: "onside-5.5",
    mark: "contract",
    rule: "A failed transaction stays until it is finished.",
    async check() {
      if (onsideBridge.state.payment === "approve") {
        return conformance.skip("payments do not fail here; see ?payment=cancel");
      }
      await onsideCustomer.logIn();
      const purchase = await onsidePurchases.buy();
      const { id, transactionState } = purchase.transaction;
      if (transactionState !== "failed") throw new Error(`it is ${transactionState}`);
      const isOpen = (await onsidePurchases.open()).some((transaction) => transaction.id === id);
      if (!isOpen) throw new Error("getTransactions does not return the failed transaction");
      await onsidePurchases.finish(purchase);
      return "returned, finished, removed";
    },
  },
  {
    number: "onside-5.6",
    mark: "contract",
    rule: "If the store fails, `loadProducts` and `getAttributionMetadata` reject with the store's error case.",
    async check() {
      const name = onsideCustomer.storeError();
      const loaded = await onsideBridge.ask("loadProducts", { productIdentifiers: ["conformance.coins"] });
      failOn(onsideErrors.domainFaults("loadProducts", loaded, name));
      const isOfProducts = name === "invalidProductIdentifier" || name === "cancelled";
      if (isOfProducts) return `${name}, checked only for loadProducts`;
      const attribution = await onsideBridge.ask("getAttributionMetadata");
      failOn(onsideErrors.domainFaults("getAttributionMetadata", attribution, name));
      return name;
    },
  },
  {
    number: "onside-5.7",
    mark: "contract",
    rule: "If a restore fails, `restoreCompletedTransactions` still resolves, and " +
      "`onRestoreCompletedTransactionsFailedWithError` reports the error case.",
    async check() {
      const name = onsideCustomer.storeError();
      if (name === "invalidProductIdentifier") return conformance.skip("a restore cannot have this error");
      await onsideCustomer.logIn();
      const { restored, late, ends } = await onsidePurchases.restore();
      if (ends.length !== 1) throw new Error(`${ends.length} callbacks reported the end`);
      if (ends[0].name !== "onRestoreCompletedTransactionsFailedWithError") {
        throw new Error(`${ends[0].name} was called`);
      }
      failOn(onsideErrors.caseFaults("the restore", ends[0].values[0], name));
      return `${name}, after ${restored.length + late.length} transactions`;
    },
  },
);

/**
 * @param {string} ending
 * @param {string} name
 */
async function onsidePaymentFails(ending, name) {
  onsideCustomer.payment(ending);
  await onsideCustomer.logIn();
  const purchase = await onsidePurchases.buy();
  const { transactionState, error } = purchase.transaction;
  if (transactionState !== "failed") throw new Error(`it is ${transactionState}`);
  failOn(onsideErrors.caseFaults("the transaction's error", error, name));
  await onsidePurchases.finish(purchase);
  return `failed, with ${name}`;
}

/** Returns the error code that this document must get for `initializeOnside("v2")`. */
function onsideRefusal() {
  return onsideBridge.state.isTrusted ? "unsupportedVersion" : "disallowedFrame";
}
