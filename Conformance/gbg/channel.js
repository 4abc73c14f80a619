"use strict";

/**
 * The responses to one correlation id, for as long as the page lives.
 * @typedef {{ acknowledged: any[], finals: any[], answered: Promise<void>, end: () => void }} GBGExchange
 */

/** GBGBridge in a page: the channel to the app, and the page's own `receive`. */
const gbg = (() => {
  const scope = /** @type {any} */ (window);
  const handler = scope.webkit?.messageHandlers?.gbgBridge;
  const native = typeof scope.GBGBridge?.postMessage === "function" ? scope.GBGBridge : undefined;

  /** The page's globals when its first scripts run, because the host must create its objects before that. */
  const atStart = {
    kind: scope.GBGBridge === null ? "null" : typeof scope.GBGBridge,
    isExtensible: Object.isExtensible(scope.GBGBridge),
    members: Object.getOwnPropertyNames(scope.GBGBridge ?? {}),
    hasReceive: scope.GBGBridge?.receive !== undefined,
  };

  /** Whether the host accepts this page's origin, by the option `?trusted=`. */
  const isAccepted = conformance.option("trusted") !== "no";

  /** @type {Map<string, GBGExchange>} */
  const exchanges = new Map();
  /**
   * Messages that answer no request of this page: events, and unexpected messages.
   * @type {any[]}
   */
  const unasked = [];
  /**
   * The calls of `receive`.
   * @type {{ message: any, count: number, isMethod: boolean }[]}
   */
  const calls = [];
  /**
   * The exchanges that must never be answered, by their labels.
   * @type {[string, GBGExchange][]}
   */
  const silent = [];
  const start = Date.now().toString(36);
  let number = 0;

  /** Returns a new correlation id. */
  function newID() {
    number += 1;
    return `conformance-${start}-${number}`;
  }

  /**
   * Receives a message of the app. The app calls this function as `GBGBridge.receive`.
   * @this {any}
   * @param {any} message
   */
  function receive(message) {
    calls.push({ message, count: arguments.length, isMethod: this === scope.GBGBridge });
    const exchange = message?.type === "event" ? undefined : exchanges.get(message?.correlationId);
    if (!exchange) unasked.push(message);
    else if (message.payload?.status === "acknowledged") exchange.acknowledged.push(message);
    else {
      exchange.finals.push(message);
      exchange.end();
    }
  }

  /** Assigns the page's `receive` to the bridge object, which the page creates if the host has not. */
  function listen(bridge = (scope.GBGBridge ??= {})) {
    bridge.receive = receive;
    scope.GBGBridge = bridge;
  }

  /**
   * Returns the exchange of a correlation id, always the same one for the same id.
   * @param {any} id
   */
  function exchangeFor(id) {
    const known = exchanges.get(id);
    if (known) return known;
    let end = () => {};
    /** @type {Promise<void>} */
    const answered = new Promise((resolve) => (end = resolve));
    /** @type {GBGExchange} */
    const exchange = { acknowledged: [], finals: [], answered, end };
    if (typeof id === "string") exchanges.set(id, exchange);
    return exchange;
  }

  /**
   * Returns a request with a new correlation id.
   * @param {string} action
   * @param {any} [data]
   * @param {object} [fields] additional or replaced fields of the envelope
   */
  function request(action, data, fields) {
    const payload = data === undefined ? { action } : { action, data };
    return { version: "1.0", type: "request", correlationId: newID(), timestamp: Date.now(), payload, ...fields };
  }

  /**
   * Sends a body: unchanged if the platform accepts objects, and as JSON text otherwise.
   * @param {any} body
   * @returns {any} what `postMessage` returns
   */
  function post(body) {
    if (handler) return handler.postMessage(body);
    return native.postMessage(typeof body === "string" ? body : JSON.stringify(body));
  }

  /**
   * Sends messages at once, and waits for the first final response to each, or until the timeout.
   * @param {any[]} messages
   * @param {boolean} [isText] whether to send them as JSON text
   * @returns {Promise<GBGExchange[]>}
   */
  async function askAll(messages, isText) {
    if (!isAccepted) conformance.skip("the suite was opened with ?trusted=no");
    const asked = messages.map(({ correlationId }) => exchangeFor(correlationId));
    messages.forEach((message) => post(isText ? JSON.stringify(message) : message));
    /** @type {number | undefined} */
    let timer;
    const tooLong = new Promise((resolve) => (timer = setTimeout(resolve, conformance.limit)));
    await Promise.race([Promise.all(asked.map(({ answered }) => answered)), tooLong]);
    clearTimeout(timer);
    return asked;
  }

  /**
   * Sends messages at once and returns their final responses. Throws if a message gets no final response.
   * @param {any[]} messages
   * @param {boolean} [isText] whether to send them as JSON text
   * @returns {Promise<any[]>}
   */
  async function answers(messages, isText) {
    const asked = await askAll(messages, isText);
    return asked.map(({ finals }, place) => {
      if (finals.length > 0) return finals[0];
      const action = describeAction(messages[place]?.payload?.action);
      throw new Error(`${action} got no final response within ${conformance.limit / 1000} s`);
    });
  }

  /**
   * Sends a message and returns its final response.
   * @param {any} message
   * @param {boolean} [isText]
   */
  async function answer(message, isText) {
    return (await answers([message], isText))[0];
  }

  /** @param {any} action */
  function describeAction(action) {
    return typeof action === "string" && action.length < 40 ? JSON.stringify(action) : "the request";
  }

  /** Waits for two exchanges, one after the other. By then, the app has sent its answers to all earlier messages. */
  async function settle() {
    await answer(request("capability.query"));
    await answer(request("capability.query"));
  }

  /**
   * Fails if one of these bodies is answered. Keeps watching for answers for as long as the page lives.
   * @param {{ [label: string]: any }} bodies
   */
  async function expectSilence(bodies) {
    if (!isAccepted) conformance.skip("the suite was opened with ?trusted=no");
    const before = unasked.length;
    const watched = Object.entries(bodies).map(([label, body]) => {
      const exchange = exchangeFor(body?.correlationId);
      post(body);
      return /** @type {[string, GBGExchange]} */ ([label, exchange]);
    });
    silent.push(...watched);
    await settle();
    failOn([...answeredOf(watched), ...unaskedResponses(before)]);
    return `${watched.length} messages, none answered, and the bridge still works`;
  }

  /** @param {[string, GBGExchange][]} watched */
  function answeredOf(watched) {
    return watched.flatMap(([label, { finals, acknowledged }]) => {
      const [first] = [...finals, ...acknowledged];
      return first === undefined ? [] : [`${label}: answered with ${describeShape(first?.payload)}`];
    });
  }

  /**
   * Returns faults for the messages, except events, that answer no request of this page.
   * @param {number} since
   */
  function unaskedResponses(since) {
    const found = unasked.slice(since).filter((message) => message?.type !== "event");
    return found.map((message) => `${describeShape(message)} arrived, but answers no request of this page`);
  }

  /** Returns the faults of all messages so far. */
  function faultsSoFar() {
    const repeated = [...exchanges.values()].filter(({ finals }) => finals.length > 1);
    return [
      ...repeated.map(({ finals }) => `one request got ${finals.length} final responses`),
      ...answeredOf(silent),
      ...unaskedResponses(0),
    ];
  }

  listen();

  return {
    handler, native, atStart, isAccepted, exchanges, unasked, calls, newID, receive, listen, exchangeFor, request, post,
    askAll, answers, answer, settle, expectSilence, faultsSoFar,
  };
})();
