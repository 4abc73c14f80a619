/**
 * Makes `postMessage` of the message handlers of one script world say which document posts. The message is written to
 * a text behind the document's token; without a token it is from an unknown frame, and the app refuses it.
 *
 * @param {string} handlerName a handler that exists in every world with handlers, to find their prototype
 * @param {string} eventName the stem of the events between the worlds
 * @param {string} world what the app calls this world
 * @param {string} knownToken the token, where the app knows it beforehand; or empty
 * @param {(message: any) => string} write
 * @param {(reply: Promise<unknown>) => Promise<any>} readReply
 * @param {(send: (text: string) => Promise<unknown>) => void} beginChannel
 */
function frameBootstrap(handlerName, eventName, world, knownToken, write, readReply, beginChannel) {
  const { apply, defineProperty, getPrototypeOf } = Reflect;
  const { stringify } = JSON;
  const { slice, startsWith } = String.prototype;
  // A text ends at half of a surrogate pair on its way to the app.
  const { toWellFormed } = /** @type {any} */ (String.prototype);
  const { toString } = Number.prototype;
  const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
  const NativePromise = Promise;
  const NativeEvent = CustomEvent;
  const NativeArray = Uint32Array;
  const random = crypto.getRandomValues.bind(crypto);
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")?.get;

  const sample = /** @type {any} */ (window).webkit?.messageHandlers?.[handlerName];
  if (!sample) return;
  const prototype = /** @type {any} */ (getPrototypeOf(sample));
  const mark = Symbol.for(eventName);
  // A document that reuses the realm of the one before, or `document.open`: the realm is prepared already.
  if (mark in prototype) return void prototype[mark]();

  const post = prototype.postMessage;
  /** @type {Document | undefined} */
  let identified;
  let token = "";
  /** @type {(() => void)[]} what was posted before the agent came */
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
    let nonce = "";
    const words = random(new NativeArray(4));
    for (let index = 0; index < 4; index += 1) {
      nonce += apply(slice, apply(toString, words[index] + 0x100000000, [16]), [1]);
    }
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
      apply(dispatchEvent, target, [new NativeEvent(`${eventName}:ask`, { detail: stringify([nonce, world]) })]);
    token = "";
    apply(addEventListener, target, [`${eventName}:token`, take]);
    apply(addEventListener, target, [`${eventName}:offer`, request]);
    request();
  }

  /** @this {object} @param {any} message */
  function postMessage(message) {
    // The engine's own rejection says what it expects.
    if (arguments.length === 0) return apply(post, this, []);
    /** @type {string} */
    let text = "";
    try {
      // Most messages of any size are strings, which need no writing.
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
  // Who finds and calls it gets nothing: the agent gives a document's token once.
  defineProperty(prototype, mark, { value: ask });
  if (knownToken) {
    identified = document;
    begin(knownToken);
  } else {
    ask();
  }
}
