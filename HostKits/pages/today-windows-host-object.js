/*
 * The Today WebView Bridge: the page half for WebView2, over a host object.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "windows" }`: a hint for how to look, never a
 *    reason to trust.
 *  - Without the channel below it, it defines no bridge.
 *  - Below it is the host object `chrome.webview.hostObjects.todayWebViewBridge` with one method, `Handle(json)`: it takes
 *    the text of a message and gives the text of the result, or null for `undefined`. If it fails, `refreshToken`
 *    rejects with the text of the failure, and everything else has its quiet answer.
 *  - A sub-frame gets `undefined` at once and calls `Handle` for nothing but `track`.
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
 */
(() => {
  "use strict";
  // include Sources/TodayWebViewBridge/Page/platform.js
  // include Sources/TodayWebViewBridge/Page/quiet.js
  // include Sources/TodayWebViewBridge/Page/shim.js
  // include Sources/TodayWebViewBridge/Page/windows-shim.js
  todayPlatform(/** @type {any} */ ({ isMainFrame: window === window.top }), "windows");
  todayWindowsShim(["todayWebViewBridge"], "todayWebViewBridge", "hostObject");
})();
