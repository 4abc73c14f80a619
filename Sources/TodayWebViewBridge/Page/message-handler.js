/**
 * Makes the channel on Apple's platforms: a message handler whose `postMessage` returns a promise.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {string[]} channelNames
 * @param {TodayCapabilities} capabilities
 */
function todayMessageHandler(runtime, dialect, channelNames, capabilities) {
  const NativePromise = Promise;
  const fallbacks = todayFallbacks(capabilities);
  /** @param {any} message */
  const postMessage = (message) =>
    new NativePromise((resolve, reject) => {
      runtime.begin(dialect, message, resolve, (reason, isGone) => {
        if (isGone) {
          fallbacks.settle(message, reason.message, resolve, reject);
        } else {
          reject(reason);
        }
      });
    });
  for (const name of channelNames) runtime.messageHandler(name, postMessage);
}
