/**
 * Reports to the app which frame a document is in. The script runs in a script world that neither the page nor its
 * frames can reach, so that the app can trust it. The script makes a token for each script world that has message
 * handlers, and gives each token to the bootstrap of its world before any code of the page has run. It reports the
 * tokens to the app in the same message as the document, because each message makes loading a page slower.
 *
 * @param {(reply: Promise<unknown>) => Promise<any>} readReply
 * @param {() => string} makeName
 * @param {string} handlerName the app's handler in this world
 * @param {string} eventName the prefix of the names of the events between the worlds
 * @param {string} proofStem the part before the number in a URL whose request proves which web view this is
 * @param {boolean} isShared whether several web views run this script, which the app's handler cannot distinguish
 * @param {string[]} worlds the worlds with a bootstrap, by the app's names
 */
function identityAgent(readReply, makeName, handlerName, eventName, proofStem, isShared, worlds) {
  const scope = /** @type {any} */ (window);
  const handler = scope.webkit.messageHandlers[handlerName];
  /** @param {object} notice */
  const tell = (notice) => readReply(handler.postMessage(JSON.stringify(notice))).catch(() => {});

  /** Returns the origin that WebKit's API reports: all files have one origin, although scripts see it as opaque. */
  function origin() {
    if (self.origin !== "null" || location.protocol !== "file:") return self.origin;
    try {
      return localStorage && "file://";
    } catch {
      return self.origin; // sandboxed
    }
  }

  // After `document.open` the engine runs the scripts of document start again for the same document, and all listeners
  // are removed. The document keeps its identity, and no world gets another token.
  if (scope.identifiedDocument === document) {
    scope.listen();
    return;
  }
  scope.identifiedDocument = document;

  /**
   * The document's name for the app, which is also the number that proves which web view this is. No page can read the
   * number before its use. After its use, a page may see the number but gains nothing, because only this world can post
   * notices.
   */
  const name = makeName();
  /** @type {{ [world: string]: string }} The tokens of the worlds, by the worlds' names. */
  const tokens = Object.fromEntries(worlds.map((world) => [world, makeName()]));
  /** Requests a URL, so that the engine reports to the app which web view sends the request. */
  const prove = (/** @type {boolean} */ isAsynchronous) => {
    const request = new XMLHttpRequest();
    request.open("GET", proofStem + name, isAsynchronous);
    request.send();
  };
  const entered = tell({
    kind: "enter", document: name, proof: name, isMainFrame: window === window.top, origin: origin(),
    url: location.href, tokens,
  });
  if (isShared) {
    try {
      prove(false);
    } catch {
      prove(true); // A Permissions-Policy without `sync-xhr` forbids the synchronous request.
    }
    performance.clearResourceTimings();
  } else {
    // When this document began, there was only one web view. The app requests a proof if there are more now.
    entered.then((/** @type {unknown} */ isProofWanted) => isProofWanted === true && prove(true));
  }
  // Listen to `unload`, the last event. After this notice, the app accepts the document's last messages for a short
  // time, because the page and the app's other worlds may post messages in later listeners of the same event. A page can
  // stop the event before it reaches the second listener. The first, capturing listener therefore reports that the
  // document is leaving, and the app ends the document after a short time. If the page had a frame's window before this
  // script ran, the page can stop both events in that frame. The app then detects the end when a host gets no answer
  // from the document, or when the main frame's document ends. Pages can also create such events, but the engine does
  // not mark them as trusted.
  //
  // A main frame needs no early notice, because the start of its next document ends the current document.
  scope.listen = () => {
    if (window !== window.top) {
      addEventListener("unload", (event) => event.isTrusted && tell({ kind: "leaving", document: name }), true);
    }
    addEventListener("unload", (event) => event.isTrusted && tell({ kind: "leave", document: name }));
  };
  scope.listen();

  // The bootstraps also run at the start of the document, so each bootstrap has its token before the page's scripts
  // run.
  const unserved = new Set(worlds);
  /** @param {Event} event */
  const answer = (event) => {
    // The detail is not JSON, because JSON would call a `toJSON` that the page has added to a prototype.
    const { detail } = /** @type {CustomEvent} */ (event);
    const space = detail.indexOf(" ");
    const world = detail.slice(space + 1);
    if (!unserved.delete(world)) return;
    document.dispatchEvent(new CustomEvent(`${eventName}:token`, { detail: detail.slice(0, space) + tokens[world] }));
  };
  document.addEventListener(`${eventName}:ask`, answer);
  // The engine decides in which order the scripts of the worlds run. This event makes the bootstraps that ran before
  // this script request their tokens again.
  document.dispatchEvent(new CustomEvent(`${eventName}:offer`));
}
