"use strict";

/** The Today WebView Bridge as a page meets it: the channel, and what the suite expects of its answers. */
const today = (() => {
  const name = conformance.option("channel") ?? "todayWebViewBridge";
  const scope = /** @type {any} */ (window);
  const webkit = scope.webkit?.messageHandlers?.[name];

  /** Taken when the page's first scripts run: the tag has to be there by then. */
  const tag = window.__todayWebView;
  const found = { webkit, global: scope[name], channel: webkit ?? scope[name] };

  /** Whether the host was told to trust this page's origin. */
  const isTrusted = conformance.option("trusted") !== "no";

  /**
   * Everything that must never be seen in a sub-frame or in the wrong reply.
   * @type {Set<string>}
   */
  const secrets = new Set();

  /** @param {any} [message] */
  function ask(message) {
    return conformance.outcome(() => found.channel.postMessage(message));
  }

  /**
   * Asks for several things at once.
   * @param {any[]} messages
   */
  function askAll(messages) {
    return Promise.all(messages.map((message) => ask(message)));
  }

  /**
   * Asks for what only a trusted main frame gets.
   * @param {any} message
   */
  async function trustedAnswer(message) {
    if (!isTrusted) conformance.skip("the host was told not to trust this page");
    const outcome = await ask(message);
    if (outcome.kind !== "resolved") throw new Error(describeOutcome(outcome));
    return outcome.value;
  }

  /**
   * Fails unless every one of these messages is answered with `undefined`.
   * @param {{ [label: string]: any }} messages
   */
  async function expectQuiet(messages) {
    const labels = Object.keys(messages);
    const outcomes = await askAll(Object.values(messages));
    failOn(
      outcomes.flatMap((outcome, place) => {
        const isQuiet = outcome.kind === "resolved" && outcome.value === undefined;
        return isQuiet ? [] : [`${labels[place]}: ${describeOutcome(outcome)}`];
      }),
    );
    return `${labels.length} messages, each answered undefined`;
  }

  /**
   * What is wrong with the answer to `headers`.
   * @param {any} value
   * @returns {string[]}
   */
  function headersFaults(value) {
    if (!isPlainObject(value)) return [`headers gave ${describeShape(value)}, not an object`];
    return Object.entries(value).flatMap(([field, text]) => {
      return typeof text === "string" ? [] : [`the header ${field} is ${describeShape(text)}, not a string`];
    });
  }

  /**
   * What is wrong with the answer to `refreshToken`.
   * @param {any} value
   * @returns {string[]}
   */
  function tokenFaults(value) {
    if (!isPlainObject(value)) return [`refreshToken gave ${describeShape(value)}, not an object`];
    const isText = typeof value.authorization === "string" && value.authorization !== "";
    return isText ? [] : [`refreshToken gave ${describeShape(value)}: authorization is no text`];
  }

  /**
   * What is wrong with the answer to `establishSession`.
   * @param {any} value
   * @returns {string[]}
   */
  function sessionFaults(value) {
    const isAnswer = isPlainObject(value) && typeof value.ok === "boolean";
    return isAnswer ? [] : [`establishSession gave ${describeShape(value)}, not { ok: boolean }`];
  }

  /**
   * Remembers a token so that it is known where it must not be.
   * @param {string} authorization
   */
  function remember(authorization) {
    if (authorization) secrets.add(authorization);
    const raw = rawToken(authorization);
    if (raw) secrets.add(raw);
  }

  /**
   * The token inside a header value such as `Bearer <token>`.
   * @param {string} authorization
   */
  function rawToken(authorization) {
    return /^\S+\s+(\S.*)$/.exec(authorization)?.[1];
  }

  /**
   * Whether a text has a known token in it.
   * @param {string} text
   */
  function hasSecret(text) {
    return [...secrets].some((secret) => text.includes(secret));
  }

  return {
    name, tag, found, isTrusted, ask, askAll, trustedAnswer, expectQuiet,
    headersFaults, tokenFaults, sessionFaults, remember, rawToken, hasSecret,
  };
})();
