/*
 * Bitcoin.com Link: the page script for Android, over addWebMessageListener.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `_bitcoinWalletApi.messageHandler(text)`, on a plain object that the page may extend. It passes
 *    each reply to the function `_bitcoinWalletApi.receiveMessage(reply)` that exists at that time, and always after
 *    the call that sent the request has returned.
 *  - Without the app's channel, it defines nothing.
 *  - The channel is the object `bitcoinLinkNative` of `addWebMessageListener`. It carries JSON text:
 *    `{ id, document, message }` to the app; `{ id, reply }`, `{ id, error }` or `{ id }` to the page.
 *
 * What the app must do (LinkBridge.java does it)
 *  - Answer every request once, in the frame that sent it. Drop a second request with the messageId of an open one.
 *  - Check every field first. Invalid input is MALFORMED_INPUT, an unknown command PROTOCOL_ERROR, a refusal CANCELED.
 *  - Before sendAssets, payInvoice, createToken and requestWeb3Sign, show the origin that the web view reports, and ask
 *    the user to approve exactly this request.
 *  - Serve the main frame and the sub-frames of the same origin; every other frame gets CONNECTION_DENIED.
 */
(() => {
  "use strict";
  // include Sources/Causeway/Page/json-writer.js
  // include Sources/BitcoinLink/Page/link.js
  // include HostKits/pages/document-name.js
  // include HostKits/pages/link-runtime.js
  // include HostKits/pages/android-port.js
  const connect = androidPort("bitcoinLinkNative");
  if (connect) linkSurface(linkRuntime(connect), "link", "android");
})();
