/**
 * The platform tag: pages read it before they guess. Main frame only.
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
