"use strict";

/** The shop: the purchases and restores, and the parts of the page that show them. */
const lanternShop = (() => {
  const { call, tell, listen, guard } = lanternBridge;

  /** @type {JSProduct[]} */
  let products = [];

  /**
   * The functions that show a state on the products' cards, by product identifier.
   * @type {Map<string, (stand: LanternStand) => void>}
   */
  const cards = new Map();

  /**
   * The purchases in progress, by product identifier.
   * @type {Map<string, { stand: LanternStand, end: () => void }>}
   */
  const pending = new Map();

  /**
   * The ids of the transactions that are being finished. The app can report the same transaction in a callback and in
   * the answer of `getTransactions`, and the page must finish it only once.
   * @type {Set<string>}
   */
  const finishing = new Set();

  /**
   * The restore in progress: the titles of the restored products, the ids of the transactions that are not finished
   * yet, and whether the app has reported the end of the restore.
   * @type {{ names: string[], open: Set<string>, isComplete: boolean, end: () => void } | undefined}
   */
  let restoring;

  const stories = lanternStories.map((story) => lanternShelf.add(story, show, notice));

  /**
   * Shows a message to the reader.
   * @param {string} text
   * @param {"" | "done" | "refused"} [kind]
   */
  function notice(text, kind = "") {
    const place = /** @type {HTMLElement} */ (document.getElementById("notice"));
    place.className = `notice ${kind}`;
    place.textContent = text;
  }

  function show() {
    for (const [identifier, card] of cards) {
      card(pending.get(identifier)?.stand ?? (lanternPurse.owns(identifier) ? "owned" : "idle"));
    }
    for (const story of stories) story();
    lanternAccount.showPurse(products);
  }

  /**
   * Performs an action. If it fails, shows the error. Returns whether it succeeded.
   * @param {() => Promise<void>} action
   */
  async function attempt(action) {
    try {
      await action();
      return true;
    } catch (error) {
      notice(lanternErrors.words(error), "refused");
      return false;
    }
  }

  /** Loads the products, and adds a card for each to the till. */
  async function load() {
    const answer = await call("loadProducts", { productIdentifiers: [...lanternGoods.keys()] });
    products = answer.products;
    cards.clear();
    lanternTill.clear();
    for (const product of products) {
      const { productIdentifier } = product;
      cards.set(productIdentifier, lanternTill.add(product, () => void buy(productIdentifier)));
    }
  }

  /**
   * Buys a product. Resolves when the purchase has ended, with or without success.
   * @param {string} identifier
   * @returns {Promise<void>}
   */
  async function buy(identifier) {
    if (pending.has(identifier)) return;
    notice("");
    const isOver = new Promise((resolve) => {
      pending.set(identifier, { stand: "asking", end: () => resolve(undefined) });
    });
    show();
    if (await attempt(() => call("purchase", { productIdentifier: identifier }))) await isOver;
    pending.delete(identifier);
    show();
  }

  /** @param {JSPaymentTransaction[]} transactions */
  async function update(transactions) {
    const ended = transactions.filter(({ transactionState }) => transactionState !== "purchasing");
    for (const { transactionState, payment: { product: { productIdentifier } } } of transactions) {
      if (transactionState !== "purchasing") continue;
      const own = pending.get(productIdentifier);
      if (own) own.stand = "paying";
      else pending.set(productIdentifier, { stand: "paying", end: () => pending.delete(productIdentifier) });
    }
    show();
    await Promise.all(ended.map(settle));
  }

  /**
   * Unlocks the product of a transaction unless the transaction failed. Then finishes the transaction.
   * @param {JSPaymentTransaction} transaction
   */
  async function settle(transaction) {
    const { id, transactionState, payment, error } = transaction;
    if (finishing.has(id)) return;
    finishing.add(id);
    if (transactionState === "failed") notice(lanternErrors.words(error), "refused");
    else {
      lanternPurse.grant(transaction);
      if (transactionState === "purchased") notice(thanks(payment.product), "done");
      restoring?.names.push(payment.product.localizedTitle);
      restoring?.open.add(id);
    }
    show();
    try {
      await call("finishTransaction", id);
    } catch (reason) {
      // The app no longer has a transaction that was finished before, so remove it only from the page.
      if ("unknownTransaction" in /** @type {OnsideRejection<"finishTransaction">} */ (reason)) remove([transaction]);
      else notice(lanternErrors.words(reason), "refused");
    }
    finishing.delete(id);
  }

  /** @param {JSProduct} product */
  function thanks({ productIdentifier, localizedTitle }) {
    const goods = lanternGoods.get(productIdentifier);
    if (goods && "coins" in goods) return `Thank you. ${lanternWords.coins(goods.coins)} are in your purse.`;
    return `Thank you. ${localizedTitle} is yours: read what you like.`;
  }

  /** @param {JSPaymentTransaction[]} transactions */
  function remove(transactions) {
    for (const { id, transactionState, payment } of transactions) {
      lanternPurse.forget(id);
      // A transaction that is removed while it is purchasing was stopped by the gate.
      if (transactionState === "purchasing") notice("Cancelled. Nothing was bought.", "refused");
      pending.get(payment.product.productIdentifier)?.end();
      restoring?.open.delete(id);
    }
    endRestore();
    show();
  }

  /** Restores earlier purchases. Resolves when the restore has ended. */
  async function restore() {
    if (restoring) return;
    const isOver = new Promise((resolve) => {
      restoring = { names: [], open: new Set(), isComplete: false, end: () => resolve(undefined) };
    });
    if (await attempt(() => call("restoreCompletedTransactions"))) await isOver;
    restoring = undefined;
    show();
  }

  /** @param {OnsideTransactionsRestoreError} [error] */
  function restored(error) {
    const names = restoring?.names ?? [];
    if (error) notice(lanternErrors.words(error), "refused");
    else if (names.length === 0) notice("There is nothing to restore.", "done");
    else notice(`Welcome back. Restored: ${names.join(", ")}.`, "done");
    if (restoring) restoring.isComplete = true;
    endRestore();
  }

  function endRestore() {
    if (restoring?.isComplete && restoring.open.size === 0) restoring.end();
  }

  /** Initializes the bridge, handles the unfinished transactions, and fills the till. */
  async function open() {
    guard(lanternGate.decide);
    await call("initializeOnside", "v1");
    tell("setAppearance", "system");
    lanternAccount.show(await call("getCurrentStorefront"));
    await load();
    // The callbacks may report the same transactions again. The purse unlocks a product only once per transaction.
    await update(await call("getTransactions"));
    listen({
      onTransactionsUpdated: update,
      onTransactionsRemoved: remove,
      onStorefrontChanged: (storefront) => void lanternAccount.show(storefront),
      onRestoreCompletedTransactionsFinished: () => restored(),
      onRestoreCompletedTransactionsFailedWithError: (error) => restored(error),
    });
  }

  return { open, show, notice, attempt, buy, restore };
})();
