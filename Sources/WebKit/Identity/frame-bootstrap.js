/**
 * Makes `postMessage` of the message handlers of one script world identify the document that posts. The message is sent
 * as text, after the document's token. A message without a token comes from an unknown frame, and the app refuses it.
 *
 * @param {string} handlerName a handler that exists in every world with handlers, to find their prototype
 * @param {string} eventName the prefix of the names of the events between the worlds
 * @param {string} world the app's name for this world
 * @param {string} knownToken the token, if the app knows it beforehand; otherwise empty
 * @param {(message: any) => string} write
 * @param {(reply: Promise<unknown>) => Promise<any>} readReply
 * @param {(send: (text: string) => Promise<unknown>) => void} beginChannel
 */
function frameBootstrap(handlerName, eventName, world, knownToken, write, readReply, beginChannel) {
  const { apply, defineProperty, getPrototypeOf } = Reflect;
  const { slice, startsWith } = String.prototype;
  // Without this conversion, WebKitGTK would cut the message off at its first unpaired surrogate.
  const { toWellFormed } = /** @type {any} */ (String.prototype);
  const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
  const { random } = Math;
  const NativePromise = Promise;
  const NativeEvent = CustomEvent;
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")?.get;

  const sample = /** @type {any} */ (window).webkit?.messageHandlers?.[handlerName];
  if (!sample) return;
  const prototype = /** @type {any} */ (getPrototypeOf(sample));
  const mark = Symbol.for(eventName);
  // The realm is already prepared if a document reuses the realm of the previous document, or after `document.open`.
  if (mark in prototype) return void prototype[mark]();

  const post = prototype.postMessage;
  /** @type {Document | undefined} */
  let identified;
  let token = "";
  /** @type {(() => void)[]} the messages that were posted before the agent gave a token */
  let waiting = [];

  /** @param {string} newToken */
  function begin(newToken) {
    token = newToken;
    beginChannel((text) => readReply(apply(post, sample, [newToken + text])));
  }

  function ask() {
    if (identified === document) return;
    identified = document;
    const target = document;
    // No page can know this number, because no code of the page has run yet. After the agent's answer, the number is
    // useless to a page.
    const nonce = "" + random();
    /** @param {Event} event */
    const take = (event) => {
      const detail = detailOf && apply(detailOf, event, []);
      if (typeof detail !== "string" || !apply(startsWith, detail, [nonce])) return;
      apply(removeEventListener, target, [`${eventName}:token`, take]);
      apply(removeEventListener, target, [`${eventName}:offer`, request]);
      begin(apply(slice, detail, [nonce.length]));
      const ready = waiting;
      waiting = [];
      for (let place = 0; place < ready.length; place += 1) ready[place]();
    };
    const request = () =>
      apply(dispatchEvent, target, [new NativeEvent(`${eventName}:ask`, { detail: nonce + " " + world })]);
    token = "";
    apply(addEventListener, target, [`${eventName}:token`, take]);
    apply(addEventListener, target, [`${eventName}:offer`, request]);
    request();
  }

  /** @this {object} @param {any} message */
  function postMessage(message) {
    // Let the engine reject the call, because the engine's error describes the missing argument.
    if (arguments.length === 0) return apply(post, this, []);
    /** @type {string} */
    let text = "";
    try {
      // Most large messages are strings, which need no conversion.
      if (typeof message === "string") text = "s" + apply(toWellFormed, message, []);
      else text = message === undefined ? "u" : "v" + write(message);
    } catch (error) {
      return new NativePromise((_, reject) => reject(error));
    }
    if (token) return readReply(apply(post, this, [token + text]));
    return new NativePromise((resolve) => {
      waiting[waiting.length] = () => resolve(readReply(apply(post, this, [token + text])));
    });
  }

  defineProperty(prototype, "postMessage", {
    value: postMessage, writable: true, enumerable: true, configurable: true,
  });
  // A page that finds and calls this function gets nothing, because the agent gives a document's token only once.
  defineProperty(prototype, mark, { value: ask });
  if (knownToken) {
    identified = document;
    begin(knownToken);
  } else {
    ask();
  }
}
