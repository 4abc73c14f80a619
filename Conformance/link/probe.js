"use strict";

/**
 * Runs inside a sub-frame: sends each request to the wallet, and posts the results to the suite's page. It uses nothing
 * from other files, because it is also written into frames that cannot load files.
 *
 * @param {string} platform
 * @param {number} limit the timeout, in milliseconds
 * @param {{ [command: string]: any }} data the requests' data, by command
 */
function probeLinkFrame(platform, limit, data) {
  const scope = /** @type {any} */ (window);
  const api = (scope._bitcoinWalletApi ??= {});
  const handler = platform === "android" ? api.messageHandler : scope.webkit?.messageHandlers?.sendMessageHandler;

  /** @type {{ [id: string]: (reply: any) => void }} */
  const waiting = Object.create(null);
  /** @type {any[]} */
  const strays = [];
  api.receiveMessage = (/** @type {any} */ message) => {
    const reply = typeof message === "string" ? JSON.parse(message) : message;
    (waiting[reply?.messageId] ?? ((stray) => strays.push(stray)))(reply);
  };

  /** @param {string} command @returns {Promise<{ kind: string, count: number, reply?: any }>} */
  function ask(command) {
    const messageId = `frame-${command}`;
    const answer = { kind: "no answer", count: 0, reply: undefined };
    return new Promise((resolve) => {
      setTimeout(() => resolve(answer), limit);
      waiting[messageId] = (reply) => {
        answer.count += 1;
        Object.assign(answer, { kind: "answered", reply });
        resolve(answer);
      };
      try {
        const request = { messageId, command, data: data[command] };
        if (platform === "android") api.messageHandler(JSON.stringify(request));
        else handler.postMessage(request);
      } catch (error) {
        resolve({ ...answer, kind: `it threw ${error}` });
      }
    });
  }

  async function probe() {
    /** @type {{ [command: string]: { kind: string, count: number, reply?: any } }} */
    const answers = {};
    if (handler) {
      await Promise.all(Object.keys(data).map(async (command) => (answers[command] = await ask(command))));
      // Wait for one more exchange, so that a second answer to a request can arrive.
      await ask("conformancePing");
    }
    const finding = { hasChannel: !!handler, origin: self.origin, answers, strays: strays.length };
    parent.postMessage({ conformance: finding }, "*");
  }
  probe();
}
