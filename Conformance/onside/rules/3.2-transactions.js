"use strict";

// Section 3.2: getTransactions and finishTransaction.
conformance.add(
  {
    number: "onside-3.2.25",
    mark: "contract",
    rule: "`getTransactions` gives the unfinished transactions, and `finishTransaction` removes one.",
    async check() {
      await onsideCustomer.logIn();
      const purchase = await onsidePurchases.buy();
      const { id } = purchase.transaction;
      const open = await onsidePurchases.open();
      failOn(onsideShapes.listFaults(open, "the answer", onsideShapes.transaction));
      const own = open.filter((transaction) => transaction.id === id);
      if (own.length !== 1) throw new Error(`getTransactions returns the transaction ${own.length} times`);
      if (onsideText(own[0]) !== onsideText(purchase.transaction)) throw new Error(
        "the transaction differs from the reported one");
      await onsidePurchases.finish(purchase);
      if ((await onsidePurchases.open()).some((transaction) => transaction.id === id)) {
        throw new Error("the finished transaction is still there");
      }
      return "returned, finished, removed";
    },
  },
  {
    number: "onside-3.2.26",
    mark: "contract",
    rule: "`finishTransaction` resolves undefined, and `onTransactionsRemoved` reports the transaction once.",
    async check() {
      await onsideCustomer.logIn();
      const { token, transaction } = await onsidePurchases.buy();
      const value = await onsideBridge.answer("finishTransaction", transaction.id);
      if (value !== undefined) throw new Error(`it resolved ${describeShape(value)}`);
      const last = await onsidePurchases.removed(token);
      await onsideBridge.settle();
      failOn(onsideShapes.transaction(last));
      const removals = onsidePurchases.story(token).filter(({ isRemoval }) => isRemoval);
      if (removals.length !== 1) throw new Error(`reported ${removals.length} times`);
      if (last.transactionState !== transaction.transactionState) {
        throw new Error(`its state is now ${last.transactionState}`);
      }
      return `removed as ${last.transactionState}`;
    },
  },
  {
    number: "onside-3.2.27",
    mark: "contract",
    rule: "`finishTransaction` rejects with unknownTransaction if no transaction has the id.",
    async check() {
      onsideCustomer.working();
      const ids = ["", "conformance", "0", crypto.randomUUID(), crypto.randomUUID().toUpperCase(), ...hostile.texts];
      const outcomes = await Promise.all(ids.map((id) => onsideBridge.ask("finishTransaction", id)));
      failOn(outcomes.flatMap((outcome, place) => {
        return onsideErrors.domainFaults(describeShape(ids[place]), outcome, "unknownTransaction");
      }));
      return `${ids.length} ids`;
    },
  },
  {
    number: "onside-3.2.28",
    mark: "contract",
    rule: "`finishTransaction` rejects with unknownTransaction if the transaction has been finished already.",
    async check() {
      await onsideCustomer.logIn();
      const { id } = (await onsidePurchases.one()).transaction;
      const outcome = await onsideBridge.ask("finishTransaction", id);
      failOn(onsideErrors.domainFaults("finishTransaction", outcome, "unknownTransaction"));
      return "unknownTransaction";
    },
  },
  {
    number: "onside-3.2.29",
    mark: "causeway",
    rule: "The id is compared without regard to letter case.",
    async check() {
      await onsideCustomer.logIn();
      const { token, transaction } = await onsidePurchases.buy();
      await onsideBridge.answer("finishTransaction", transaction.id.toLowerCase());
      await onsidePurchases.removed(token);
      return "found by its id in lower case";
    },
  },
);
