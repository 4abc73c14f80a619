/**
 * `window.todayWebViewBridge` on Android, over whichever raw channel the app has: a port with message events, or a
 * synchronous object that takes text and answers through a global callback. The page cannot tell them apart.
 *
 * @param {string[]} channelNames
 * @param {string} nativeName the raw channel
 * @param {string} callbackName the global callback, where the raw channel has no events
 */
function todayAndroidShim(channelNames, nativeName, callbackName) {
  const { apply, defineProperty } = Reflect;
  const { parse, stringify } = JSON;
  const NativePromise = Promise;
  const NativeError = Error;
  const NativeObject = Object;
  const native = /** @type {any} */ (window)[nativeName];
  if (!native) return;
  const { postMessage } = native;

  /** @type {{ [id: string]: { resolve: (value: any) => void, reject: (reason: Error) => void } }} */
  const open = NativeObject.create(null);
  let latest = 0;

  /** @param {string} text */
  function receive(text) {
    const answer = parse(text);
    const settler = open[answer.id];
    if (!settler) return;
    delete open[answer.id];
    if (answer.error !== undefined) {
      settler.reject(new NativeError(answer.error));
    } else {
      settler.resolve(answer.result);
    }
  }

  /** @param {any} message @param {number} id */
  function write(message, id) {
    try {
      // The message as JSON knows it, its own `toJSON` heeded. The page's `id`, if it has one, means nothing to the app;
      // ours pairs the answer, so no `toJSON` must write something else. It stands first, where it is found even in a
      // message that is too large or too deep to be read.
      return stringify({ ...{ id }, ...parse(stringify(message)), id, toJSON: undefined });
    } catch {
      // A message that JSON cannot express is none: the app gives it the quiet answer.
      return stringify({ id });
    }
  }

  if (typeof native.addEventListener === "function") {
    native.addEventListener("message", (/** @type {MessageEvent} */ event) => receive(event.data));
  } else {
    defineProperty(window, callbackName, { value: receive, configurable: true });
  }

  // A page that comes back from the page cache has missed its answers.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const id in open) {
      const settler = open[id];
      delete open[id];
      settler.resolve(undefined);
    }
  });

  const channel = NativeObject.freeze({
    /** @param {any} message */
    postMessage(message) {
      return new NativePromise((resolve, reject) => {
        const id = ++latest;
        defineProperty(open, id, { value: { resolve, reject }, configurable: true, enumerable: true });
        apply(postMessage, native, [write(message, id)]);
      });
    },
  });
  for (const name of channelNames) {
    defineProperty(window, name, { value: channel, enumerable: true, configurable: true });
  }
}
