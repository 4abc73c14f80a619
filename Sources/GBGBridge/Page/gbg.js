/**
 * Makes the part of GBGBridge that the page sees: the function that posts messages and the object that receives them.
 *
 * `window.GBGBridge` is a plain object to which the page adds `receive`. The page may replace the object or the
 * function, so each message is passed to the `receive` that exists at that time.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {"ios" | "android"} surface
 * @param {string} handlerName
 * @param {string} globalName
 */
function gbgSurface(runtime, dialect, surface, handlerName, globalName) {
  const { defineProperty, isExtensible } = Reflect;
  const NativeString = String;
  const scope = /** @type {any} */ (window);

  /** @param {any} value */
  const ordinary = (value) => /** @type {PropertyDescriptor} */ ({
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });

  const present = scope[globalName];
  const isObject = (typeof present === "object" && present !== null) || typeof present === "function";
  if (!isObject || !isExtensible(present)) defineProperty(window, globalName, ordinary({}));

  if (surface === "android") {
    /** @param {any} message sent as text, because Java would receive a string */
    const postMessage = (message) => { runtime.post(dialect, NativeString(message)); };
    defineProperty(scope[globalName], "postMessage", ordinary(postMessage));
  } else {
    // The page's call of this handler returns nothing, because responses arrive through `receive`.
    runtime.messageHandler(handlerName, (message) => { runtime.post(dialect, message); });
  }

  runtime.receiver(dialect, { message: ({ message }) => scope[globalName].receive(message) });
}
