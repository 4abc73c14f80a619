"use strict";

/** A wrapper of `window.onside` that shows all calls and callbacks in the conversation. */
const lanternBridge = (() => {
  const { onside } = window;

  /**
   * Calls a method, and shows the call and its answer in the conversation. Rejects with the error of the method.
   * @template {keyof OnsideRejections} Method
   * @param {Method} method
   * @param {Parameters<OnsideJSBridge[Method]>} values
   * @returns {Promise<Awaited<ReturnType<OnsideJSBridge[Method]>>>}
   */
  async function call(method, ...values) {
    const end = lanternConversation.ask(method, values);
    try {
      const value = await /** @type {any} */ (onside)[method](...values);
      end(value, false);
      return value;
    } catch (error) {
      end(error, true);
      throw error;
    }
  }

  /**
   * Calls a method that has no answer.
   * @template {"setAppearance" | "trackEvent" | "logout"} Method
   * @param {Method} method
   * @param {Parameters<OnsideJSBridge[Method]>} values
   */
  function tell(method, ...values) {
    lanternConversation.tell(method, values);
    /** @type {any} */ (onside)?.[method](...values);
  }

  /**
   * Assigns the page's callbacks. The callbacks also get the events from before the assignment.
   * @param {Pick<OnsideJSBridge, "onTransactionsUpdated" | "onTransactionsRemoved" | "onStorefrontChanged"
   *   | "onRestoreCompletedTransactionsFinished" | "onRestoreCompletedTransactionsFailedWithError">} callbacks
   */
  function listen(callbacks) {
    for (const [name, callback] of Object.entries(callbacks)) {
      /** @type {any} */ (onside)[name] = (/** @type {any[]} */ ...values) => {
        lanternConversation.hear(name, values);
        return /** @type {any} */ (callback)(...values);
      };
    }
  }

  /**
   * Assigns the gate, which the app calls before anything is paid. `decide` returns whether the purchase continues.
   * @param {(proposal: OnsideProposal) => boolean | Promise<boolean>} decide
   */
  function guard(decide) {
    if (!onside) return;
    onside.shouldContinueTransaction = async (proposal) => {
      lanternConversation.hear("shouldContinueTransaction", [proposal], "question");
      const answer = await decide(proposal);
      lanternConversation.answer("shouldContinueTransaction", answer);
      return answer;
    };
  }

  return { isInApp: onside !== undefined, call, tell, listen, guard };
})();
