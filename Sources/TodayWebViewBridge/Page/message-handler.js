/**
 * The channel on Apple's platforms.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {string[]} channelNames
 */
function todayMessageHandler(runtime, dialect, channelNames) {
  for (const name of channelNames) {
    runtime.messageHandler(name, (message) => runtime.request(dialect, message));
  }
}
