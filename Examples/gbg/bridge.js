"use strict";

/** The page's side of GBGBridge: requests as promises, and a listener for all messages in both directions. */
const gbgClient = (() => {
  const handler = window.webkit?.messageHandlers.gbgBridge;
  const android = window.GBGBridge;
  const isInApp = handler !== undefined || android?.postMessage !== undefined;

  /** The timeouts of the requests, in milliseconds. A capture has a long timeout, because it waits for the user. */
  const limits = { "capability.query": 5_000, "camera.document.capture": 120_000, "camera.selfie.capture": 120_000 };
  const usualLimit = 30_000;

  /** @type {Map<string, (payload: GBGResponsePayload) => void>} */
  const waiting = new Map();
  /** @type {(message: GBGMessage, isFromPage: boolean) => void} */
  let listener = () => {};

  /** @param {GBGPageMessage} message */
  function send(message) {
    listener(message, true);
    if (handler) handler.postMessage(message);
    else android?.postMessage?.(JSON.stringify(message));
  }

  /** @param {GBGHostMessage} message */
  function receive(message) {
    listener(message, false);
    if (message.type !== "response" || message.payload.status === "acknowledged") return;
    waiting.get(message.correlationId)?.(message.payload);
  }

  /**
   * Sends a request to the app. Resolves with the payload of the final response, or of a timeout error. Never rejects.
   * @template {GBGAction} Action
   * @param {Action} action
   * @param {GBGRequestData<Action>} [data]
   * @returns {Promise<GBGResponsePayload<Action>>}
   */
  function request(action, data) {
    const correlationId = `page-${crypto.randomUUID()}`;
    const limit = new Map(Object.entries(limits)).get(action) ?? usualLimit;
    return new Promise((resolve) => {
      /** @param {any} payload */
      const end = (payload) => {
        clearTimeout(timer);
        waiting.delete(correlationId);
        resolve(payload);
      };
      const error = { code: "TIMEOUT", message: `No answer within ${limit / 1000} seconds.`, recoverable: true };
      const timer = setTimeout(() => end({ action, status: "error", error }), limit);
      waiting.set(correlationId, end);
      send({ version: "1.0", type: "request", correlationId, timestamp: Date.now(), payload: { action, data } });
    });
  }

  /**
   * Sends an event to the app. An event has no answer.
   * @param {string} action
   * @param {GBGData} data
   */
  function tell(action, data) {
    const correlationId = `page-${crypto.randomUUID()}`;
    send({ version: "1.0", type: "event", correlationId, timestamp: Date.now(), payload: { action, data } });
  }

  /** @param {(message: GBGMessage, isFromPage: boolean) => void} hear */
  function listen(hear) {
    listener = hear;
  }

  window.GBGBridge ??= {};
  window.GBGBridge.receive = receive;

  return { isInApp, request, tell, listen };
})();
