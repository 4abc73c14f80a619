"use strict";

// Section 4: callbacks.
conformance.add(
  {
    number: "onside-4.1",
    mark: "published",
    rule: "Each callback gets the arguments of the contract: one value, or none at the end of a restore.",
    async check() {
      await onsideCustomer.logIn();
      await onsidePurchases.one();
      const faults = onsideBridge.heard.flatMap(({ name, values }) => {
        const [value] = values;
        const expected = name === "onRestoreCompletedTransactionsFinished" ? 0 : 1;
        if (values.length !== expected) return [`${name} got ${values.length} values`];
        if (name === "onStorefrontChanged") return value === null ? [] : onsideShapes.storefront(value);
        if (!name.startsWith("onTransactions")) return [];
        if (value.length === 0) return [`${name} got an empty list`];
        return onsideShapes.listFaults(value, name, onsideShapes.transaction);
      });
      failOn(faults);
      return `${onsideBridge.heard.length} calls so far`;
    },
  },
  {
    number: "onside-4.2",
    mark: "causeway",
    rule: "A callback that throws or rejects does not stop later ones.",
    async check() {
      await onsideCustomer.logIn();
      const { api } = onsideBridge;
      const tell = api.onTransactionsUpdated;
      const endings = [
        () => { throw new Error("Thrown by the conformance suite, to test the host"); },
        () => Promise.reject(new Error("Rejected by the conformance suite, to test the host")),
        () => ({ get then() { throw new Error("Thrown by the conformance suite, to test the host"); } }),
      ];
      try {
        for (const ending of endings) {
          api.onTransactionsUpdated = (/** @type {any} */ transactions) => {
            tell(transactions);
            return ending();
          };
          const purchase = await onsidePurchases.buy();
          await onsidePurchases.finish(purchase);
          onsidePurchases.states(purchase.token);
        }
      } finally {
        onsideBridge.listen();
      }
      return "3 purchases, each of them reported to its end";
    },
  },
  {
    number: "onside-4.3",
    mark: "published",
    rule: "The app calls the callback that is assigned at the time of the call.",
    async check() {
      await onsideCustomer.logIn();
      const { api } = onsideBridge;
      const tell = api.onTransactionsUpdated;
      let calls = 0;
      api.onTransactionsUpdated = (/** @type {any} */ transactions) => {
        calls += 1;
        api.onTransactionsUpdated = tell;
        tell(transactions);
      };
      try {
        const purchase = await onsidePurchases.buy();
        await onsidePurchases.finish(purchase);
        onsidePurchases.states(purchase.token);
      } finally {
        onsideBridge.listen();
      }
      if (calls !== 1) throw new Error(`the first callback was called ${calls} times`);
      return "the first callback was called once, and then its replacement";
    },
  },
);
