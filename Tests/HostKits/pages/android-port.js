/**
 * Stands in for an object of `addWebMessageListener`: `postMessage`, and message events.
 *
 * @param {(args: string[]) => void} send
 * @param {string} name the name of the object
 */
function standInForPort(send, name) {
  const port = Object.assign(new EventTarget(), {
    /** @param {any} message */
    postMessage: (message) => send([String(message)]),
  });
  Object.defineProperty(window, name, { value: port, configurable: true });
  return (/** @type {string} */ data) => void port.dispatchEvent(new MessageEvent("message", { data }));
}
