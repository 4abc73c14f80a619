"use strict";

// Section 6.5: restoring.
conformance.add(
  {
    number: "onside-6.5.1",
    mark: "contract",
    rule: "Non-consumables and subscriptions come back as `restored`, and consumables do not.",
    async check() {
      const { restored } = await onsideRestoreOwned();
      const came = restored.map(({ payment: { product } }) => product.productIdentifier).sort();
      if (onsideText(came) !== onsideText(["conformance.lifetime", "conformance.monthly"])) {
        throw new Error(`the restored products are ${came.join(", ") || "none"}`);
      }
      return came.join(", ");
    },
  },
  {
    number: "onside-6.5.2",
    mark: "contract",
    rule: "After the last restored transaction, `onRestoreCompletedTransactionsFinished` is called once; " +
      "`onRestoreCompletedTransactionsFailedWithError` is never called.",
    async check() {
      const { restored, late, ends } = await onsideRestoreOwned();
      if (late.length > 0) throw new Error(`${late.length} transactions were restored after the end`);
      const names = ends.map(({ name }) => name).join(", ");
      if (names !== "onRestoreCompletedTransactionsFinished") throw new Error(`called: ${names}`);
      return `once, after ${restored.length}`;
    },
  },
  {
    number: "onside-6.5.3",
    mark: "published",
    rule: "A restored transaction has the contract's fields and the original order.",
    async check() {
      const { restored } = await onsideRestoreOwned();
      const bought = (await onsidePurchases.oneOfEach()).map(({ transaction }) => transaction);
      failOn(restored.flatMap((transaction) => {
        const { productIdentifier } = transaction.payment.product;
        const [order] = bought.filter((each) => each.payment.product.productIdentifier === productIdentifier);
        const isSame = transaction.originalTransactionIdentifier === order?.transactionIdentifier;
        return [...onsideShapes.transaction(transaction), ...(isSame ? [] : [`${productIdentifier}: wrong order`])];
      }));
      return `${restored.length} transactions`;
    },
  },
  {
    number: "onside-6.5.4",
    mark: "contract",
    rule: "A restored transaction stays until it is finished.",
    async check() {
      onsideOwnedHere();
      await onsideCustomer.logIn();
      await onsidePurchases.oneOfEach();
      const { restored } = await onsidePurchases.restore();
      const open = (await onsidePurchases.open()).map(({ id }) => id);
      const gone = restored.filter(({ id }) => !open.includes(id));
      failOn(gone.map(({ payment }) => `${payment.product.productIdentifier} is missing`));
      await onsidePurchases.finishAll(restored);
      // The app may report the removal after the promise has resolved.
      await onsideBridge.until("the removal of the restored transactions", () => {
        const removed = onsideBridge.calls("onTransactionsRemoved").flatMap(([transactions]) => transactions);
        return restored.every(({ id }) => removed.some((/** @type {JSPaymentTransaction} */ each) => each.id === id));
      });
      const left = (await onsidePurchases.open()).filter(({ id }) => restored.some((each) => each.id === id));
      if (left.length > 0) throw new Error(`${left.length} finished transactions are still there`);
      return `${restored.length} returned, finished, removed`;
    },
  },
  {
    number: "onside-6.5.5",
    mark: "causeway",
    rule: "A restore that is rejected calls neither `onRestoreCompletedTransactionsFinished` nor " +
      "`onRestoreCompletedTransactionsFailedWithError`.",
    async check() {
      await onsideCustomer.dismissLogin();
      const before = onsideBridge.heard.length;
      const outcome = await onsideBridge.ask("restoreCompletedTransactions");
      failOn(onsideErrors.domainFaults("restoreCompletedTransactions", outcome, "loginDiscarded"));
      await onsideBridge.settle();
      const called = onsideBridge.heard.slice(before).map(({ name }) => name);
      if (called.length > 0) throw new Error(`called: ${called.join(", ")}`);
      return "loginDiscarded, and nothing else";
    },
  },
);

/** Skips the rule unless the host sells `shop.storekit` and approves payments without the user. */
function onsideOwnedHere() {
  onsideCustomer.catalog();
  onsideCustomer.payment("approve");
}

/**
 * The restore that several rules share. All its transactions are finished.
 * @type {ReturnType<typeof onsidePurchases.restore> | undefined}
 */
let onsideOneRestore;

async function onsideRestoreOwned() {
  onsideOwnedHere();
  await onsideCustomer.logIn();
  return (onsideOneRestore ??= (async () => {
    await onsidePurchases.oneOfEach();
    const restore = await onsidePurchases.restore();
    await onsidePurchases.finishAll([...restore.restored, ...restore.late]);
    return restore;
  })());
}
