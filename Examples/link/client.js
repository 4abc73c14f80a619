"use strict";

/**
 * The page's side of Bitcoin.com Link. Each call returns a promise, which resolves with the reply that has the same
 * messageId.
 */
const linkClient = (() => {
  /** @type {Map<string, (reply: LinkReply) => void>} */
  const open = new Map();
  let latest = 0;

  // Keep the members of this object, because the wallet may have created it already.
  const api = (window._bitcoinWalletApi ??= {});
  api.receiveMessage = (message) => {
    /** @type {LinkReply} */
    const reply = typeof message === "string" ? JSON.parse(message) : message;
    const settle = open.get(reply.messageId);
    open.delete(reply.messageId);
    settle?.(reply);
  };

  /**
   * Returns the function that sends a request to the wallet: as text on Android, through a message handler on iOS.
   * Returns undefined if there is no wallet.
   */
  function way() {
    const android = window._bitcoinWalletApi?.messageHandler;
    const ios = window.webkit?.messageHandlers?.sendMessageHandler;
    if (android) return (/** @type {LinkRequest} */ request) => api.messageHandler?.(JSON.stringify(request));
    if (ios) return (/** @type {LinkRequest} */ request) => ios.postMessage(request);
    return undefined;
  }

  /** Returns the title and the description of the page. */
  function websiteMetadata() {
    const description = document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
    return { title: document.title, description };
  }

  /**
   * Sends a command to the wallet. Resolves with the reply, even if the reply is an error. There is no timeout, because
   * the user may need time to decide.
   * @template {LinkCommand} Command
   * @param {Command} command
   * @param {LinkData<Command>} data
   * @returns {Promise<LinkReply<Command>>}
   */
  function call(command, data) {
    return new Promise((resolve) => {
      latest += 1;
      const messageId = `${command}${latest}`;
      open.set(messageId, /** @type {(reply: LinkReply) => void} */ (resolve));
      const request = { messageId, command, data, websiteMetadata: websiteMetadata() };
      const send = way();
      if (send) send(/** @type {LinkRequest} */ (request));
      else resolve({ messageId, command, error: { type: "NO_PROVIDER", description: "Open this page in a wallet." } });
    });
  }

  return { call, hasWallet: () => way() !== undefined };
})();
