"use strict";

/** Bitcoin.com Link as a page meets it: the way to the wallet, and the page's half, which takes the replies. */
const wallet = (() => {
  const scope = /** @type {any} */ (window);

  /** Taken when the page's first scripts run: what the host defines has to be there by then. */
  const found = (() => {
    const api = scope._bitcoinWalletApi;
    const isObject = typeof api === "object" && api !== null;
    return {
      api,
      members: isObject ? Reflect.ownKeys(api).map(String) : [],
      prototype: isObject ? Object.getPrototypeOf(api) : undefined,
      isExtensible: Object.isExtensible(api),
      property: Object.getOwnPropertyDescriptor(window, "_bitcoinWalletApi"),
      android: api?.messageHandler,
      ios: scope.webkit?.messageHandlers?.sendMessageHandler,
    };
  })();

  /** The surface that is checked: what the options say, or else the one that clients would take. */
  const platform = conformance.option("platform") ?? (found.android ? "android" : "ios");

  /** What the wallet was told to answer: `approve`, `decline` or `fail`; nothing where a person decides. */
  const answer = conformance.option("answer");

  /**
   * Who waits for a reply, by its messageId. They stay, to count what comes after the first one.
   * @type {Map<any, (reply: any) => void>}
   */
  const listeners = new Map();
  /**
   * Replies that belong to no request of this page.
   * @type {any[]}
   */
  const strays = [];
  /**
   * How replies arrived.
   * @type {{ message: any, count: number, isMethod: boolean, isInside: boolean }[]}
   */
  const deliveries = [];
  const run = Date.now().toString(36);
  let number = 0;
  let isPosting = false;

  /** What the page does once a reply was noted; for rules about pages that do strange things. */
  const after = { reply() {} };

  /**
   * The page's function.
   * @this {any}
   * @param {any} message
   */
  function receive(message) {
    deliveries.push({
      message, count: arguments.length, isMethod: this === scope._bitcoinWalletApi, isInside: isPosting,
    });
    const reply = typeof message === "string" ? JSON.parse(message) : message;
    const listener = listeners.get(reply?.messageId);
    if (listener) {
      listener(reply);
    } else {
      strays.push(reply);
    }
    after.reply();
  }

  // As clients do: what is there is kept, and gets the page's function.
  let isListening = false;
  try {
    const api = (scope._bitcoinWalletApi ??= {});
    api.receiveMessage = receive;
    isListening = api.receiveMessage === receive;
  } catch {
    // A rule says so: nothing of the wallet can be checked then.
  }

  /**
   * A messageId that was not used before: the command and a number, as clients make them.
   * @param {any} command
   */
  function newID(command) {
    number += 1;
    return `${String(command)}-${run}-${number}`;
  }

  /**
   * Sends a body over the surface: as it is, or as the text that Android takes.
   * @param {any} body
   */
  function post(body) {
    isPosting = true;
    try {
      if (platform === "android") {
        return scope._bitcoinWalletApi.messageHandler(typeof body === "string" ? body : JSON.stringify(body));
      }
      return found.ios.postMessage(body);
    } finally {
      isPosting = false;
    }
  }

  /**
   * Sends a request and waits for its reply, which is the outcome's value; every reply to it is a settlement.
   * @param {any} request
   * @param {(request: any) => any} [send] how, if not as usual
   * @returns {Promise<ConformanceOutcome>}
   */
  function exchange(request, send = post) {
    return conformance.outcome(() => ({
      /** @param {(reply: any) => void} resolve */
      then(resolve) {
        listeners.set(request.messageId, resolve);
        send(request);
      },
    }));
  }

  /**
   * Asks the wallet for something, under a messageId of its own.
   * @param {any} command
   * @param {any} [data]
   * @param {object} [fields] more of the envelope, or other fields in the place of the usual ones
   */
  function ask(command, data, fields) {
    return exchange({ messageId: newID(command), command, data, ...fields });
  }

  /** Exchanges that bother nobody. What was to come before them has come then, as far as a page can know. */
  async function ping() {
    for (let round = 0; round < 2; round += 1) {
      const outcome = await ask("conformancePing");
      if (outcome.kind !== "resolved") throw new Error(`the request after it: ${linkReply.words(outcome)}`);
    }
  }

  return { found, platform, answer, strays, deliveries, after, isListening, receive, newID, post, exchange, ask, ping };
})();
