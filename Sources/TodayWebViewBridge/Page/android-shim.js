/**
 * `window.todayWebViewBridge` on Android, over whichever raw channel the app has: a port with message events, or a
 * synchronous object that takes text and answers through a global callback. The page cannot tell them apart.
 *
 * @param {string[]} channelNames
 * @param {string} nativeName the raw channel
 * @param {string} callbackName the global callback, where the raw channel has no events
 */
function todayAndroidShim(channelNames, nativeName, callbackName) {
  const { apply, defineProperty, setPrototypeOf } = Reflect;
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { slice } = String.prototype;
  const NativePromise = Promise;
  const NativeError = Error;
  const native = /** @type {any} */ (window)[nativeName];
  if (!native) return;
  const { postMessage } = native;
  const settleQuietly = todayQuietSettler();

  /** @typedef {{ message: any, resolve: (value: any) => void, reject: (reason: Error) => void }} Settler */
  /** @type {{ [id: string]: Settler }} */
  const open = Object.create(null);
  let latest = 0;

  /**
   * Takes an answer, or an empty text: the app's side is gone.
   * @param {string} text
   */
  function receive(text) {
    if (text === "") return abandon("The app's side of the bridge is gone.");
    const answer = parse(text);
    if (typeof answer !== "object" || answer === null) return;
    // What the app leaves out must not be found on the page's `Object.prototype`.
    setPrototypeOf(answer, null);
    const settler = open[answer.id];
    if (!settler) return;
    delete open[answer.id];
    if (answer.error !== undefined) {
      settler.reject(new NativeError(answer.error));
    } else {
      settler.resolve(answer.result);
    }
  }

  /** @param {string} reason */
  function abandon(reason) {
    for (const id in open) {
      const { message, resolve, reject } = open[id];
      delete open[id];
      settleQuietly(message, reason, resolve, reject);
    }
  }

  /**
   * The message with its id, which stands first: there it is found even in a message that is too large or too deep to
   * be read. The page's own `id`, if it has one, means nothing to the app.
   * @param {any} message
   * @param {number} id
   */
  function write(message, id) {
    try {
      // The message as JSON knows it, its own `toJSON` heeded; what is written then must heed no other.
      const fields = parse(stringify(message));
      if (typeof fields === "object" && fields !== null && !isArray(fields)) {
        const rest = stringify({ ...fields, id: undefined, toJSON: undefined });
        if (rest !== "{}") return '{"id":' + id + "," + apply(slice, rest, [1]);
      }
    } catch {
      // A message that JSON cannot express is none: the app gives it the quiet answer.
    }
    return '{"id":' + id + "}";
  }

  if (typeof native.addEventListener === "function") {
    native.addEventListener("message", (/** @type {MessageEvent} */ event) => receive(event.data));
  } else {
    defineProperty(window, callbackName, { value: receive, configurable: true });
  }

  // A page that comes back from the page cache has missed its answers.
  addEventListener("pageshow", (event) => {
    if (event.isTrusted && event.persisted) abandon("The page was left while the app was at work.");
  });

  const channel = Object.freeze({
    /** @param {any} message */
    postMessage(message) {
      return new NativePromise((resolve, reject) => {
        const id = ++latest;
        const text = write(message, id);
        defineProperty(open, id, /** @type {PropertyDescriptor} */ ({
          __proto__: null, value: { message, resolve, reject }, configurable: true, enumerable: true,
        }));
        try {
          apply(postMessage, native, [text]);
        } catch (error) {
          delete open[id];
          settleQuietly(message, /** @type {Error} */ (error).message, resolve, reject);
        }
      });
    },
  });
  for (const name of channelNames) {
    defineProperty(window, name, { value: channel, enumerable: true, configurable: true });
  }
}
