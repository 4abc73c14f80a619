"use strict";

// Section 6.3: the states of a purchase.
conformance.add(
  {
    number: "onside-6.3.1",
    mark: "contract",
    rule: "A purchase is reported once as `purchasing` and then once in its final state; `purchase` resolves " +
      "undefined.",
    async check() {
      await onsideCustomer.logIn();
      const purchase = await onsidePurchases.buyAndFinish();
      return onsidePurchases.states(purchase.token);
    },
  },
  {
    number: "onside-6.3.2",
    mark: "contract",
    rule: "A payment that the user approves ends as `purchased`, without an error.",
    async check() {
      onsideCustomer.payment("approve");
      await onsideCustomer.logIn();
      const { transactionState, error } = (await onsidePurchases.one()).transaction;
      if (transactionState !== "purchased" || error !== undefined) throw new Error(`it is ${transactionState}`);
      return "purchased";
    },
  },
  {
    number: "onside-6.3.3",
    mark: "contract",
    rule: "An unfinished transaction stays, and is not reported again.",
    async check() {
      await onsideCustomer.logIn();
      const first = await onsidePurchases.buy();
      const second = await onsidePurchases.buy();
      const open = (await onsidePurchases.open()).map(({ id }) => id);
      failOn([first, second].flatMap(({ transaction: { id } }) => (
        open.includes(id) ? [] : ["getTransactions does not return an unfinished transaction"])));
      for (const { token } of [first, second]) onsidePurchases.states(token);
      await onsidePurchases.finish(second);
      await onsidePurchases.finish(first);
      return "2 transactions, finished in reverse order";
    },
  },
  {
    number: "onside-6.3.4",
    mark: "causeway",
    rule: "Each of several simultaneous purchases reaches its own end.",
    async check() {
      await onsideCustomer.logIn();
      const [identifier] = onsideCustomer.identifiers();
      await onsideCustomer.load(identifier);
      const tokens = [1, 2, 3].map(() => onsidePurchases.newToken());
      const outcomes = await Promise.all(tokens.map((appAccountToken) =>
        onsideBridge.ask("purchase", { productIdentifier: identifier, appAccountToken })));
      failOn(outcomes.flatMap((outcome) => (outcome.kind === "resolved" ? [] : [describeOnsideOutcome(outcome)])));
      for (const token of tokens) {
        await onsidePurchases.finish({ token, transaction: await onsidePurchases.ended(token) });
        onsidePurchases.states(token);
      }
      return "3 at once";
    },
  },
  {
    number: "onside-6.3.5",
    mark: "causeway",
    rule: "A purchase is reported as `purchasing` before `shouldContinueTransaction` is called.",
    async check() {
      await onsideCustomer.logIn();
      let early = 0;
      let last = await onsidePurchases.buy();
      const { productIdentifier } = last.transaction.payment.product;
      const gate = (/** @type {OnsideProposal} */ { transaction }) => {
        if (onsidePurchases.story(transaction.payment.appAccountToken ?? "").length === 0) early += 1;
        return true;
      };
      await onsideGate.during(gate, async () => {
        for (let round = 0; round < 10; round += 1) {
          const token = onsidePurchases.newToken();
          // Begin the next purchase while the app still reports the removal of the last one to the page, because only
          // such a backlog could delay the report `purchasing`.
          await Promise.all([
            onsidePurchases.finish(last),
            onsideBridge.answer("purchase", { productIdentifier, appAccountToken: token }),
          ]);
          last = { token, transaction: await onsidePurchases.ended(token) };
        }
      });
      await onsidePurchases.finish(last);
      if (early > 0) throw new Error(`shouldContinueTransaction was called first ${early} times of 10`);
      return "10 purchases, each right after the previous one";
    },
  },
  {
    number: "onside-6.3.6",
    mark: "contract",
    rule: "All products are sold in the same way: consumables, non-consumables and subscriptions.",
    async check() {
      onsideCustomer.catalog();
      onsideCustomer.payment("approve");
      await onsideCustomer.logIn();
      const products = (await onsidePurchases.oneOfEach()).map(({ transaction }) => transaction.payment.product);
      return products.map(({ localizedTitle }) => localizedTitle).join(", ");
    },
  },
);
