/**
 * Runs the scripts that the app sends to one script world of one document. The app sends each script as the reply to a
 * poll, which stays unanswered until there is a script to run. In this way, a script reaches no other document.
 *
 * @param {(message: any) => string} write
 * @param {(json: string) => any} readArgument
 * @returns {(send: (text: string) => Promise<unknown>) => void} begins to poll
 */
function frameChannel(write, readArgument) {
  const { apply, construct, defineProperty } = Reflect;
  const { parse } = JSON;
  const { then } = Promise.prototype;
  const NativeString = String;
  // Without this conversion, WebKitGTK would cut the message off at its first unpaired surrogate.
  const { toWellFormed } = /** @type {any} */ (String.prototype);
  const AsyncFunction = (async () => {}).constructor;
  /** A call under this name, unlike `eval(…)`, evaluates in the global scope. */
  const evaluate = eval;

  /** @param {Promise<unknown>} promise @param {(value: any) => void} onValue @param {(error: any) => void} onError */
  function settle(promise, onValue, onError) {
    // Setting `constructor` makes the engine chain the promise with its own promise type, even if the page has changed
    // `Promise`.
    defineProperty(
      promise, "constructor", /** @type {PropertyDescriptor} */ ({ __proto__: null, value: undefined, configurable: true }));
    apply(then, promise, [onValue, onError]);
  }

  /** @param {unknown} error */
  function describe(error) {
    try {
      return NativeString(error);
    } catch {
      return "The script threw a value that cannot be converted to a string";
    }
  }

  /** @param {string} code @param {string[]} names @param {string[]} values */
  function call(code, names, values) {
    const parameters = [];
    const list = [];
    for (let place = 0; place < names.length; place += 1) {
      parameters[place] = names[place];
      list[place] = readArgument(values[place]);
    }
    parameters[names.length] = code;
    return apply(construct(AsyncFunction, parameters), undefined, list);
  }

  return (send) => {
    /** @param {string} text */
    const report = (text) => settle(send("r" + apply(toWellFormed, text, [])), () => {}, () => {});

    /** @param {number} id @param {any} value */
    function fulfil(id, value) {
      let text;
      try {
        text = typeof value === "string" ? "s" + value : value === undefined ? "u" : "v" + write(value);
      } catch {
        text = "t";
      }
      report(id + " " + text);
    }

    /** @param {string} text */
    function run(text) {
      const { id, code, names, values } = parse(text);
      try {
        evaluate("0");
      } catch {
        return report(id + " c");
      }
      try {
        if (!names) return fulfil(id, evaluate(code));
        settle(
          call(code, names, values), (value) => fulfil(id, value), (error) => report(id + " x" + describe(error)));
      } catch (error) {
        report(id + " x" + describe(error));
      }
    }

    function poll() {
      settle(
        send("p"),
        (text) => {
          if (typeof text !== "string") return;
          poll();
          run(text);
        },
        () => {});
    }

    poll();
  };
}
