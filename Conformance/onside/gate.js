"use strict";

/** The page's gate, `shouldContinueTransaction`, for the length of one piece of work. */
const onsideGate = (() => {
  /**
   * Does some work behind a gate. Afterwards there is no gate, whatever became of the work: the next rule has its own.
   * @template Result
   * @param {(...values: any[]) => any} gate
   * @param {() => Promise<Result>} work
   */
  async function during(gate, work) {
    onsideBridge.api.shouldContinueTransaction = gate;
    try {
      return await work();
    } finally {
      onsideBridge.listen();
    }
  }

  /**
   * Does some work behind a gate that answers when the work says so; at the latest it lets the payment pass when the work
   * has ended, because a payment that waits would hold back those of the next rules.
   * @template Result
   * @param {(gate: ReturnType<typeof held>) => Promise<Result>} work
   */
  async function duringHeld(work) {
    const gate = held();
    try {
      return await during(gate.ask, () => work(gate));
    } finally {
      gate.answer(true);
    }
  }

  /** A gate that answers when the rule does. */
  function held() {
    let answer = (/** @type {boolean} */ _decision) => {};
    let didAsk = (/** @type {any} */ _proposal) => {};
    /** @type {Promise<any>} */
    const asked = new Promise((resolve) => { didAsk = resolve; });
    /** @type {Promise<boolean>} */
    const decision = new Promise((resolve) => { answer = resolve; });
    const ask = (/** @type {any} */ proposal) => {
      didAsk(proposal);
      return decision;
    };
    return { ask, asked, answer };
  }

  /**
   * Buys behind a gate that lets the payment pass, and finishes.
   * @param {(...values: any[]) => any} gate
   */
  function buyBehind(gate) {
    return during(gate, async () => {
      const purchase = await onsidePurchases.buy();
      if (purchase.transaction.transactionState === "purchasing") throw new Error("it was discarded");
      await onsidePurchases.finish(purchase);
      return purchase;
    });
  }

  /**
   * Fails if a transaction was told in any state but `purchasing`.
   * @param {string} token
   */
  async function expectNothingPaid(token) {
    await onsideBridge.settle();
    const states = onsidePurchases.story(token).map(({ transaction }) => transaction.transactionState);
    if (states.some((state) => state !== "purchasing")) throw new Error(`it was told as ${states.join(", ")}`);
  }

  return { during, duringHeld, buyBehind, expectNothingPaid };
})();
