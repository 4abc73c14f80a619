"use strict";

/** The shop: what is bought, what becomes of it, and what is shown of it. */
const lanternShop = (() => {
  const { call, tell, listen, guard } = lanternBridge;

  /** @type {JSProduct[]} */
  let products = [];

  /**
   * The cards, by product identifier.
   * @type {Map<string, (stand: LanternStand) => void>}
   */
  const cards = new Map();

  /**
   * The purchases on their way, by product identifier.
   * @type {Map<string, { stand: LanternStand, end: () => void }>}
   */
  const pending = new Map();

  /**
   * The transactions that are being finished: both the app's calls and a page that was loaded again find them.
   * @type {Set<string>}
   */
  const finishing = new Set();

  /**
   * The restore on its way: what came back, what of it is not finished yet, and whether nothing more will come.
   * @type {{ names: string[], open: Set<string>, isComplete: boolean, end: () => void } | undefined}
   */
  let restoring;

  const stories = lanternStories.map((story) => lanternShelf.add(story, show, notice));

  /**
   * Says how something went.
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
   * Does something that the app may refuse, and says so if it does.
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

  /** Fills the till. */
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
   * Buys, and resolves when that is over, whatever came of it.
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
   * Unlocks what was paid for, and finishes the transaction.
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
      // What is finished already is as it should be.
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
      // What is removed on its way was stopped by the gate.
      if (transactionState === "purchasing") notice("Cancelled. Nothing was bought.", "refused");
      pending.get(payment.product.productIdentifier)?.end();
      restoring?.open.delete(id);
    }
    endRestore();
    show();
  }

  /** Restores, and resolves when that is over. */
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

  /** Introduces the page to the app, takes up what was left, and fills the till. */
  async function open() {
    guard(lanternGate.decide);
    await call("initializeOnside", "v1");
    tell("setAppearance", "system");
    lanternAccount.show(await call("getCurrentStorefront"));
    await load();
    // What is told from now on may be the same again; what is unlocked already is known by its id.
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
