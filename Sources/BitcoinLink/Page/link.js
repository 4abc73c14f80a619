/**
 * The page's half of Bitcoin.com Link: messages go to the app, replies to `_bitcoinWalletApi.receiveMessage` as the page
 * has it at that moment.
 *
 * Replies come later than the call that asked, always: clients keep their resolver only after it returns.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {"ios" | "android"} surface
 */
function linkSurface(runtime, dialect, surface) {
  const { defineProperty } = Reflect;
  const { parse } = JSON;
  const { isFinite } = Number;
  const NativeError = Error;
  const enqueue = queueMicrotask.bind(window);
  const scope = /** @type {any} */ (window);

  /** @param {any} value */
  function changeable(value) {
    return /** @type {PropertyDescriptor} */ ({
      __proto__: null, value, configurable: true, enumerable: true, writable: true,
    });
  }

  /** @param {any} reply */
  function deliver(reply) {
    runtime.attempt(dialect, () => void scope._bitcoinWalletApi.receiveMessage(reply));
  }

  /**
   * Answers a message that the app could not read or will not answer any more, if it says to what the answer belongs.
   * @param {any} message
   * @param {{ type: string, description: string }} error
   */
  function refuse(message, error) {
    let messageId;
    let command;
    try {
      ({ messageId, command } = typeof message === "string" ? parse(message) : message);
    } catch {
      return; // Nobody waits for an answer to what is no message.
    }
    if (typeof messageId === "string" ? messageId === "" : !isFinite(messageId)) return;
    deliver(typeof command === "string" ? { messageId, command, error } : { messageId, error });
  }

  /** @param {any} reason */
  const denial = (reason) => ({ type: "CONNECTION_DENIED", description: reason.message });

  /**
   * Gives the app a message.
   * @param {any} message
   * @returns {any} why there is no app to take it; undefined if there is one
   */
  function send(message) {
    let isSent = false;
    let failure;
    runtime.begin(
      dialect,
      message,
      (reply) => {
        if (reply !== undefined) deliver(reply);
      },
      (reason, isGone) => {
        if (isSent) {
          refuse(message, isGone ? denial(reason) : reason);
        } else {
          failure = reason;
        }
      },
    );
    isSent = true;
    return failure;
  }

  if (surface === "ios") {
    runtime.messageHandler("sendMessageHandler", (message) => {
      const failure = send(message);
      if (failure) enqueue(() => refuse(message, denial(failure)));
    });
  } else {
    // A client takes an error for the want of a wallet, which is what it is.
    const messageHandler = (/** @type {any} */ message) => {
      const failure = send(message);
      if (failure) throw new NativeError(failure.message);
    };
    const present = scope._bitcoinWalletApi;
    // Plain and open to changes: the client puts its own `receiveMessage` there.
    const api = typeof present === "object" && present !== null ? present : {};
    defineProperty(api, "messageHandler", changeable(messageHandler));
    if (api !== present) defineProperty(window, "_bitcoinWalletApi", changeable(api));
  }
}
