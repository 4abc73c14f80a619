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

  /** How many requests are open for each id. */
  const open = Object.create(null);

  /**
   * To what the answer of a message belongs; undefined if it does not say so, and nobody waits for an answer.
   * @param {any} message
   */
  function readHead(message) {
    try {
      const { messageId, command } = typeof message === "string" ? parse(message) : message;
      if (typeof messageId === "string" ? messageId === "" : !isFinite(messageId)) return undefined;
      return { key: typeof messageId + messageId, messageId, command: typeof command === "string" ? command : "" };
    } catch {
      return undefined;
    }
  }

  /** @typedef {ReturnType<typeof readHead>} LinkHead */

  /** @param {LinkHead} head */
  function close(head) {
    if (head && --open[head.key] === 0) delete open[head.key];
  }

  /**
   * Answers a message that the app could not read or will not answer any more. An open request with the same id waits for
   * its own answer and would take this one for it, so there is none then.
   * @param {LinkHead} head
   * @param {{ type: string, description: string }} error
   */
  function refuse(head, error) {
    if (head && !open[head.key]) deliver({ messageId: head.messageId, command: head.command, error });
  }

  /** @param {any} reason */
  const denial = (reason) => ({ type: "CONNECTION_DENIED", description: reason.message });

  /**
   * Gives the app a message.
   * @param {any} message
   * @param {LinkHead} head
   * @returns {any} why there is no app to take it; undefined if there is one
   */
  function send(message, head) {
    let isSent = false;
    let failure;
    if (head) open[head.key] = (open[head.key] ?? 0) + 1;
    runtime.begin(
      dialect,
      message,
      (reply) => {
        close(head);
        if (reply !== undefined) deliver(reply);
      },
      (reason, isGone) => {
        close(head);
        if (isSent) {
          refuse(head, isGone ? denial(reason) : reason);
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
      const head = readHead(message);
      const failure = send(message, head);
      if (failure) enqueue(() => refuse(head, denial(failure)));
    });
  } else {
    // A client takes an error for the want of a wallet, which is what it is.
    const messageHandler = (/** @type {any} */ message) => {
      const failure = send(message, readHead(message));
      if (failure) throw new NativeError(failure.message);
    };
    const present = scope._bitcoinWalletApi;
    // Plain and open to changes: the client puts its own `receiveMessage` there.
    const api = typeof present === "object" && present !== null ? present : {};
    defineProperty(api, "messageHandler", changeable(messageHandler));
    if (api !== present) defineProperty(window, "_bitcoinWalletApi", changeable(api));
  }
}
