"use strict";

// Section 6.4: shouldContinueTransaction. A page cannot check that the app waits for the gate without a timeout.
conformance.add(
  {
    number: "onside-6.4.1",
    mark: "causeway",
    rule: "`shouldContinueTransaction` is called once for each purchase, before the payment, with the transaction " +
      "and the storefront.",
    async check() {
      const storefront = await onsideCustomer.logIn();
      /** @type {any[][]} */
      const asked = [];
      const purchase = await onsideGate.buyBehind((...values) => {
        asked.push(values);
        return true;
      });
      if (asked.length !== 1) throw new Error(`it was called ${asked.length} times`);
      const [proposal] = asked[0];
      if (asked[0].length !== 1 || !isPlainObject(proposal)) throw new Error("it was not called with one object");
      const { transaction } = proposal;
      failOn([...onsideShapes.transaction(transaction), ...onsideShapes.storefront(proposal.storefront)]);
      if (transaction.id !== purchase.transaction.id) throw new Error("it was called for another transaction");
      if (transaction.transactionState !== "purchasing") {
        throw new Error(`the transaction was ${transaction.transactionState}`);
      }
      if (onsideText(proposal.storefront) !== onsideText(storefront)) {
        throw new Error("it was called with another storefront");
      }
      return `about a purchase in ${proposal.storefront.countryCode}`;
    },
  },
  {
    number: "onside-6.4.2",
    mark: "contract",
    rule: "`true` continues the transaction, and so does a promise of `true`.",
    async check() {
      await onsideCustomer.logIn();
      const purchases = [await onsideGate.buyBehind(() => true), await onsideGate.buyBehind(async () => true)];
      return purchases.map(({ transaction }) => transaction.transactionState).join(", ");
    },
  },
  {
    number: "onside-6.4.3",
    mark: "causeway",
    rule: "`false` discards the transaction: it is removed, and does not fail. A promise of `false` does the same.",
    async check() {
      await onsideCustomer.logIn();
      const thenable = { then: (/** @type {(value: any) => void} */ resolve) => resolve(false) };
      for (const gate of [() => false, async () => false, () => thenable]) {
        await onsideGate.during(gate, async () => {
          const token = await onsidePurchases.begin();
          const { id } = await onsidePurchases.removed(token);
          await onsideGate.expectNothingPaid(token);
          if ((await onsidePurchases.open()).some((transaction) => transaction.id === id)) {
            throw new Error("the discarded transaction is still there");
          }
          const outcome = await onsideBridge.ask("finishTransaction", id);
          failOn(onsideErrors.domainFaults("finishing it", outcome, "unknownTransaction"));
        });
      }
      return "3 transactions were discarded, and none was left to finish";
    },
  },
  {
    number: "onside-6.4.4",
    mark: "causeway",
    rule: "Any other outcome than `false` continues the transaction: a callback that throws or rejects, and an " +
      "answer that is not a boolean.",
    async check() {
      await onsideCustomer.logIn();
      const values = [undefined, null, 0, "", "false", {}, NaN, Symbol("conformance"), hostile.cyclic(), () => false];
      const gates = [
        () => { throw new Error("Thrown by the conformance suite, to test the host"); },
        () => Promise.reject(new Error("Rejected by the conformance suite, to test the host")),
        ...values.map((value) => () => value),
        async () => 0,
      ];
      for (const gate of gates) await onsideGate.buyBehind(gate);
      return `${gates.length} callbacks, and none of them stopped a purchase`;
    },
  },
  {
    number: "onside-6.4.5",
    mark: "causeway",
    rule: "`shouldContinueTransaction` is not called for restored purchases, because they have ended.",
    async check() {
      onsideCustomer.catalog();
      onsideCustomer.payment("approve");
      await onsideCustomer.logIn();
      await onsidePurchases.oneOfEach();
      let count = 0;
      const refuse = () => {
        count += 1;
        return false;
      };
      return onsideGate.during(refuse, async () => {
        const { restored } = await onsidePurchases.restore();
        await onsidePurchases.finishAll(restored);
        if (restored.length === 0) throw new Error("nothing was restored");
        if (count > 0) throw new Error(`it was called ${count} times`);
        return `${restored.length} restored, and it was not called`;
      });
    },
  },
);

conformance.add(
  {
    number: "onside-6.4.6",
    mark: "causeway",
    rule: "The queue waits for `shouldContinueTransaction`: nothing is paid before its answer, and a late `false` " +
      "also cancels.",
    async check() {
      await onsideCustomer.logIn();
      return onsideGate.duringHeld(async (gate) => {
        const token = await onsidePurchases.begin();
        await gate.asked;
        await onsideGate.expectNothingPaid(token);
        gate.answer(false);
        await onsidePurchases.removed(token);
        return "removed after the late answer";
      });
    },
  },
  {
    number: "onside-6.4.7",
    mark: "causeway",
    rule: "Finishing a transaction ends its call of `shouldContinueTransaction`, and the next purchase continues.",
    async check() {
      await onsideCustomer.logIn();
      await onsideGate.duringHeld(async (gate) => {
        const token = await onsidePurchases.begin();
        const { transaction } = await gate.asked;
        await onsideBridge.answer("finishTransaction", transaction.id);
        await onsidePurchases.removed(token);
      });
      await onsideGate.buyBehind(() => true);
      return "removed, and the next one was bought";
    },
  },
);
