/*
 * The Today WebView Bridge: the page half for WebView2, over messages.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "windows" }`: a hint for rendering, never a
 *    reason to trust.
 *  - Without the channel below it, it defines no bridge.
 *  - Below it is `chrome.webview`, which carries text. To the app:
 *    `{"document":"…","todayWebViewBridge":{ id, ...message }}`. Back, with PostWebMessageAsString or PostWebMessageAsJson:
 *    `{"document":"…","todayWebViewBridge":{ id, result }}` or the same with `{ id, error }`, with the `document` of the
 *    request. An answer with another `document`, or none, settles nothing. Other messages of the app are left alone.
 *  - A sub-frame gets `undefined` at once and sends nothing but what is for every frame.
 *
 * What the app must do (the rules of the contract)
 *  - Dispatch on `type` alone; ignore fields that you do not know, `id` among them.
 * insert today rules
 *  - Any other `type`, none, or a body that is no object: `undefined`, never a rejection.
 *  - Never log a token or a header value.
 *  - WebView2 posts an answer to the document that is shown by then. Before each answer, compare the origin of
 *    CoreWebView2.Source with the trusted one again, and drop the answer if NavigationStarting or ContentLoading came
 *    since the request: otherwise a token reaches the next page, which can listen without this script.
 */
(() => {
  "use strict";
  // include Sources/TodayWebViewBridge/Page/platform.js
  // include Sources/TodayWebViewBridge/Page/quiet.js
  // include Sources/TodayWebViewBridge/Page/shim.js
  // include Sources/TodayWebViewBridge/Page/windows-shim.js
  const capabilities = /** @type {TodayCapabilities} */ ({}); // insert today capabilities
  todayPlatform(/** @type {any} */ ({ isMainFrame: window === window.top }), "windows");
  todayWindowsShim(["todayWebViewBridge"], capabilities, "todayWebViewBridge", "messages");
})();
