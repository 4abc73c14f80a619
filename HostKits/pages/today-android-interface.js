/*
 * The Today WebView Bridge: the page half for Android, over addJavascriptInterface.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "android" }`: a hint for rendering, never a
 *    reason to trust.
 *  - Without the channel below it, it defines no bridge.
 *  - Below it is the object `todayWebViewBridgeNative` of `addJavascriptInterface`. This file is a function: the app calls
 *    it with `{ origin: key }`, the key of each origin that it trusts (KeyedInterface.java does that). It works in
 *    the main frame of these origins alone. `postMessage(key, document, text)` takes `{ id, ...message }` as text; the
 *    app answers with `todayWebViewBridgeReceive(document, text)`: `{ id, result }` or `{ id, error }`.
 *
 * What the app must do (the rules of the contract)
 *  - Dispatch on `type` alone; ignore fields that you do not know, `id` among them.
 * insert today rules
 *  - Any other `type`, none, or a body that is no object: `undefined`, never a rejection.
 *  - Never log a token or a header value.
 */
(function (/** @type {{ [origin: string]: string }} */ keys) {
  "use strict";
  // include Sources/TodayWebViewBridge/Page/platform.js
  // include Sources/TodayWebViewBridge/Page/quiet.js
  // include Sources/TodayWebViewBridge/Page/shim.js
  // include HostKits/pages/document-name.js
  // include HostKits/pages/android-interface.js
  const capabilities = /** @type {TodayCapabilities} */ ({}); // insert today capabilities
  const connect = androidInterface("todayWebViewBridgeNative", "todayWebViewBridgeReceive", keys);
  if (!connect) return;
  todayPlatform(/** @type {any} */ ({ isMainFrame: true }), "android");
  todayShim(["todayWebViewBridge"], capabilities, ({ receive }) => connect(receive));
})
