/*
 * The Today WebView Bridge: the page script for WebView2, over a host object.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "windows" }`. The tag is a hint for rendering
 *    and proves nothing.
 *  - Without the app's channel, it defines no bridge.
 *  - The channel is the host object `chrome.webview.hostObjects.todayWebViewBridge` with one method, `Handle(json)`. It
 *    takes the text of a message and returns the text of the result, or null for `undefined`. If it fails,
 *    `refreshToken` rejects with the text of the failure, and every other message resolves with its
 *    capability's fallback: `{}`, `{ ok: false }` or `undefined`.
 *  - A sub-frame gets `undefined` at once, and calls `Handle` only for `track`.
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
  // include Sources/TodayWebViewBridge/Page/windows-shim.js
  const capabilities = /** @type {TodayCapabilities} */ ({}); // insert today capabilities
  todayPlatform(/** @type {any} */ ({ isMainFrame: window === window.top }), "windows");
  todayWindowsShim(["todayWebViewBridge"], capabilities, "todayWebViewBridge", "hostObject");
})();
