/**
 * Makes the part of `window.chrome.webview` that the shim needs, on top of the page runtime. The app's side receives
 * and sends the same texts as on Android.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {string} name the member in which messages travel, or the host object's name
 * @param {"messages" | "hostObject"} transport
 */
function todayWindowsNative(runtime, dialect, name, transport) {
  const { apply, defineProperty, setPrototypeOf } = Reflect;
  const { parse } = JSON;
  const { stringify } = runtime;
  const { slice } = String.prototype;
  const { dispatchEvent } = EventTarget.prototype;
  const NativeMessageEvent = MessageEvent;
  const NativePromise = Promise;
  const NativeError = Error;
  const NativeString = String;
  const gone = "The bridge to the app is closed.";

  /** @param {string} text */
  const send = (text) => {
    if (!runtime.post(dialect, text)) throw new NativeError(gone);
  };

  const webview = new EventTarget();
  if (transport === "messages") {
    // The app returns the document's name (32 hexadecimal digits) with each answer. All messages of a document have the
    // same name, so every answer can begin with the text at the start of the latest message.
    let head = '{"document":"' + "0".repeat(32) + '",' + stringify(name) + ":";
    const { length } = head;
    /** @param {string} text */
    const deliver = (text) => {
      const data = head + text + "}";
      const event = new NativeMessageEvent("message", /** @type {MessageEventInit} */ ({ __proto__: null, data }));
      apply(dispatchEvent, webview, [event]);
    };
    /** @param {any} message */
    const postMessage = (message) => {
      const text = NativeString(message);
      head = apply(slice, text, [0, length]);
      send(apply(slice, text, [length, -1]));
    };
    runtime.receiver(dialect, { message: (body) => deliver(stringify(body)), gone: () => deliver('""') });
    defineProperty(webview, "postMessage", { value: postMessage });
  } else {
    /** @type {{ [id: string]: { resolve: (json: string | null) => void, reject: (reason: Error) => void } }} */
    const open = Object.create(null);
    /** @param {any} message */
    const Handle = (message) =>
      new NativePromise((resolve, reject) => {
        const text = NativeString(message);
        open[parse(text).id] = { resolve, reject };
        send(text);
      });
    runtime.receiver(dialect, {
      message(body) {
        // Remove the prototype. Otherwise a member that the app left out would be read from `Object.prototype`.
        setPrototypeOf(body, null);
        const { id, result, error } = body;
        const call = open[id];
        delete open[id];
        if (error !== undefined) {
          call.reject(new NativeError(error));
        } else {
          call.resolve(result === undefined ? null : stringify(result));
        }
      },
      gone() {
        for (const id in open) open[id].reject(new NativeError(gone));
      },
    });
    const host = Object.freeze({ Handle });
    defineProperty(webview, "hostObjects", { value: Object.freeze({ __proto__: null, [name]: host }) });
  }
  defineProperty(window, "chrome", { value: Object.freeze({ webview }), configurable: true });
}
