/**
 * Defines the platform tag in the main frame. Pages read the tag first, and guess the platform only if the tag is
 * missing.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} platform
 */
function todayPlatform(runtime, platform) {
  if (!runtime.isMainFrame) return;
  Reflect.defineProperty(window, "__todayWebView", {
    value: Object.freeze({ platform }), enumerable: true, configurable: true,
  });
}
