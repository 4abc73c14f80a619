/**
 * GBGBridge's surface: how a page posts messages, and the object on which it receives them.
 *
 * `window.GBGBridge` is a plain object that the page completes with `receive`; what is there by the time a message comes
 * is called, since the page may replace it.
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
    /** @param {any} message what Java would get is text */
    const postMessage = (message) => { runtime.post(dialect, NativeString(message)); };
    defineProperty(scope[globalName], "postMessage", ordinary(postMessage));
  } else {
    // A handler without replies: nothing comes back from the call.
    runtime.messageHandler(handlerName, (message) => { runtime.post(dialect, message); });
  }

  runtime.receiver(dialect, { message: ({ message }) => scope[globalName].receive(message) });
}
