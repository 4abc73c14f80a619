"use strict";

/**
 * Runs inside a sub-frame: sends requests to the app on every channel, and posts the results to the suite's page. It
 * uses nothing from other files, because it is also written into frames that cannot load files.
 *
 * @param {string} name the beginning of the frame's correlation ids, to make them unique
 */
function probeGBGFrame(name) {
  const scope = /** @type {any} */ (window);
  const handler = scope.webkit?.messageHandlers?.gbgBridge;
  const native = typeof scope.GBGBridge?.postMessage === "function" ? scope.GBGBridge : undefined;

  /** @type {any[]} */
  const heard = [];
  scope.GBGBridge ??= {};
  scope.GBGBridge.receive = (/** @type {any} */ message) => {
    const { action, status, error } = message?.payload ?? {};
    heard.push([action || "a response", status, error?.code].filter(Boolean).join(" "));
  };

  const actions = ["capability.query", "camera.document.capture", "camera.selfie.capture", "nfc.read"];
  const messages = [
    ...actions.map((action) => ({ version: "1.0", payload: { action } })),
    { version: "2.0", payload: { action: "capability.query" } },
    { version: "1.0", payload: {} },
  ];

  /** @type {string[]} */
  const refused = [];
  messages.forEach((message, place) => {
    const whole = { type: "request", correlationId: `${name}-${place}`, ...message };
    try {
      if (handler) handler.postMessage(whole);
      native?.postMessage(JSON.stringify(whole));
    } catch (error) {
      refused.push(String(error));
    }
  });

  // The suite's page asks for the finding after it has exchanged messages with the app, so all answers to this frame
  // have arrived.
  addEventListener("message", (event) => {
    if (event.source !== parent || event.data !== "conformance: report") return;
    const finding = { hasChannel: !!(handler ?? native), origin: self.origin, sent: messages.length, refused, heard };
    parent.postMessage({ conformance: finding }, "*");
  });
  parent.postMessage({ conformanceAsked: name }, "*");
}
