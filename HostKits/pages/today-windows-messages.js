/*
 * The Today WebView Bridge: the page script for WebView2, over messages.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "windows" }`. The tag is a hint for rendering
 *    and proves nothing.
 *  - Without the app's channel, it defines no bridge.
 *  - The channel is `chrome.webview`, which carries text. To the app:
 *    `{"document":"…","todayWebViewBridge":{ id, ...message }}`. To the page, with PostWebMessageAsString or
 *    PostWebMessageAsJson: `{"document":"…","todayWebViewBridge":{ id, result }}` or the same with `{ id, error }`,
 *    with the `document` of the request. An answer with another `document`, or without one, is ignored, and so are all
 *    other messages of the app.
 *  - A sub-frame gets `undefined` at once, and sends only messages that are for every frame.
 *
 * What the app must do (the rules of the contract)
 *  - Dispatch on `type` alone. Ignore unknown fields, and `id`.
 * insert today rules
 *  - Answer any other `type`, no `type`, and a body that is not an object with `undefined`; never reject.
 *  - Never log a token or a header value.
 *  - WebView2 posts an answer to the document that is shown at that time. Before each answer, compare the origin of
 *    CoreWebView2.Source with the trusted one again, and drop the answer if NavigationStarting or ContentLoading was
 *    raised since the request. Otherwise a token reaches the next page, which can listen without this script.
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
  todayWindowsShim(["todayWebViewBridge"], capabilities, "todayWebViewBridge", "messages");
})();
