"use strict";

/** Returns the channel to the app: a WebKit message handler on Apple's platforms, a global object on the others. */
function findBridge() {
  return window.webkit?.messageHandlers?.todayWebViewBridge ?? window.todayWebViewBridge;
}

/**
 * Sends one message and measures how long its answer takes.
 * @param {any} message
 * @returns {Promise<{ value?: any, error?: string, milliseconds: number }>}
 */
async function askApp(message) {
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  try {
    const value = await findBridge()?.postMessage(message);
    return { value, milliseconds: elapsed() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), milliseconds: elapsed() };
  }
}
