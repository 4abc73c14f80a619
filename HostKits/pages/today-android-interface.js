/*
 * The Today WebView Bridge: the page script for Android, over addJavascriptInterface.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "android" }`. The tag is a hint for rendering
 *    and proves nothing.
 *  - Without the app's channel, it defines no bridge.
 *  - The channel is the object `todayWebViewBridgeNative` of `addJavascriptInterface`. This file is a function: the app
 *    calls it with `{ origin: key }`, the key of each origin that it trusts (KeyedInterface.java does that). It works
 *    only in the main frame of these origins. `postMessage(key, document, text)` takes `{ id, ...message }` as text;
 *    the app answers with `todayWebViewBridgeReceive(document, text)`: `{ id, result }` or `{ id, error }`.
 *
 * What the app must do (the rules of the contract)
 *  - Dispatch on `type` alone. Ignore unknown fields, and `id`.
 * insert today rules
 *  - Answer any other `type`, no `type`, and a body that is not an object with `undefined`; never reject.
 *  - Never log a token or a header value.
 */
(function (/** @type {{ [origin: string]: string }} */ keys) {
  "use strict";
  // include Sources/Causeway/Page/json-writer.js
  // include Sources/TodayWebViewBridge/Page/platform.js
  // include Sources/TodayWebViewBridge/Page/fallbacks.js
  // include Sources/TodayWebViewBridge/Page/shim.js
  // include HostKits/pages/document-name.js
  // include HostKits/pages/android-interface.js
  const capabilities = /** @type {TodayCapabilities} */ ({}); // insert today capabilities
  const connect = androidInterface("todayWebViewBridgeNative", "todayWebViewBridgeReceive", keys);
  if (!connect) return;
  todayPlatform(/** @type {any} */ ({ isMainFrame: true }), "android");
  todayShim(["todayWebViewBridge"], capabilities, ({ receive }) => connect(receive));
})
