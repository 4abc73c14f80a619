"use strict";

/** The page's half of Bitcoin.com Link: each call is a promise, settled by the reply with its messageId. */
const linkClient = (() => {
  /** @type {Map<string, (reply: LinkReply) => void>} */
  const open = new Map();
  let latest = 0;

  // The wallet may have put its own half there: it is kept.
  const api = (window._bitcoinWalletApi ??= {});
  api.receiveMessage = (message) => {
    /** @type {LinkReply} */
    const reply = typeof message === "string" ? JSON.parse(message) : message;
    const settle = open.get(reply.messageId);
    open.delete(reply.messageId);
    settle?.(reply);
  };

  /** The way to the wallet: on Android a function for text, on iOS a message handler; elsewhere none. */
  function way() {
    const android = window._bitcoinWalletApi?.messageHandler;
    const ios = window.webkit?.messageHandlers?.sendMessageHandler;
    if (android) return (/** @type {LinkRequest} */ request) => api.messageHandler?.(JSON.stringify(request));
    if (ios) return (/** @type {LinkRequest} */ request) => ios.postMessage(request);
    return undefined;
  }

  /** What the page says of itself. */
  function websiteMetadata() {
    const description = document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
    return { title: document.title, description };
  }

  /**
   * Asks the wallet. It waits for as long as the user thinks, and gives the reply, refusals too.
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
      else resolve({ messageId, command, error: { type: "NO_PROVIDER", description: "There is no wallet." } });
    });
  }

  return { call, hasWallet: () => way() !== undefined };
})();
