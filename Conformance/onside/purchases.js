"use strict";

/** Purchases and restores, and the callbacks' reports of them. */
const onsidePurchases = (() => {
  const { heard, until, answer } = onsideBridge;
  const start = Date.now().toString(36);
  let number = 0;

  /** Returns a new token, which identifies a transaction. */
  function newToken() {
    number += 1;
    return `conformance-${start}-${number}`;
  }

  /**
   * Returns the callbacks' reports of the transaction with a token, in order.
   * @param {string} token
   * @returns {{ isRemoval: boolean, transaction: JSPaymentTransaction }[]}
   */
  function story(token) {
    return heard.flatMap(({ name, values }) => {
      if (name !== "onTransactionsUpdated" && name !== "onTransactionsRemoved") return [];
      const own = values[0].filter((/** @type {any} */ transaction) => transaction?.payment?.appAccountToken === token);
      const isRemoval = name === "onTransactionsRemoved";
      return own.map((/** @type {any} */ transaction) => ({ isRemoval, transaction }));
    });
  }

  /**
   * Waits until a transaction has ended.
   * @param {string} token
   * @returns {Promise<JSPaymentTransaction>}
   */
  async function ended(token) {
    const last = await until("the end of the payment", () =>
      story(token).find(({ isRemoval, transaction }) => isRemoval || transaction.transactionState !== "purchasing"));
    return last.transaction;
  }

  /**
   * Waits until a transaction was removed.
   * @param {string} token
   */
  async function removed(token) {
    return (await until("onTransactionsRemoved", () => story(token).find(({ isRemoval }) => isRemoval))).transaction;
  }

  /**
   * Begins a purchase. The default is the first product, with a new token.
   * @param {{ identifier?: string, token?: string }} [what]
   * @returns {Promise<string>} the token
   */
  async function begin(what = {}) {
    const { identifier = onsideCustomer.identifiers()[0], token = newToken() } = what;
    await onsideCustomer.load(identifier);
    const value = await answer("purchase", { productIdentifier: identifier, appAccountToken: token });
    if (value !== undefined) throw new Error(`purchase resolved ${describeShape(value)}, not undefined`);
    return token;
  }

  /**
   * Begins a purchase and waits until it has ended. Does not finish the transaction.
   * @param {{ identifier?: string, token?: string }} [what]
   */
  async function buy(what) {
    const token = await begin(what);
    return { token, transaction: await ended(token) };
  }

  /**
   * Finishes a transaction, and waits until it was removed.
   * @param {{ token: string, transaction: JSPaymentTransaction }} bought
   */
  async function finish({ token, transaction }) {
    await answer("finishTransaction", transaction.id);
    await removed(token);
  }

  /**
   * Returns the unfinished transactions.
   * @returns {Promise<JSPaymentTransaction[]>}
   */
  const open = () => answer("getTransactions");

  /** Waits for the next turn of the event loop. */
  function turn() {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  }

  /**
   * Waits until a transaction has ended. Uses `getTransactions`, because no callback is assigned.
   * @param {string} token
   * @returns {Promise<JSPaymentTransaction>}
   */
  async function endedUnheard(token) {
    const last = performance.now() + conformance.limit;
    while (performance.now() < last) {
      const found = (await open()).find(({ payment: { appAccountToken } }) => appAccountToken === token);
      if (found && found.transactionState !== "purchasing") return found;
      await turn();
    }
    throw new Error(`the payment did not end within ${conformance.limit / 1000} s`);
  }

  /** Runs a restore. Returns the restored transactions and the callbacks that ended the restore. */
  async function restore() {
    const before = heard.length;
    const value = await answer("restoreCompletedTransactions");
    if (value !== undefined) throw new Error(
      `restoreCompletedTransactions resolved ${describeShape(value)}, not undefined`);
    const isEnd = (/** @type {OnsideEventHeard} */ { name }) => name.startsWith("onRestoreCompletedTransactions");
    await until("the end of the restore", () => heard.slice(before).some(isEnd));
    await onsideBridge.settle();
    const events = heard.slice(before);
    const place = events.findIndex(isEnd);
    /** @param {OnsideEventHeard[]} list @returns {JSPaymentTransaction[]} */
    const restored = (list) => list.flatMap(({ name, values }) => {
      return name === "onTransactionsUpdated" ? values[0] : [];
    }).filter((/** @type {any} */ { transactionState }) => transactionState === "restored");
    return {
      restored: restored(events.slice(0, place)), late: restored(events.slice(place)),
      ends: events.filter(isEnd),
    };
  }

  /** @param {JSPaymentTransaction[]} transactions */
  async function finishAll(transactions) {
    for (const { id } of transactions) await answer("finishTransaction", id);
  }

  /**
   * Fails unless an ended transaction was reported once as `purchasing` and then once in its last state.
   * @param {string} token
   */
  function states(token) {
    const updates = story(token).filter(({ isRemoval }) => !isRemoval);
    const names = updates.map(({ transaction }) => transaction.transactionState);
    const isRight = names.length === 2 && names[0] === "purchasing" && names[1] !== "purchasing";
    if (!isRight) throw new Error(`the transaction was reported as ${names.join(", ")}`);
    return names.join(", ");
  }

  /** @type {ReturnType<typeof buy> | undefined} */
  let first;

  /** Returns a finished purchase of the first product, which several rules share. */
  function one() {
    return (first ??= buyAndFinish());
  }

  /** @param {{ identifier?: string, token?: string }} [what] */
  async function buyAndFinish(what) {
    const purchase = await buy(what);
    await finish(purchase);
    return purchase;
  }

  /** @type {Promise<{ token: string, transaction: JSPaymentTransaction }[]> | undefined} */
  let each;

  /** Returns a finished purchase of each kind of product in the suite's catalog, which several rules share. */
  function oneOfEach() {
    return (each ??= (async () => {
      const purchases = [];
      for (const kind of ["coins", "lifetime", "season", "monthly"]) {
        const identifier = `conformance.${kind}`;
        const purchase = await buyAndFinish({ identifier });
        const { transactionState } = purchase.transaction;
        if (transactionState !== "purchased") throw new Error(`${identifier} is ${transactionState}`);
        purchases.push(purchase);
      }
      return purchases;
    })());
  }

  return {
    newToken, story, ended, removed, begin, buy, buyAndFinish, finish, open, endedUnheard, restore, finishAll, states,
    one, oneOfEach,
  };
})();
