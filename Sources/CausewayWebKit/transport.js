/**
 * Carries packets over a `WKScriptMessageHandlerWithReply`. The app sends only replies: it keeps one posted message
 * unanswered until it has a packet for the page. Therefore each packet reaches exactly the document that posted,
 * packets arrive in order, and the app never evaluates a script in the page.
 *
 * @param {string} handlerName
 * @param {string} bytesScheme the URL scheme that carries bytes; empty if there is none
 * @param {number} fetchedBytes the minimum size, in bytes, at which the page fetches bytes of the app from the scheme;
 * 0 if it never fetches them
 * @param {string} eventName the prefix of the names of the events between this world and that of `life.js`
 * @returns {CausewayConnect | undefined} `undefined` if the app has removed its handler
 */
function causewayWebKitTransport(handlerName, bytesScheme, fetchedBytes, eventName) {
  const { apply, defineProperty } = Reflect;
  const { then } = Promise.prototype;
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const NativeEvent = Event;
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")?.get;
  const enqueue = queueMicrotask.bind(window);
  const newName = causewayNames();
  const carryBytes = causewayBytes(bytesScheme, fetchedBytes);
  const handler = /** @type {any} */ (window).webkit?.messageHandlers?.[handlerName];
  if (!handler) return undefined;
  const { postMessage } = handler;

  /**
   * Calls the engine's own `promise.then`. Setting the promise's `constructor` to undefined makes the engine use its
   * own promise type, even if the page has changed `Promise`.
   * @param {Promise<any>} promise
   * @param {(value: any) => void} onValue
   * @param {(reason: any) => void} onReason
   */
  function whenSettled(promise, onValue, onReason) {
    defineProperty(promise, "constructor", /** @type {PropertyDescriptor} */ ({ __proto__: null, value: undefined }));
    apply(then, promise, [onValue, onReason]);
  }

  return ({ receive, fail, restart, isExpecting }) => {
    let name = newName();
    let bytes = carryBytes(post(name), newName());
    let unanswered = 0;
    let hasLeft = false;
    let hasEntered = false;
    let life = "";
    /**
     * The packets that the page sent before `life.js` reported its token, in order.
     * @type {string[]}
     */
    let early = [];

    /**
     * Returns a function that posts messages under the name `sender`, even after the document's name has changed.
     * @param {string} sender
     */
    function post(sender) {
      return (/** @type {string} */ message) => apply(postMessage, handler, [sender + message]);
    }

    /** @param {string} packet */
    function send(packet) {
      if (!hasEntered) return void (early[early.length] = packet);
      const sender = name;
      watch();
      unanswered += 1;
      whenSettled(
        post(sender)(packet),
        (reply) => {
          if (sender !== name || hasLeft) return;
          unanswered -= 1;
          if (typeof reply === "string") receive(reply);
          // Packets that the page sends in answer to this reply are sent first, and may make a poll unnecessary.
          enqueue(() => enqueue(poll));
        },
        (reason) => {
          // Do not notify a page that was left, because its scripts would act on the next page.
          if (sender === name && !hasLeft) fail(reason);
        },
      );
    }

    function poll() {
      if (unanswered === 0 && isExpecting()) send("");
    }

    /** Registers the document with the app. The app refuses a document without the token from `life.js`. */
    function enter() {
      hasEntered = true;
      send("+" + bytes.key + life);
      const packets = early;
      early = [];
      for (let place = 0; place < packets.length; place += 1) send(packets[place]);
    }

    /** @param {Event} event */
    const takeLife = (event) => {
      const token = detailOf && apply(detailOf, event, []);
      if (hasEntered || typeof token !== "string") return;
      life = token;
      enter();
    };

    /** Asks `life.js` for the token again, because WebKit decides which of the two scripts runs first. */
    const askForLife = () => apply(dispatchEvent, document, [new NativeEvent(eventName + ":ask")]);

    /**
     * Records that the page was left. A packet delivered after that would let the page's scripts act on the next page.
     * @param {Event} event
     */
    const leave = (event) => {
      // Pages can also create `unload` events, but WebKit does not mark those as trusted.
      if (event.isTrusted) hasLeft = true;
    };

    /**
     * Begins again when the document comes back from the page cache, because the app treats it as a new document.
     * @param {any} event
     */
    const comeBack = (event) => {
      if (!event.isTrusted || !event.persisted) return;
      name = newName();
      bytes = carryBytes(post(name), newName());
      unanswered = 0;
      hasLeft = false;
      hasEntered = false;
      life = "";
      early = [];
      restart("The page was left before the app answered.");
      askForLife();
    };

    /** Adds the listeners. `send` calls this function with every packet, because `document.open` removes listeners. */
    function watch() {
      apply(addEventListener, window, ["unload", leave]);
      apply(addEventListener, window, ["pageshow", comeBack]);
      apply(addEventListener, document, [eventName + ":token", takeLife]);
    }

    watch();
    askForLife();
    return { send, handOver: (body) => bytes.handOver(body), collect: (name) => bytes.collect(name) };
  };
}
