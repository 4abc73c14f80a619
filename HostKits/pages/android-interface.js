/**
 * The raw channel over an object of `addJavascriptInterface`. Every frame of the web view sees such an object, and the
 * app is not told which frame calls it. So the app gives a key to the main frame of each origin that it serves, and
 * takes no message without one; answers name the document that they are for.
 *
 * @param {string} nativeName the object
 * @param {string} callbackName the global that the app calls with its answers
 * @param {{ [origin: string]: string }} keys the key of each origin, in an object without a prototype
 * @returns {((receive: (text: string) => void) => (text: string) => void) | undefined} nothing in a document that is
 *   not served, or has the channel already
 */
function androidInterface(nativeName, callbackName, keys) {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const native = /** @type {any} */ (window)[nativeName];
  if (!native || getOwnPropertyDescriptor(window, callbackName)) return undefined;
  // A page can replace neither `top` nor `location`. The keys are passed to no function: the scripts of a page that is not
  // served may have run before, and would get them.
  const key = window === window.top ? keys[location.origin] : undefined;
  if (key === undefined) return undefined;
  const { postMessage } = native;
  const name = documentName();
  return (receive) => {
    /** @param {string} recipient @param {string} answer */
    const callback = (recipient, answer) => {
      if (recipient === name) receive(answer);
    };
    // The page may have run before: its `Object.prototype` is not asked.
    defineProperty(window, callbackName, /** @type {PropertyDescriptor} */ ({ __proto__: null, value: callback }));
    return (text) => apply(postMessage, native, [key, name, text]);
  };
}
