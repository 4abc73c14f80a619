/**
 * Says which frame a document is in, from a script world that neither the page nor its frames can reach: what it says
 * can be trusted. It tells the app of the document under a name that nobody guesses, and gives that name to the
 * scripts of other worlds that were injected with it, before any script of the page has run.
 *
 * @param {string} handlerName the native handler in this world
 * @param {string} eventName
 */
function identityAgent(handlerName, eventName) {
  const scope = /** @type {any} */ (window);
  // `document.open` makes the engine run scripts for document start again, for the same document.
  if (scope.identifiedDocument === document) return;
  scope.identifiedDocument = document;

  const handler = scope.webkit.messageHandlers[handlerName];
  let token = "";
  for (const word of crypto.getRandomValues(new Uint32Array(4))) token += (word + 0x100000000).toString(16).slice(1);
  handler.postMessage(
    JSON.stringify({ token, isMainFrame: window === window.top, origin: self.origin, url: location.href }));

  const give = () => document.dispatchEvent(new CustomEvent(`${eventName}:token`, { detail: token }));
  document.addEventListener(`${eventName}:ask`, give);
  give();

  const leave = () => void handler.postMessage(JSON.stringify({ token, leaves: true }));
  // After `pagehide`, in which a page still posts messages.
  addEventListener("unload", leave);
}
