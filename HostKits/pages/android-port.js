/**
 * The raw channel over an object of `WebViewCompat.addWebMessageListener`: text both ways.
 *
 * @param {string} nativeName the object
 * @returns {((receive: (text: string) => void) => (text: string) => void) | undefined} nothing where there is none
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
