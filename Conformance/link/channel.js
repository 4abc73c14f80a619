"use strict";

/** Bitcoin.com Link in a page: the channel to the wallet, and the page's own function, which receives the replies. */
const wallet = (() => {
  const scope = /** @type {any} */ (window);

  /**
   * The host's objects as the page's first script finds them. They are read here, because the host must define them
   * before any script of the page runs.
   */
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

  /** The platform whose channel is checked: the option `?platform=`, or else the platform that clients would choose. */
  const platform = conformance.option("platform") ?? (found.android ? "android" : "ios");

  /** The wallet's simulated answer: `approve`, `decline` or `fail`; undefined if the user decides. */
  const answer = conformance.option("answer");

  /**
   * The listeners for replies, by messageId. They are not removed after the first reply, so that further replies are
   * counted.
   * @type {Map<any, (reply: any) => void>}
   */
  const listeners = new Map();
  /**
   * Replies that answer no request of this page.
   * @type {any[]}
   */
  const strays = [];
  /**
   * The calls of the page's function.
   * @type {{ message: any, count: number, isMethod: boolean, isInside: boolean }[]}
   */
  const deliveries = [];
  const run = Date.now().toString(36);
  let number = 0;
  let isPosting = false;

  /** A function that runs after each reply was recorded. Rules about unusual pages replace it. */
  const after = { reply() {} };

  /**
   * Receives a reply of the wallet. The wallet calls this function as `_bitcoinWalletApi.receiveMessage`.
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

  // Keep an existing object and add the page's function to it, as clients do.
  let isListening = false;
  try {
    const api = (scope._bitcoinWalletApi ??= {});
    api.receiveMessage = receive;
    isListening = api.receiveMessage === receive;
  } catch {
    // Ignore the error here, because rule link-1.2 reports it.
  }

  /**
   * Returns a new messageId: the command and a number, as clients make them.
   * @param {any} command
   */
  function newID(command) {
    number += 1;
    return `${String(command)}-${run}-${number}`;
  }

  /**
   * Sends a body to the wallet: unchanged on iOS, as JSON text on Android.
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
   * Sends a request and waits for its reply, which is the outcome's value. Each reply to the request counts as a
   * settlement.
   * @param {any} request
   * @param {(request: any) => any} [send] the function that sends the request
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
   * Sends a request with a new messageId and waits for its reply.
   * @param {any} command
   * @param {any} [data]
   * @param {object} [fields] additional or replaced fields of the envelope
   */
  function ask(command, data, fields) {
    return exchange({ messageId: newID(command), command, data, ...fields });
  }

  /** Waits for two exchanges that do not ask the user. By then, all replies that the host sent earlier have arrived. */
  async function ping() {
    for (let round = 0; round < 2; round += 1) {
      const outcome = await ask("conformancePing");
      if (outcome.kind !== "resolved") throw new Error(`a later request: ${linkReply.words(outcome)}`);
    }
  }

  return { found, platform, answer, strays, deliveries, after, isListening, receive, newID, post, exchange, ask, ping };
})();
