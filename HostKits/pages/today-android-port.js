/*
 * The Today WebView Bridge: the page half for Android, over addWebMessageListener.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "android" }`: a hint for rendering, never a
 *    reason to trust.
 *  - Without the channel below it, it defines no bridge.
 *  - Below it is the object `todayWebViewBridgeNative` of `addWebMessageListener`, which carries JSON text: `{ id, ...message }`
 *    to the app, `{ id, result }` or `{ id, error }` back. `result` is left out for `undefined`; `error` is one sentence.
 *
 * What the app must do (the rules of the contract)
 *  - Dispatch on `type` alone; ignore fields that you do not know, `id` among them.
 * insert today rules
 *  - Any other `type`, none, or a body that is no object: `undefined`, never a rejection.
 *  - Never log a token or a header value.
 */
(() => {
  "use strict";
  // include Sources/TodayWebViewBridge/Page/platform.js
  // include Sources/TodayWebViewBridge/Page/quiet.js
  // include Sources/TodayWebViewBridge/Page/shim.js
  // include HostKits/pages/android-port.js
  const capabilities = /** @type {TodayCapabilities} */ ({}); // insert today capabilities
  todayPlatform(/** @type {any} */ ({ isMainFrame: window === window.top }), "android");
  const connect = androidPort("todayWebViewBridgeNative");
  if (connect) todayShim(["todayWebViewBridge"], capabilities, ({ receive }) => connect(receive));
})();
