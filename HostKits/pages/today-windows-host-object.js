/*
 * The Today WebView Bridge: the page half for WebView2, over a host object.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "windows" }`: a hint for rendering, never a
 *    reason to trust.
 *  - Without the channel below it, it defines no bridge.
 *  - Below it is the host object `chrome.webview.hostObjects.todayWebViewBridge` with one method, `Handle(json)`: it takes
 *    the text of a message and gives the text of the result, or null for `undefined`. If it fails, `refreshToken`
 *    rejects with the text of the failure, and everything else has its quiet answer.
 *  - A sub-frame gets `undefined` at once and calls `Handle` for nothing but `track`.
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
  // include Sources/TodayWebViewBridge/Page/windows-shim.js
  const capabilities = /** @type {TodayCapabilities} */ ({}); // insert today capabilities
  todayPlatform(/** @type {any} */ ({ isMainFrame: window === window.top }), "windows");
  todayWindowsShim(["todayWebViewBridge"], capabilities, "todayWebViewBridge", "hostObject");
})();
