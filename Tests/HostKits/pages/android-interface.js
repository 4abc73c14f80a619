/**
 * Stands in for an object of `addJavascriptInterface`. Android adds such an object to every frame.
 *
 * @param {(args: string[]) => void} send
 * @param {string} name the name of the object
 */
function standInForInterface(send, name) {
  /** @param {...any} args the arguments that Java would get */
  const postMessage = (...args) => send(args.map(String));
  Object.defineProperty(window, name, { value: Object.freeze({ postMessage }), configurable: true });
}
