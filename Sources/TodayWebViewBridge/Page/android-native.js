/**
 * Makes the raw channel of an Android web view on top of the page runtime. The channel carries text in both directions.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {string} name
 * @param {"port" | "interface"} transport
 * @param {string} callback
 */
function todayAndroidNative(runtime, dialect, name, transport, callback) {
  const { apply, defineProperty } = Reflect;
  const { stringify } = runtime;
  const { dispatchEvent } = EventTarget.prototype;
  const NativeMessageEvent = MessageEvent;
  const NativeString = String;
  const NativeError = Error;

  /**
   * Sends the message as a string, because Android's own web view also passes only strings to Java.
   * @param {any} message
   */
  const postMessage = (message) => {
    if (!runtime.post(dialect, NativeString(message))) throw new NativeError("The bridge to the app is closed.");
  };

  if (transport === "port") {
    const port = new EventTarget();
    /** @type {((event: MessageEvent) => void) | null} */
    let onmessage = null;
    defineProperty(port, "postMessage", { value: postMessage });
    defineProperty(port, "onmessage", {
      get: () => onmessage,
      set: (listener) => { onmessage = typeof listener === "function" ? listener : null; },
    });
    /** @param {string} text */
    const deliver = (text) => {
      const event = new NativeMessageEvent("message", /** @type {MessageEventInit} */ ({ __proto__: null, data: text }));
      onmessage?.(event);
      apply(dispatchEvent, port, [event]);
    };
    runtime.receiver(dialect, { message: (body) => deliver(stringify(body)), gone: () => deliver("") });
    defineProperty(window, name, { value: port, configurable: true });
  } else {
    // With this transport, the app answers by running the script `callback(text)`.
    /** @param {string} text */
    const deliver = (text) => /** @type {any} */ (window)[callback](text);
    runtime.receiver(dialect, { message: (body) => deliver(stringify(body)), gone: () => deliver("") });
    defineProperty(window, name, { value: Object.freeze({ postMessage }), configurable: true });
  }
}
