/**
 * `window.todayWebViewBridge` on Android, over whichever raw channel the app has: a port with message events, or a
 * synchronous object that takes text and answers through a global callback. The page cannot tell them apart.
 *
 * @param {string[]} channelNames
 * @param {string} nativeName the raw channel
 * @param {string} callbackName the global callback, where the raw channel has no events
 */
function todayAndroidShim(channelNames, nativeName, callbackName) {
  const { apply, defineProperty } = Reflect;
  const native = /** @type {any} */ (window)[nativeName];
  if (!native) return;
  const { postMessage } = native;
  todayShim(channelNames, ({ receive }) => {
    if (typeof native.addEventListener === "function") {
      native.addEventListener("message", (/** @type {MessageEvent} */ event) => receive(event.data));
    } else {
      defineProperty(window, callbackName, { value: receive, configurable: true });
    }
    return (text) => apply(postMessage, native, [text]);
  });
}
