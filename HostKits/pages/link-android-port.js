/*
 * Bitcoin.com Link: the page half for Android, over addWebMessageListener.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `_bitcoinWalletApi.messageHandler(text)`, on a plain object that the page may extend, and passes
 *    replies to `_bitcoinWalletApi.receiveMessage(reply)` as the page has it at that moment: never within the call that
 *    asked.
 *  - Without the channel below it, it defines nothing.
 *  - Below it is the object `bitcoinLinkNative` of `addWebMessageListener`, which carries JSON text:
 *    `{ id, document, message }` to the app, `{ id, reply }`, `{ id, error }` or `{ id }` back.
 *
 * What the app must do (LinkBridge.java does it)
 *  - Answer every request once, in the frame that asked; a second request with the messageId of an open one is dropped.
 *  - Check every field first; bad input is MALFORMED_INPUT, an unknown command PROTOCOL_ERROR, a refusal CANCELED.
 *  - Show the origin that the web view reports, and have the user agree to this very request, before sendAssets,
 *    payInvoice, createToken and requestWeb3Sign.
 *  - Serve the main frame and sub-frames of its origin; others get CONNECTION_DENIED.
 */
(() => {
  "use strict";
  // include Sources/BitcoinLink/Page/link.js
  // include HostKits/pages/document-name.js
  // include HostKits/pages/link-runtime.js
  // include HostKits/pages/android-port.js
  const connect = androidPort("bitcoinLinkNative");
  if (connect) linkSurface(linkRuntime(connect), "link", "android");
})();
