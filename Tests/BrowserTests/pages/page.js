"use strict";
/** The answers that the page has received, which the tests read. */
window.answers = [];

/** Sends a message of the Today WebView Bridge, and records the answer. */
window.ask = async (type, about) => {
  const message = about === undefined ? { type } : { type, ...about };
  try {
    const value = await window.webkit.messageHandlers.todayWebViewBridge.postMessage(message);
    window.answers.push({ type, value: value === undefined ? "undefined" : value });
  } catch (error) {
    window.answers.push({ type, error: String(error) });
  }
  document.getElementById("answer").textContent = JSON.stringify(window.answers[window.answers.length - 1]);
  return window.answers[window.answers.length - 1];
};

/** Sends a request of the GBG bridge: by default for a capture, which waits until a person answers it. */
window.capture = (correlationId, action = "camera.document.capture", data = {}) => {
  window.webkit.messageHandlers.gbgBridge.postMessage({
    version: "1.0", type: "request", correlationId, timestamp: Date.now(),
    payload: { action, data },
  });
};
