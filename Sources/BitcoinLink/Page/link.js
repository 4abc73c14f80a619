/**
 * Makes the page's side of Bitcoin.com Link. It sends messages to the app and passes each reply to the function
 * `_bitcoinWalletApi.receiveMessage` that exists at that time.
 *
 * A reply always comes after the call that sent the message has returned, because clients store their resolver only
 * then.
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

  /** The number of open requests for each id. */
  const open = Object.create(null);

  /**
   * Returns the id and the command of a message, which its reply repeats. Returns undefined if the message has no
   * usable id; in that case the page does not wait for a reply.
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
   * Answers a message that the app could not read or will not answer any more. Sends nothing while another request
   * with the same id is open, because the page would mistake this answer for the answer to that request.
   * @param {LinkHead} head
   * @param {{ type: string, description: string }} error
   */
  function refuse(head, error) {
    if (head && !open[head.key]) deliver({ messageId: head.messageId, command: head.command, error });
  }

  /** @param {any} reason */
  const denial = (reason) => ({ type: "CONNECTION_DENIED", description: reason.message });

  /**
   * Sends a message to the app.
   * @param {any} message
   * @param {LinkHead} head
   * @returns {any} the error if no app accepts the message; otherwise undefined
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
    // Throws an error if no app accepts the message. Clients treat the error as a missing wallet, which is correct.
    const messageHandler = (/** @type {any} */ message) => {
      const failure = send(message, readHead(message));
      if (failure) throw new NativeError(failure.message);
    };
    const present = scope._bitcoinWalletApi;
    // The object is plain and extensible because the client adds its own `receiveMessage` to it.
    const api = typeof present === "object" && present !== null ? present : {};
    defineProperty(api, "messageHandler", changeable(messageHandler));
    if (api !== present) defineProperty(window, "_bitcoinWalletApi", changeable(api));
  }
}
