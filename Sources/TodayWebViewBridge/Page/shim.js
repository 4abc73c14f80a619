/**
 * What a raw channel calls with the app's answers.
 *
 * @typedef {{
 *   receive(text: string): void,
 *   settle(answer: any): void,
 *   fail(id: number, reason: string): void,
 * }} TodayAnswers
 */

/**
 * `window.todayWebViewBridge` over a raw channel that carries text: each message goes out as the text of
 * `{ id, ...message }`, and `{ id, result }` or `{ id, error }` comes back.
 *
 * @param {string[]} channelNames
 * @param {(answers: TodayAnswers) => (text: string, id: number) => void} connect gives the way to send a message; what
 *   that throws, no app will answer
 */
function todayShim(channelNames, connect) {
  const { apply, defineProperty, setPrototypeOf } = Reflect;
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { slice } = String.prototype;
  const NativePromise = Promise;
  const NativeError = Error;
  const settleQuietly = todayQuietSettler();

  /** @typedef {{ message: any, resolve: (value: any) => void, reject: (reason: Error) => void }} Settler */
  /** @type {{ [id: string]: Settler }} */
  const open = Object.create(null);
  let latest = 0;

  /**
   * Takes the text of an answer, or an empty text: the app's side is gone.
   * @param {string} text
   */
  function receive(text) {
    settle(text === "" ? "" : parse(text));
  }

  /**
   * Takes an answer, or an empty text: the app's side is gone.
   * @param {any} answer
   */
  function settle(answer) {
    if (answer === "") return abandon("The app's side of the bridge is gone.");
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

  /**
   * Gives a message the quiet answer, because the app will not answer it.
   * @param {number | string} id
   * @param {string} reason
   */
  function fail(id, reason) {
    const settler = open[id];
    if (!settler) return;
    delete open[id];
    settleQuietly(settler.message, reason, settler.resolve, settler.reject);
  }

  /** @param {string} reason */
  function abandon(reason) {
    for (const id in open) fail(id, reason);
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

  const send = connect({ receive, settle, fail });

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
