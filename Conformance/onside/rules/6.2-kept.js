"use strict";

// Section 6.2: events while no callback is assigned. A page cannot observe the events that are kept across a page load.
conformance.add(
  {
    number: "onside-6.2.1",
    mark: "causeway",
    rule: "Events before a callback is assigned are kept, and delivered in order once it is assigned.",
    async check() {
      await onsideCustomer.logIn();
      const token = await onsideBuyUnheard();
      if (onsidePurchases.story(token).length > 0) throw new Error(
        "the transaction was reported while no callback was assigned");
      onsideBridge.listen();
      await onsidePurchases.ended(token);
      await onsidePurchases.removed(token);
      const states = onsidePurchases.states(token);
      if (!onsidePurchases.story(token)[2]?.isRemoval) {
        throw new Error(`the removal did not come third; the states were ${states}`);
      }
      return `${states}, removed`;
    },
  },
  {
    number: "onside-6.2.2",
    mark: "causeway",
    rule: "A missing callback does not delay the events of other callbacks.",
    async check() {
      await onsideCustomer.logIn();
      onsideBridge.api.onTransactionsUpdated = undefined;
      try {
        const token = await onsidePurchases.begin();
        const { id } = await onsidePurchases.endedUnheard(token);
        await onsideBridge.answer("finishTransaction", id);
        await onsidePurchases.removed(token);
        if (onsidePurchases.story(token).length !== 1) throw new Error(
          "other events than the removal of the transaction were reported");
        onsideBridge.listen();
        await onsidePurchases.ended(token);
      } finally {
        onsideBridge.listen();
      }
      return "the removal was reported at once, and the other events later";
    },
  },
  {
    number: "onside-6.2.3",
    mark: "causeway",
    rule: "Delivered events are not delivered again to a callback that is assigned later.",
    async check() {
      await onsideCustomer.logIn();
      const token = await onsideBuyUnheard();
      onsideBridge.listen();
      await onsidePurchases.removed(token);
      await onsideBridge.settle();
      onsideBridge.silence();
      onsideBridge.listen();
      await onsideBridge.settle();
      const { length } = onsidePurchases.story(token);
      if (length !== 3) throw new Error(`${length} events were delivered instead of 3`);
      return "3 events in all";
    },
  },
  {
    number: "onside-6.2.4",
    mark: "causeway",
    rule: "Calls of `shouldContinueTransaction` are not kept: without the callback the answer is yes, and it is not " +
      "called later.",
    async check() {
      await onsideCustomer.logIn();
      const purchase = await onsidePurchases.buy();
      let count = 0;
      const refuse = () => {
        count += 1;
        return false;
      };
      await onsideGate.during(refuse, () => onsideBridge.settle());
      await onsidePurchases.finish(purchase);
      if (count > 0) throw new Error("shouldContinueTransaction was called for a finished transaction");
      return "not called";
    },
  },
);

/**
 * Buys and finishes a product without callbacks, and returns the token. The caller assigns the callbacks again; after
 * an error, this function does it.
 */
async function onsideBuyUnheard() {
  onsideBridge.silence();
  try {
    const token = await onsidePurchases.begin();
    const { id } = await onsidePurchases.endedUnheard(token);
    await onsideBridge.answer("finishTransaction", id);
    return token;
  } catch (error) {
    onsideBridge.listen();
    throw error;
  }
}
