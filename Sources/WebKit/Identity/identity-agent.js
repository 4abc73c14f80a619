/**
 * Tells the app which frame a document is in, from a script world that neither the page nor its frames can reach, so
 * that its word can be trusted. It makes a token for each script world that has message handlers, tells the app whose
 * it is, and hands it to the bootstrap of that world before any code of the page has run.
 *
 * @param {string} handlerName the app's handler in this world
 * @param {string} eventName the stem of the events between the worlds
 */
function identityAgent(handlerName, eventName) {
  const scope = /** @type {any} */ (window);
  const handler = scope.webkit.messageHandlers[handlerName];
  /** @param {object} notice */
  const tell = (notice) => void handler.postMessage(JSON.stringify(notice)).catch(() => {});
  const makeToken = () =>
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, "0")).join("");

  // `document.open` makes the engine run the scripts of document start again for the same document, after it removed
  // all listeners. The document keeps its identity, and nobody is given a token any more.
  if (scope.identifiedDocument === document) {
    addEventListener("unload", scope.leave);
    return;
  }
  scope.identifiedDocument = document;

  const name = makeToken();
  tell({ kind: "enter", document: name, isMainFrame: window === window.top, origin: self.origin, url: location.href });
  // At `unload`, the last of all: in `pagehide` a page still posts messages.
  scope.leave = (/** @type {Event} */ event) => {
    // Pages can make such events too.
    if (event.isTrusted) tell({ kind: "leave", document: name });
  };
  addEventListener("unload", scope.leave);

  /** @type {Set<string>} */
  const served = new Set();
  /** @param {Event} event */
  const answer = (event) => {
    // The engine injects scripts before the parser has made a head or a body, hence before any script of the page.
    if (document.head || document.body) return;
    const detail = /** @type {CustomEvent} */ (event).detail;
    const [nonce, world] = JSON.parse(detail);
    if (served.has(world)) return;
    served.add(world);
    const token = makeToken();
    tell({ kind: "world", document: name, world, token });
    document.dispatchEvent(new CustomEvent(`${eventName}:token`, { detail: nonce + token }));
  };
  document.addEventListener(`${eventName}:ask`, answer);
  document.addEventListener(
    "DOMContentLoaded", () => document.removeEventListener(`${eventName}:ask`, answer), { once: true });
  // The order of worlds is the engine's: whoever ran before asks again.
  document.dispatchEvent(new CustomEvent(`${eventName}:offer`));
}
