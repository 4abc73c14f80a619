/**
 * Makes `window.todayWebViewBridge` on Android over the raw channel that the app has: a port with message events, or a
 * synchronous object that takes text and answers through a global callback. Both look the same to the page.
 *
 * @param {string[]} channelNames
 * @param {TodayCapabilities} capabilities
 * @param {string} nativeName the raw channel
 * @param {string} callbackName the global callback, used if the raw channel has no events
 */
function todayAndroidShim(channelNames, capabilities, nativeName, callbackName) {
  const { apply, defineProperty } = Reflect;
  const native = /** @type {any} */ (window)[nativeName];
  if (!native) return;
  const { postMessage } = native;
  todayShim(channelNames, capabilities, ({ receive }) => {
    if (typeof native.addEventListener === "function") {
      native.addEventListener("message", (/** @type {MessageEvent} */ event) => receive(event.data));
    } else {
      defineProperty(window, callbackName, { value: receive, configurable: true });
    }
    return (text) => apply(postMessage, native, [text]);
  });
}
