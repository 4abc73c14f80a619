/**
 * The raw channel of an Android web view, on the page runtime: text in, text out.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {string} name
 * @param {"port" | "interface"} transport
 * @param {string} callback
 */
function todayAndroidNative(runtime, dialect, name, transport, callback) {
  const { apply, defineProperty } = Reflect;
  const { stringify } = JSON;
  const { dispatchEvent } = EventTarget.prototype;
  const NativeMessageEvent = MessageEvent;
  const NativeString = String;

  /**
   * What Java would get.
   * @param {any} message
   */
  const postMessage = (message) => runtime.post(dialect, NativeString(message));

  if (transport === "port") {
    const port = new EventTarget();
    /** @type {((event: MessageEvent) => void) | null} */
    let onmessage = null;
    defineProperty(port, "postMessage", { value: postMessage });
    defineProperty(port, "onmessage", {
      get: () => onmessage,
      set: (listener) => { onmessage = typeof listener === "function" ? listener : null; },
    });
    runtime.receiver(dialect, {
      message(body) {
        const event = new NativeMessageEvent("message", { data: stringify(body) });
        onmessage?.(event);
        apply(dispatchEvent, port, [event]);
      },
    });
    defineProperty(window, name, { value: port, configurable: true });
  } else {
    // The app's side of this kind runs `callback(text)` as a script.
    runtime.receiver(dialect, { message: (body) => /** @type {any} */ (window)[callback](stringify(body)) });
    defineProperty(window, name, { value: Object.freeze({ postMessage }), configurable: true });
  }
}
