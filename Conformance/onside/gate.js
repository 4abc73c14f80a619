"use strict";

/** Functions that install the page's gate, `shouldContinueTransaction`, while some work runs. */
const onsideGate = (() => {
  /**
   * Runs `work` while a gate is installed. Removes the gate afterwards, even if the work failed, because the next rule
   * installs its own.
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
   * Installs a gate that waits until the work calls `answer`, and runs the work. When the work has ended, the gate lets
   * the payment pass, because a waiting payment would delay the payments of the next rules.
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

  /** Returns a gate that answers when the rule calls `answer`. */
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
   * Buys and finishes a product while a gate is installed, which must let the payment pass.
   * @param {(...values: any[]) => any} gate
   */
  function buyBehind(gate) {
    return during(gate, async () => {
      const purchase = await onsidePurchases.buy();
      if (purchase.transaction.transactionState === "purchasing") throw new Error("the transaction was discarded");
      await onsidePurchases.finish(purchase);
      return purchase;
    });
  }

  /**
   * Fails if a callback reported the transaction in a state other than `purchasing`.
   * @param {string} token
   */
  async function expectNothingPaid(token) {
    await onsideBridge.settle();
    const states = onsidePurchases.story(token).map(({ transaction }) => transaction.transactionState);
    if (states.some((state) => state !== "purchasing")) throw new Error(
      `the transaction was reported as ${states.join(", ")}`);
  }

  return { during, duringHeld, buyBehind, expectNothingPaid };
})();
