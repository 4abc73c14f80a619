"use strict";

/** Bodies that are not messages. */
const gbgBroken = (() => {
  /** @param {object} fields */
  const query = (fields) => gbg.request("capability.query", undefined, fields);

  /**
   * Returns requests with a readable type and correlation id, and another field that is malformed.
   * @returns {{ [label: string]: any }}
   */
  function requests() {
    return {
      "no payload": query({ payload: undefined }),
      "payload null": query({ payload: null }),
      "payload text": query({ payload: "capability.query" }),
      "payload a list": query({ payload: ["capability.query"] }),
      "no action": query({ payload: {} }),
      "action null": query({ payload: { action: null } }),
      "action a number": query({ payload: { action: 7 } }),
      "action an object": query({ payload: { action: { action: "capability.query" } } }),
      "action in the envelope only": query({ payload: undefined, action: "capability.query" }),
      "data text": query({ payload: { action: "capability.query", data: "text" } }),
      "data a list": query({ payload: { action: "capability.query", data: [1] } }),
    };
  }

  /**
   * Returns bodies that a host cannot answer, because they are not requests with a correlation id.
   * @returns {{ [label: string]: any }}
   */
  function bodies() {
    const whole = JSON.stringify(query({}));
    return {
      "an empty object": {},
      "no correlation id": query({ correlationId: undefined }),
      "correlation id null": query({ correlationId: null }),
      "correlation id a number": query({ correlationId: 7 }),
      "correlation id an object": query({ correlationId: {} }),
      "no type": query({ type: undefined }),
      "type null": query({ type: null }),
      "type in another letter case": query({ type: "Request" }),
      "an unknown type": query({ type: "__proto__" }),
      "type a number": query({ type: 1 }),
      "an event without a payload": query({ type: "event", payload: undefined }),
      "a response without a payload": query({ type: "response", payload: undefined }),
      "a list": [query({})],
      "a number": 7,
      "true": true,
      "null": null,
      "undefined": undefined,
      "empty text": "",
      "text": "capability.query",
      "a message in a text in a text": JSON.stringify(whole),
      "a list in a text": `[${whole}]`,
      "null in a text": "null",
    };
  }

  /**
   * Returns texts that are not JSON but begin like a request, each with its correlation id: a host may have read enough
   * of them to answer.
   * @returns {{ [label: string]: [string, string] }}
   */
  function beginnings() {
    const shapes = /** @type {{ [label: string]: (text: string) => string }} */ ({
      "JSON text cut short": (text) => text.slice(0, -1),
      "JSON text and more": (text) => `${text}x`,
      "two messages in one text": (text) => text + text,
    });
    return Object.fromEntries(Object.entries(shapes).map(([label, shape]) => {
      const message = query({});
      return [label, [message.correlationId, shape(JSON.stringify(message))]];
    }));
  }

  return { requests, bodies, beginnings };
})();
