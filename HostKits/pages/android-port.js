/**
 * Opens the raw channel over an object of `WebViewCompat.addWebMessageListener`. It carries text in both directions.
 *
 * @param {string} nativeName the name of the object
 * @returns {((receive: (text: string) => void) => (text: string) => void) | undefined} undefined if the object
 *   does not exist
 */
function androidPort(nativeName) {
  const { apply } = Reflect;
  const native = /** @type {any} */ (window)[nativeName];
  if (!native) return undefined;
  const { postMessage } = native;
  return (receive) => {
    native.addEventListener("message", (/** @type {MessageEvent} */ event) => receive(event.data));
    return (text) => apply(postMessage, native, [text]);
  };
}
