/**
 * The functions that a raw channel uses: three for the app's answers, and one that returns whether a sub-frame may send
 * a message.
 *
 * @typedef {{
 *   receive(text: string): void,
 *   settle(answer: any): void,
 *   isForEveryFrame(message: any): boolean,
 *   fail(id: number, reason: string): void,
 * }} TodayAnswers
 */

/**
 * Makes `window.todayWebViewBridge` over a raw channel that carries text. Each message is sent as the JSON text of
 * `{ id, ...message }`; the answer is `{ id, result }` or `{ id, error }`.
 *
 * @param {string[]} channelNames
 * @param {TodayCapabilities} capabilities
 * @param {(answers: TodayAnswers) => (text: string, id: number) => void} connect returns the function that sends a
 *   message; if that function throws, the promise settles with the fallback of the message's capability
 */
function todayShim(channelNames, capabilities, connect) {
  const { apply, defineProperty, setPrototypeOf } = Reflect;
  const { parse } = JSON;
  const stringify = jsonWriter();
  const { isArray } = Array;
  const { slice } = String.prototype;
  const NativePromise = Promise;
  const NativeError = Error;
  const fallbacks = todayFallbacks(capabilities);

  /** @typedef {{ message: any, resolve: (value: any) => void, reject: (reason: Error) => void }} Settler */
  /** @type {{ [id: string]: Settler }} */
  const open = Object.create(null);
  let latest = 0;

  /**
   * Receives the text of an answer. An empty text means that the app's side is gone.
   * @param {string} text
   */
  function receive(text) {
    settle(text === "" ? "" : parse(text));
  }

  /**
   * Receives an answer. An empty text means that the app's side is gone.
   * @param {any} answer
   */
  function settle(answer) {
    if (answer === "") return abandon("The bridge to the app is closed.");
    if (typeof answer !== "object" || answer === null) return;
    // Remove the prototype. Otherwise a member that the app left out would be read from the page's `Object.prototype`.
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

  /**
   * Settles the promise of a message with the capability's fallback, because the app will not answer it.
   * @param {number | string} id
   * @param {string} reason
   */
  function fail(id, reason) {
    const settler = open[id];
    if (!settler) return;
    delete open[id];
    fallbacks.settle(settler.message, reason, settler.resolve, settler.reject);
  }

  /** @param {string} reason */
  function abandon(reason) {
    for (const id in open) fail(id, reason);
  }

  /**
   * Returns the message's text with the id as its first member. The app can then find the id even if the message is too
   * large or too deep to parse. The id replaces an `id` that the page has set.
   * @param {any} message
   * @param {number} id
   */
  function write(message, id) {
    try {
      // Read the message's own `toJSON` and getters only here, because they could return another message the second
      // time.
      const fields = parse(stringify(message));
      if (typeof fields === "object" && fields !== null && !isArray(fields)) {
        const rest = stringify({ ...fields, id: undefined });
        if (rest !== "{}") return '{"id":' + id + "," + apply(slice, rest, [1]);
      }
    } catch {
      // Send only the id, because JSON cannot express this message. The app answers with `undefined`.
    }
    return '{"id":' + id + "}";
  }

  const send = connect({ receive, settle, fail, isForEveryFrame: fallbacks.isForEveryFrame });

  // A page that comes back from the page cache did not receive the answers that were sent in the meantime, so its open
  // messages settle with the fallback.
  addEventListener("pageshow", (event) => {
    if (event.isTrusted && event.persisted) abandon("The page was left before the app answered.");
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
          send(text, id);
        } catch (error) {
          fail(id, /** @type {Error} */ (error).message);
        }
      });
    },
  });
  for (const name of channelNames) {
    defineProperty(window, name, { value: channel, enumerable: true, configurable: true });
  }
}
