"use strict";

/** The Today WebView Bridge in a page: the channel, and the suite's checks of its answers. */
const today = (() => {
  const name = conformance.option("channel") ?? "todayWebViewBridge";
  const scope = /** @type {any} */ (window);
  const webkit = scope.webkit?.messageHandlers?.[name];

  /** The platform tag, read when the page's first scripts run, because it must exist by then. */
  const tag = window.__todayWebView;
  const found = { webkit, global: scope[name], channel: webkit ?? scope[name] };

  /** Whether the host trusts this page's origin, by the option `?trusted=`. */
  const isTrusted = conformance.option("trusted") !== "no";

  /**
   * The secrets that must never appear in a sub-frame or in the wrong reply.
   * @type {Set<string>}
   */
  const secrets = new Set();

  /** @typedef {"every frame" | "trusted main frame"} Audience */
  /** @type {{ [label: string]: { audience: Audience, message: any } }} */
  const declared = {};

  /**
   * Declares messages, each with a label, and the frames that may send them.
   * @param {Audience} audience
   * @param {{ [label: string]: any }} messages
   */
  function declare(audience, messages) {
    for (const [label, message] of Object.entries(messages)) declared[label] = { audience, message };
  }

  /**
   * Returns the declared messages by their labels: all of them, or those of an audience.
   * @param {Audience} [audience]
   */
  function messages(audience) {
    const entries = Object.entries(declared).filter(([, entry]) => !audience || entry.audience === audience);
    return Object.fromEntries(entries.map(([label, { message }]) => [label, message]));
  }

  /** @param {any} [message] */
  function ask(message) {
    return conformance.outcome(() => found.channel.postMessage(message));
  }

  /**
   * Sends several messages at once and returns their outcomes.
   * @param {any[]} messages
   */
  function askAll(messages) {
    return Promise.all(messages.map((message) => ask(message)));
  }

  /**
   * Sends a message and returns the answer, which only a trusted main frame gets.
   * @param {any} message
   */
  async function trustedAnswer(message) {
    if (!isTrusted) conformance.skip("the suite was opened with ?trusted=no");
    const outcome = await ask(message);
    if (outcome.kind !== "resolved") throw new Error(describeOutcome(outcome));
    return outcome.value;
  }

  /**
   * Fails unless each of these messages is answered with `undefined`.
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
   * Returns the faults in the answer to `headers`.
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
   * Returns the faults in the answer to `refreshToken`.
   * @param {any} value
   * @returns {string[]}
   */
  function tokenFaults(value) {
    if (!isPlainObject(value)) return [`refreshToken gave ${describeShape(value)}, not an object`];
    const isText = typeof value.authorization === "string" && value.authorization !== "";
    return isText ? [] : [`refreshToken gave ${describeShape(value)}: authorization is not a string`];
  }

  /**
   * Returns the faults in the answer to `establishSession`.
   * @param {any} value
   * @returns {string[]}
   */
  function sessionFaults(value) {
    const isAnswer = isPlainObject(value) && typeof value.ok === "boolean";
    return isAnswer ? [] : [`establishSession gave ${describeShape(value)}, not { ok: boolean }`];
  }

  /**
   * Records a token, so that the suite recognizes it where it must not appear.
   * @param {string} authorization
   */
  function remember(authorization) {
    if (authorization) secrets.add(authorization);
    const raw = rawToken(authorization);
    if (raw) secrets.add(raw);
  }

  /**
   * Returns the token inside a header value such as `Bearer <token>`.
   * @param {string} authorization
   */
  function rawToken(authorization) {
    return /^\S+\s+(\S.*)$/.exec(authorization)?.[1];
  }

  /**
   * Returns whether a text contains a recorded token.
   * @param {string} text
   */
  function hasSecret(text) {
    return [...secrets].some((secret) => text.includes(secret));
  }

  return {
    name, tag, found, isTrusted, declare, messages, ask, askAll, trustedAnswer, expectQuiet,
    headersFaults, tokenFaults, sessionFaults, remember, rawToken, hasSecret,
  };
})();
