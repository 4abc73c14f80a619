/**
 * Tells the app when a document begins and when it ends, from a script world that the page does not reach. A page can stop
 * an event before the scripts of its own world hear it, so what happens there must end nothing.
 *
 * The token that names this life goes to the page's world, from which the bridge shows it to the app. It is no secret: it
 * serves this document alone, once, and ends with it.
 *
 * @param {string} handlerName the app's handler in this world
 * @param {string} eventName the stem of the events between the worlds
 */
function causewayLife(handlerName, eventName) {
  const scope = /** @type {any} */ (window);
  const isMainFrame = window === window.top;
  const before = scope.causewayLife;
  // `document.open` makes WebKit run this again for the same document.
  if (before?.document === document) return void before.didOpen();
  // The first document of a frame can leave its world to the one after it.
  before?.end();
  const handler = scope.webkit?.messageHandlers?.[handlerName];
  if (!handler) return;
  let token = "";
  let isHeard = false;

  /** @param {string} message */
  const tell = (message) => void handler.postMessage(message)?.catch(() => {}); // On Apple's platforms it gives nothing.

  function begin() {
    const words = crypto.getRandomValues(new Uint32Array(4));
    token = Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
    tell("+" + token);
    offer();
    watchFromAround();
  }

  function end() {
    if (token) tell("-" + token);
    token = "";
  }

  function offer() {
    if (token) document.dispatchEvent(new CustomEvent(`${eventName}:token`, { detail: token }));
  }

  /**
   * The last event of a document is `unload`, so that what the page says in its own `pagehide` still arrives; a page that
   * goes into the page cache gets none. Pages can make such events, too, but not trusted ones.
   */
  const onUnload = (/** @type {Event} */ event) => event.isTrusted && end();
  const onHide = (/** @type {PageTransitionEvent} */ event) => event.isTrusted && event.persisted && end();
  const onShow = (/** @type {PageTransitionEvent} */ event) => event.isTrusted && event.persisted && begin();

  /** At the start of the document no listener of the page comes before these. */
  function listen() {
    addEventListener("unload", onUnload, true);
    addEventListener("pagehide", onHide, true);
    addEventListener("pageshow", onShow, true);
    addEventListener(`${eventName}:listening`, () => (isHeard = true), true);
    document.addEventListener(`${eventName}:ask`, offer, true);
  }

  /**
   * `document.open` removed all listeners, and the page may have added its own before these come back. A main frame's end
   * is known from the page after it; nothing else tells of a sub-frame's, so that its conversation ends here.
   */
  function didOpen() {
    if (isMainFrame) listen();
    else end();
  }

  /** Neither a page nor `document.open` removes an observer of this world. */
  function watchForOpen() {
    new MutationObserver(() => {
      isHeard = false;
      dispatchEvent(new Event(`${eventName}:listening`));
      if (!isHeard) didOpen();
    }).observe(document, { childList: true });
  }

  /** A script can open a frame's document and remove the frame at once: a frame around of the same origin sees that. */
  function watchFromAround() {
    try {
      /** @type {any} */ (window.parent).causewayLife?.watch(window.frameElement, token);
    } catch {
      // Of another origin, and then no script of this document can remove it at once.
    }
  }

  /**
   * Tells of the end of a document in a frame of this one when the frame is taken out, from whichever shadow tree.
   * @param {Element | null} frame
   * @param {string} inner
   */
  function watch(frame, inner) {
    const observer = new MutationObserver(() => {
      if (isShown(frame, inner)) return;
      observer.disconnect();
      tell("-" + inner);
    });
    for (let node = /** @type {Node | undefined} */ (frame ?? undefined); node; ) {
      const root = node.getRootNode();
      observer.observe(root, { childList: true, subtree: true });
      node = /** @type {ShadowRoot} */ (root).host;
    }
  }

  /** @param {Element | null} frame @param {string} inner */
  function isShown(frame, inner) {
    try {
      return frame?.isConnected && /** @type {any} */ (frame).contentWindow.causewayLife.token === inner;
    } catch {
      return false; // It shows another origin.
    }
  }

  scope.causewayLife = { document, didOpen, end, watch, get token() { return token; } };
  begin();
  listen();
  if (!isMainFrame) watchForOpen();
}
