/**
 * Stands in for the messages of `chrome.webview`.
 *
 * @param {(args: string[]) => void} send
 */
function standInForMessages(send) {
  const webview = Object.assign(new EventTarget(), {
    /** @param {any} message */
    postMessage: (message) => send([String(message)]),
  });
  Object.assign(/** @type {any} */ (window).chrome ??= {}, { webview });
  return (/** @type {string} */ data) => void webview.dispatchEvent(new MessageEvent("message", { data }));
}
