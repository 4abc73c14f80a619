"use strict";
/** What the page got, for the tests. */
window.answers = [];

/** Sends a message of Today, and notes the answer. */
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

/** Sends a request of GBG. A person answers a capture, so that it waits. */
window.capture = (correlationId, action = "camera.document.capture", data = {}) => {
  window.webkit.messageHandlers.gbgBridge.postMessage({
    version: "1.0", type: "request", correlationId, timestamp: Date.now(),
    payload: { action, data },
  });
};
