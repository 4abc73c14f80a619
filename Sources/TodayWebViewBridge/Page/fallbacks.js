/**
 * A capability, as `TodayCapability.forPages` writes it in Swift: whether every frame is served, whether the promise
 * rejects if the app has no answer, and the JSON text with which it resolves otherwise (absent for `undefined`).
 *
 * @typedef {{ everyFrame?: boolean, rejects?: boolean, otherwise?: string }} TodayCapability
 * @typedef {{ [type: string]: TodayCapability }} TodayCapabilities
 */

/**
 * Returns functions that answer messages without the app, with the fallback that the contract defines for each
 * capability.
 *
 * @param {TodayCapabilities} capabilities
 */
function todayFallbacks(capabilities) {
  const { setPrototypeOf } = Reflect;
  const { parse } = JSON;
  const NativeError = Error;
  // Remove the prototypes. Otherwise types and members would be read from the page's `Object.prototype`.
  setPrototypeOf(capabilities, null);
  for (const type in capabilities) setPrototypeOf(capabilities[type], null);

  /** @param {any} message @returns {TodayCapability | undefined} */
  function capability(message) {
    try {
      const { type } = message;
      return typeof type === "string" ? capabilities[type] : undefined;
    } catch {
      // Reading `type` can throw. Such a message is treated like a message without a type.
    }
  }

  /**
   * Returns whether the app serves a sub-frame that sends the message.
   * @param {any} message
   */
  const isForEveryFrame = (message) => capability(message)?.everyFrame === true;

  /**
   * Settles a message that the app will not answer. A sub-frame always gets `undefined`, which is also the app's
   * answer to a sub-frame.
   * @param {any} message
   * @param {string} reason
   * @param {(value: any) => void} resolve
   * @param {(error: Error) => void} reject
   */
  function settle(message, reason, resolve, reject) {
    if (window !== window.top) return resolve(undefined);
    const entry = capability(message);
    if (entry?.rejects) {
      reject(new NativeError(reason));
    } else {
      resolve(entry?.otherwise === undefined ? undefined : parse(entry.otherwise));
    }
  }

  return { isForEveryFrame, settle };
}
