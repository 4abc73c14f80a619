"use strict";

/**
 * Runs inside a sub-frame: sends each kind of message, and posts the results to the suite's page. It uses nothing from
 * other files, because it is also written into frames that cannot load files.
 *
 * @param {string} name the channel's name
 * @param {number} limit the timeout, in milliseconds
 * @param {{ [label: string]: any }} messages the messages, each with a label for its answer
 */
function probeTodayFrame(name, limit, messages) {
  const scope = /** @type {any} */ (window);
  const channel = scope.webkit?.messageHandlers?.[name] ?? scope[name];

  /** @param {any} message @returns {Promise<{ kind: string, text?: string }>} */
  function ask(message) {
    return new Promise((resolve) => {
      setTimeout(() => resolve({ kind: "no answer" }), limit);
      /** @param {string} kind @returns {(value: any) => void} */
      const end = (kind) => (value) =>
        resolve({ kind, text: value instanceof Error ? String(value) : JSON.stringify(value) });
      try {
        channel.postMessage(message).then(end("resolved"), end("rejected"));
      } catch (error) {
        end("threw")(error);
      }
    });
  }

  async function probe() {
    /** @type {{ [label: string]: { kind: string, text?: string } }} */
    const answers = {};
    if (channel) {
      await Promise.all(Object.keys(messages).map(async (label) => (answers[label] = await ask(messages[label]))));
    }
    const finding = { hasChannel: !!channel, hasTag: scope.__todayWebView !== undefined, origin: self.origin, answers };
    parent.postMessage({ conformance: finding }, "*");
  }
  probe();
}
