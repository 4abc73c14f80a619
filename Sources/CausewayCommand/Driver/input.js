/**
 * Reports the events of keys and buttons to the app, before the page's own listeners run. It runs in a script world of its
 * own, so that the page does not notice it.
 *
 * @param {string} handlerName
 */
function inputReporter(handlerName) {
  const handler = /** @type {any} */ (window).webkit.messageHandlers[handlerName];
  for (const type of ["mousedown", "mouseup", "keydown", "keyup"]) {
    addEventListener(type, ({ isTrusted }) => {
      if (isTrusted) handler.postMessage(type);
    }, { capture: true, passive: true });
  }
}
