/**
 * Opens the raw channel over an object of `addJavascriptInterface`. Every frame of the web view sees such an object,
 * and the web view does not report which frame calls it. Therefore the app gives a key to the main frame of each
 * origin that it serves, and drops a message without a key. Each answer contains the name of the document that it is
 * for.
 *
 * @param {string} nativeName the name of the object
 * @param {string} callbackName the name of the global function that the app calls with its answers
 * @param {{ [origin: string]: string }} keys the key of each origin, in an object without a prototype
 * @returns {((receive: (text: string) => void) => (text: string) => void) | undefined} undefined in a document
 *   that is not served or already has the channel
 */
function androidInterface(nativeName, callbackName, keys) {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const native = /** @type {any} */ (window)[nativeName];
  if (!native || getOwnPropertyDescriptor(window, callbackName)) return undefined;
  // This check is safe, because a page cannot replace `top` or `location`. The keys must not be passed to a function:
  // a page that is not served may have replaced the function before, and would get the keys.
  const key = window === window.top ? keys[location.origin] : undefined;
  if (key === undefined) return undefined;
  const { postMessage } = native;
  const name = documentName();
  return (receive) => {
    /** @param {string} recipient @param {string} answer */
    const callback = (recipient, answer) => {
      if (recipient === name) receive(answer);
    };
    // Scripts of the page may have run before, so the descriptor must not inherit from the page's `Object.prototype`.
    defineProperty(window, callbackName, /** @type {PropertyDescriptor} */ ({ __proto__: null, value: callback }));
    return (text) => apply(postMessage, native, [key, name, text]);
  };
}
