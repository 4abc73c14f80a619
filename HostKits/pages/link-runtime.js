/**
 * Creates the functions of the page runtime that `linkSurface` uses, over a raw channel that carries text. The text
 * is `{ id, document, message }` to the app, and `{ id, reply }`, `{ id, error }` or `{ id }` to the page. `{ id }`
 * means that the page gets no reply.
 *
 * @param {(receive: (text: string) => void) => (text: string) => void} connect
 * @returns {CausewayRuntime}
 */
function linkRuntime(connect) {
  const { setPrototypeOf } = Reflect;
  const { parse } = JSON;
  const stringify = jsonWriter();
  const NativeString = String;
  const enqueue = queueMicrotask.bind(window);
  const warn = console.warn.bind(console);
  // Two frames can send requests with the same messageId. The app uses the document's name to distinguish them.
  const name = documentName();
  /** @typedef {{ resolve: (reply: any) => void, reject: (error: any, isGone: boolean) => void }} LinkSettler */
  /** @type {{ [id: string]: LinkSettler }} */
  const open = Object.create(null);
  let latest = 0;

  const send = connect((text) => {
    const answer = parse(text);
    if (typeof answer !== "object" || answer === null) return;
    // Remove the prototype. Otherwise a member that the app left out would be read from the page's `Object.prototype`.
    setPrototypeOf(answer, null);
    const settler = open[answer.id];
    if (!settler) return;
    delete open[answer.id];
    if (answer.error !== undefined) {
      settler.reject(answer.error, false);
    } else {
      settler.resolve(answer.reply);
    }
  });

  /**
   * @param {any} body
   * @returns {string | undefined} undefined if JSON cannot express the body
   */
  function textOf(body) {
    try {
      return typeof body === "string" ? body : stringify(body);
    } catch {
      return undefined;
    }
  }

  return /** @type {any} */ ({
    /**
     * @param {string} _ the dialect
     * @param {any} body
     * @param {(reply: any) => void} resolve
     * @param {(error: any, isGone: boolean) => void} reject
     */
    begin(_, body, resolve, reject) {
      const id = ++latest;
      const message = textOf(body);
      if (message === undefined) {
        enqueue(() => reject({ type: "MALFORMED_INPUT", description: "The message cannot be written as JSON." }, false));
        return id;
      }
      open[id] = { resolve, reject };
      try {
        send(stringify({ __proto__: null, id, document: name, message }));
      } catch (error) {
        delete open[id];
        reject(error, true);
      }
      return id;
    },
    /** @param {string} _ the dialect @param {() => void} work */
    attempt(_, work) {
      try {
        work();
      } catch (error) {
        warn("A script of the page threw while it received a reply: " + NativeString(error));
      }
    },
  });
}
