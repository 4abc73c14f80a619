"use strict";

/**
 * Runs inside a sub-frame: asks the app in every way, and posts what came to the suite's page. It stands alone, because
 * it is also written into frames that can load nothing.
 *
 * @param {string} name makes the frame's correlation ids its own
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

  // The page exchanges messages with the app by then, so that what is to come has come.
  addEventListener("message", (event) => {
    if (event.source !== parent || event.data !== "conformance: report") return;
    const finding = { hasChannel: !!(handler ?? native), origin: self.origin, sent: messages.length, refused, heard };
    parent.postMessage({ conformance: finding }, "*");
  });
  parent.postMessage({ conformanceAsked: name }, "*");
}
