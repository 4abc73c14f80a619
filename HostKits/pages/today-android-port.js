/*
 * The Today WebView Bridge: the page script for Android, over addWebMessageListener.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "android" }`. The tag is a hint for rendering
 *    and proves nothing.
 *  - Without the app's channel, it defines no bridge.
 *  - The channel is the object `todayWebViewBridgeNative` of `addWebMessageListener`. It carries JSON text:
 *    `{ id, ...message }` to the app; `{ id, result }` or `{ id, error }` to the page. `result` is omitted for
 *    `undefined`; `error` is one sentence.
 *
 * What the app must do (the rules of the contract)
 *  - Dispatch on `type` alone. Ignore unknown fields, and `id`.
 * insert today rules
 *  - Answer any other `type`, no `type`, and a body that is not an object with `undefined`; never reject.
 *  - Never log a token or a header value.
 */
(() => {
  "use strict";
  // include Sources/Causeway/Page/json-writer.js
  // include Sources/TodayWebViewBridge/Page/platform.js
  // include Sources/TodayWebViewBridge/Page/fallbacks.js
  // include Sources/TodayWebViewBridge/Page/shim.js
  // include HostKits/pages/android-port.js
  const capabilities = /** @type {TodayCapabilities} */ ({}); // insert today capabilities
  todayPlatform(/** @type {any} */ ({ isMainFrame: window === window.top }), "android");
  const connect = androidPort("todayWebViewBridgeNative");
  if (connect) todayShim(["todayWebViewBridge"], capabilities, ({ receive }) => connect(receive));
})();
