/**
 * Reports to the app when a document begins, when it ends, and, whenever the app asks, that it still exists. Runs in a
 * script world that the page cannot reach.
 *
 * Events report most ends immediately, but they are not reliable, because a page can stop the events of a frame whose
 * window it accessed before this script ran, and `document.open` removes all listeners. Therefore the app also asks the
 * documents that wait for something. It asks by answering a message that this script has posted. A document that no
 * longer exists cannot post the next message.
 *
 * The token that names this life goes to the page's world, where the transport sends it to the app. The token need not
 * be a secret, because it is valid only once, and only for this document.
 *
 * @param {string} handlerName the app's handler in this world
 * @param {string} eventName the prefix of the names of the events between the worlds
 */
function causewayLife(handlerName, eventName) {
  const scope = /** @type {any} */ (window);
  // An element of the page can also have this name, and `scope.causewayLife` would then return that element.
  const before = Object.hasOwn(scope, "causewayLife") ? scope.causewayLife : undefined;
  // `document.open` makes WebKit run this script again for the same document.
  if (before?.document === document) return void before.listen();
  // The first document of a frame can pass its script world on to the next document, so end that first document's life.
  before?.end();
  const handler = scope.webkit?.messageHandlers?.[handlerName];
  if (!handler) return;
  /**
   * This script's document. After a navigation, `document` is the next document, but this script may still receive
   * events.
   */
  const own = document;
  const newName = causewayNames();
  let token = "";

  function begin() {
    token = newName();
    stay("+");
    offer();
  }

  /** @param {string} mark `+` for a beginning, `=` for an answer to the app's question */
  function stay(mark) {
    const told = token;
    handler.postMessage(mark + told).then(
      () => {
        if (told !== token) return;
        // A document that no window shows has ended.
        if (own.defaultView) stay("=");
        else end();
      },
      () => {}, // The app has closed the bridge.
    );
  }

  /** @param {string} mark `~` for an end that is near, `-` for the end */
  const tell = (mark) => {
    if (token) handler.postMessage(mark + token).catch(() => {});
  };

  function end() {
    tell("-");
    token = "";
  }

  function offer() {
    if (token) document.dispatchEvent(new CustomEvent(`${eventName}:token`, { detail: token }));
  }

  /**
   * Returns whether an event is the last event of a document: `unload`, or a persisted `pagehide` if the page goes into
   * the page cache. Pages can also create such events, but those are not trusted.
   *
   * @param {any} event
   */
  const isLast = (event) => event.isTrusted && (event.type === "unload" || event.persisted);

  /**
   * Reports the end after the page's own listeners of the last event, so that messages that the page sends there still
   * arrive. Listeners run in the order in which they were added, so this function adds the last one now. The page can
   * stop the event before that listener. Therefore this capturing listener, which runs first, already reports that the
   * end is near.
   *
   * @param {Event} event
   */
  function onLast(event) {
    if (!isLast(event)) return;
    tell("~");
    removeEventListener(event.type, afterLast);
    addEventListener(event.type, afterLast);
  }

  const afterLast = (/** @type {Event} */ event) => isLast(event) && end();
  const onShow = (/** @type {PageTransitionEvent} */ event) => event.isTrusted && event.persisted && begin();

  function listen() {
    addEventListener("unload", onLast, true);
    addEventListener("pagehide", onLast, true);
    addEventListener("pageshow", onShow, true);
    document.addEventListener(`${eventName}:ask`, offer, true);
  }

  Object.defineProperty(scope, "causewayLife", {
    value: { document: own, listen, end, get token() { return token; } }, configurable: true,
  });
  begin();
  listen();
}
