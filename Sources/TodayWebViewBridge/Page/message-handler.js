/**
 * Makes the channel on Apple's platforms: a message handler whose `postMessage` returns a promise.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {string[]} channelNames
 */
function todayMessageHandler(runtime, dialect, channelNames) {
  const NativePromise = Promise;
  const settleQuietly = todayQuietSettler();
  /** @param {any} message */
  const postMessage = (message) =>
    new NativePromise((resolve, reject) => {
      runtime.begin(dialect, message, resolve, (reason, isGone) => {
        if (isGone) {
          settleQuietly(message, reason.message, resolve, reject);
        } else {
          reject(reason);
        }
      });
    });
  for (const name of channelNames) runtime.messageHandler(name, postMessage);
}
