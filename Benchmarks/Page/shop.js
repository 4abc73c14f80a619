/**
 * The page's part of the benchmark of the shop.
 */
const shop = (() => {
  const { onside } = /** @type {any} */ (window);
  const raw = /** @type {any} */ (window).webkit.messageHandlers;
  const mark = (/** @type {string} */ name) => void raw.mark.postMessage(name);
  /** @type {string[]} */
  let productIdentifiers = [];

  /** @type {{ [way: string]: () => Promise<any> }} */
  const ways = {
    raw: async () => JSON.parse(await raw.products.postMessage(JSON.stringify({ productIdentifiers }))),
    onside: () => onside.loadProducts({ productIdentifiers }),
  };

  /**
   * Loads products, and returns them as text for the raw message handler.
   * @param {number} count
   */
  async function prepareProducts(count) {
    productIdentifiers = Array.from({ length: count }, (_, number) => `benchmark.shop.product.${number}`);
    return JSON.stringify(await ways.onside());
  }

  /**
   * Returns the time from the call until the page has the products, in milliseconds.
   * @param {string} way
   */
  async function products(way) {
    const start = performance.now();
    const { products } = await ways[way]();
    const time = performance.now() - start;
    const last = products.at(-1);
    if (products.length !== productIdentifiers.length || last.productIdentifier !== productIdentifiers.at(-1)) {
      throw new Error("the products did not arrive whole");
    }
    return time;
  }

  /**
   * Returns the time from the assignment of the callback until the page has all waiting transactions, in milliseconds.
   * @param {number} count
   */
  function waiting(count) {
    return new Promise((resolve) => {
      const told = new Set();
      const start = performance.now();
      onside.onTransactionsUpdated = (/** @type {any[]} */ transactions) => {
        const time = performance.now() - start;
        for (const { id, transactionState } of transactions) if (transactionState === "purchased") told.add(id);
        if (told.size >= count) resolve(time);
      };
    });
  }

  /** @param {string} productIdentifier */
  async function buyOne(productIdentifier) {
    const purchased = new Promise((resolve) => {
      onside.onTransactionsUpdated = (/** @type {any[]} */ [transaction]) => {
        if (transaction.transactionState === "purchasing") return;
        mark("purchased");
        resolve(transaction);
      };
    });
    mark("purchase");
    onside.purchase({ productIdentifier });
    const { id, transactionState } = await purchased;
    if (transactionState !== "purchased") throw new Error("the purchase failed");
    const removed = new Promise((resolve) => {
      onside.onTransactionsRemoved = () => {
        mark("removed");
        resolve(undefined);
      };
    });
    mark("finish");
    onside.finishTransaction(id);
    await removed;
  }

  /**
   * Buys and finishes products, one after another.
   * @param {string} productIdentifier
   * @param {number} count
   */
  async function buy(productIdentifier, count) {
    for (let round = 0; round < count; round += 1) await buyOne(productIdentifier);
  }

  return { prepareProducts, products, waiting, buy };
})();
