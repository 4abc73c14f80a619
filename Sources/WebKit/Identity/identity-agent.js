/**
 * Tells the app which frame a document is in, from a script world that neither the page nor its frames can reach, so
 * that its word can be trusted. It makes a token for each script world that has message handlers, tells the app whose
 * it is, and hands it to the bootstrap of that world before any code of the page has run.
 *
 * @param {(reply: Promise<unknown>) => Promise<any>} readReply
 * @param {string} handlerName the app's handler in this world
 * @param {string} eventName the stem of the events between the worlds
 * @param {string} proofStem where to ask for a URL that proves which web view this is
 * @param {boolean} isShared whether several web views have this script, of which the app's handler hears as of one
 * @param {string[]} worlds those with a bootstrap, as the app calls them
 */
function identityAgent(readReply, handlerName, eventName, proofStem, isShared, worlds) {
  const scope = /** @type {any} */ (window);
  const handler = scope.webkit.messageHandlers[handlerName];
  /** @param {object} notice */
  const tell = (notice) => readReply(handler.postMessage(JSON.stringify(notice))).catch(() => {});
  const makeToken = () =>
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, "0")).join("");

  /** What WebKit's API reports: files have one origin, though to scripts they are opaque. */
  function origin() {
    if (self.origin !== "null" || location.protocol !== "file:") return self.origin;
    try {
      return localStorage && "file://";
    } catch {
      return self.origin; // sandboxed
    }
  }

  // `document.open` makes the engine run the scripts of document start again for the same document, after it removed
  // all listeners. The document keeps its identity, and nobody is given a token any more.
  if (scope.identifiedDocument === document) {
    scope.listen();
    return;
  }
  scope.identifiedDocument = document;

  const name = makeToken();
  /** Known to nobody before it is used, and of no use to anybody later: the page may see it in its list of resources. */
  const proof = makeToken();
  /** Asks for a URL: the engine tells the app whose request it is. */
  const prove = (/** @type {boolean} */ isAsynchronous) => {
    const request = new XMLHttpRequest();
    request.open("GET", proofStem + proof, isAsynchronous);
    request.send();
  };
  const entered = tell({
    kind: "enter", document: name, proof, isMainFrame: window === window.top, origin: origin(), url: location.href,
  });
  if (isShared) {
    try {
      prove(false);
    } catch {
      prove(true); // a Permissions-Policy without `sync-xhr`
    }
    performance.clearResourceTimings();
  } else {
    // The document began before it was known that there would be several.
    entered.then((/** @type {unknown} */ isProofWanted) => isProofWanted === true && prove(true));
  }
  // At `unload`, the last of all: in `pagehide` a page still posts messages, and other worlds of the app do so in their
  // capturing listeners. A page can stop the event before it comes here: the first capturing listener therefore says that the
  // document leaves, and the app waits a little for its last words. A page can also stop both, in a frame whose window it
  // had before this script ran: the app then hears of the end from a host that asks the document, or with the main frame's.
  // Pages can make such events, too.
  scope.listen = () => {
    addEventListener("unload", (event) => event.isTrusted && tell({ kind: "leaving", document: name }), true);
    addEventListener("unload", (event) => event.isTrusted && tell({ kind: "leave", document: name }));
  };
  scope.listen();

  // The bootstraps run at the start of the document as this script does, hence each has its token before the page runs.
  const unserved = new Set(worlds);
  /** @param {Event} event */
  const answer = (event) => {
    const [nonce, world] = JSON.parse(/** @type {CustomEvent} */ (event).detail);
    if (!unserved.delete(world)) return;
    const token = makeToken();
    tell({ kind: "world", document: name, world, token });
    document.dispatchEvent(new CustomEvent(`${eventName}:token`, { detail: nonce + token }));
  };
  document.addEventListener(`${eventName}:ask`, answer);
  // The order of worlds is the engine's: whoever ran before asks again.
  document.dispatchEvent(new CustomEvent(`${eventName}:offer`));
}
