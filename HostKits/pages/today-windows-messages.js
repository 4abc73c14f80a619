/*
 * The Today WebView Bridge: the page half for WebView2, over messages.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "windows" }`: a hint for how to look, never a
 *    reason to trust.
 *  - Without the channel below it, it defines no bridge.
 *  - Below it is `chrome.webview`, which carries text. To the app:
 *    `{"document":"…","todayWebViewBridge":{ id, ...message }}`. Back, with PostWebMessageAsString or PostWebMessageAsJson:
 *    `{"document":"…","todayWebViewBridge":{ id, result }}` or the same with `{ id, error }`, with the `document` of the
 *    request. An answer with another `document`, or none, settles nothing. Other messages of the app are left alone.
 *  - A sub-frame gets `undefined` at once and sends nothing but `track`.
 *
 * What the app must do (the rules of the contract)
 *  - Dispatch on `type` alone; ignore fields that you do not know, `id` among them.
 *  - `track`: `ename` is a text that is not empty, else ignore the event. Of `parameters` keep texts, numbers and
 *    booleans. Add eid, sid, ts, tz, uid, did, client_plat and ctx; they win over parameters of the same name. Answer
 *    nothing (`undefined`) at once. Every frame may call it.
 *  - `headers`: an object of texts, `{}` if there is nothing. It never rejects.
 *  - `refreshToken`: `{ authorization }`, a ready-made header value. Calls made while a refresh runs share it. It alone
 *    rejects, and only if signing in again is the one way on: with one readable sentence, without secrets.
 *  - `establishSession`: set the cookie embed_bearer (raw token, trusted host, Path=/api/, Secure, HttpOnly) and answer
 *    `{ ok: true }` once it is stored; every failure is `{ ok: false }`. With `refresh: true` use the shared refresh.
 *  - `headers`, `refreshToken` and `establishSession` are for the main frame of an origin that you trust, compared by
 *    scheme, host and port. Every other frame gets `undefined`: no token and no cookie for a sub-frame. Judge by what the
 *    web view says of the sender, never by what a message says.
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
  todayPlatform(/** @type {any} */ ({ isMainFrame: window === window.top }), "windows");
  todayWindowsShim(["todayWebViewBridge"], "todayWebViewBridge", "messages");
})();
