/**
 * Carries packets over a `WKScriptMessageHandlerWithReply`. The app speaks only in replies: it keeps one posted
 * message unanswered until it has something to say, so a reply reaches just the document that posted, in order, and
 * nothing is ever evaluated in the page.
 *
 * @param {string} handlerName
 * @param {string} bytesScheme the URL scheme that carries bytes; empty if there is none
 * @param {string} eventName the stem of the events between this world and that of `life.js`
 * @returns {CausewayConnect | undefined} nothing if the app has taken its handler away
 */
function causewayWebKitTransport(handlerName, bytesScheme, eventName) {
  const { apply, defineProperty } = Reflect;
  const { then } = Promise.prototype;
  const { toString } = Number.prototype;
  const { slice } = String.prototype;
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const NativeEvent = Event;
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")?.get;
  const enqueue = queueMicrotask.bind(window);
  const random = crypto.getRandomValues.bind(crypto);
  const NativeUint32Array = Uint32Array;
  const carryBytes = causewayBytes(bytesScheme);
  const handler = /** @type {any} */ (window).webkit?.messageHandlers?.[handlerName];
  if (!handler) return undefined;
  const { postMessage } = handler;

  /** 128 bits that nobody guesses, so that no other frame can speak in this document's name. */
  function newName() {
    const words = random(new NativeUint32Array(4));
    let name = "";
    for (let place = 0; place < 4; place += 1) {
      name += apply(slice, apply(toString, words[place] + 0x100000000, [16]), [1]);
    }
    return name;
  }

  /**
   * `promise.then`: without a `constructor` of its own the promise is chained with the engine's, whatever the page did
   * to it.
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
     * What is said before `life.js` has said its token, in order.
     * @type {string[]}
     */
    let early = [];

    /**
     * A way to post messages in a document's name, whatever that is later.
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
          // What the page says in answer to this reply leaves first, and may make a poll needless.
          enqueue(() => enqueue(poll));
        },
        (reason) => {
          // A page that was left is told nothing: what its scripts do in answer, they do to the page after it.
          if (sender === name && !hasLeft) fail(reason);
        },
      );
    }

    function poll() {
      if (unanswered === 0 && isExpecting()) send("");
    }

    /** The document is known to the app by the token that `life.js` gave it; without one the app refuses it. */
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

    /** Which of the two scripts runs first is up to WebKit. */
    const askForLife = () => apply(dispatchEvent, document, [new NativeEvent(eventName + ":ask")]);

    /**
     * What the app says to a page that was left, its scripts would do to the page after it.
     * @param {Event} event
     */
    const leave = (event) => {
      // Pages can make such events too.
      if (event.isTrusted) hasLeft = true;
    };

    /**
     * A document that comes back from the page cache is a new one to the app.
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
      restart("The page was left while the app was at work.");
      askForLife();
    };

    /** `document.open` removes listeners, so they are added again with every packet. */
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
