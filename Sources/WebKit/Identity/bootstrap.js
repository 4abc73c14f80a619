/**
 * Makes `postMessage` of this world's message handlers say which document posts, and write the message itself, so that
 * what arrives is what Apple's web view would deliver. The name comes from the identity agent; without it a message is
 * from an unknown frame, which the app refuses.
 *
 * @param {string} eventName
 * @param {number} world this world's number
 * @param {string[]} handlerNames at least one of them exists in this world
 */
function messageBootstrap(eventName, world, handlerNames) {
  const { apply, defineProperty, getPrototypeOf, ownKeys, getOwnPropertyDescriptor } = Reflect;
  const { stringify } = JSON;
  const { isArray } = Array;
  const { getTime } = Date.prototype;
  const { has, add, delete: remove } = WeakSet.prototype;
  const NativeWeakSet = WeakSet;
  const NativePromise = Promise;
  const NativeException = DOMException;
  const NativeTypeError = TypeError;
  const isInteger = Number.isInteger;
  /** How deep a message may nest: no engine's stack is asked for more. */
  const maximumDepth = 1000;

  const { messageHandlers } = /** @type {any} */ (window).webkit;
  let sample;
  for (let place = 0; place < handlerNames.length; place += 1) sample ??= messageHandlers[handlerNames[place]];
  if (!sample) return;
  const prototype = /** @type {any} */ (getPrototypeOf(sample));

  // A realm may see several documents (a frame's first, blank one and the next) and several runs for one document
  // (after `document.open`): each document gets the method once, made from the engine's own.
  const mark = Symbol.for("causeway.identity");
  if (apply(Object.prototype.hasOwnProperty, document, [mark])) return;
  defineProperty(document, mark, { value: true });
  const native = prototype[mark] ?? prototype.postMessage;
  defineProperty(prototype, mark, { value: native });

  let token = "";
  // The engine runs the scripts of different worlds in no particular order. What is posted before the identity agent
  // has run waits for it; no script of the page has run by then.
  let isStarting = true;
  /** @type {(() => void) | undefined} */
  let postHeld;
  const start = () => {
    isStarting = false;
    postHeld?.();
    postHeld = undefined;
  };
  document.addEventListener(`${eventName}:token`, (event) => {
    token = /** @type {CustomEvent} */ (event).detail;
    start();
  }, { once: true });
  document.dispatchEvent(new CustomEvent(`${eventName}:ask`));
  if (isStarting) setTimeout(start);

  /** @param {object} handler @param {string} text */
  function post(handler, text) {
    if (!isStarting) return apply(native, handler, [token + world + ":" + text]);
    return new NativePromise((resolve) => {
      const before = postHeld;
      postHeld = () => {
        before?.();
        resolve(post(handler, text));
      };
    });
  }

  /** @param {any} value */
  const refuse = (value) => {
    throw new NativeException(`A ${typeof value} cannot be posted.`, "DataCloneError");
  };

  /**
   * A value as JSON in which arrays carry what JSON lacks: `["a", …]` is an array, `["o", key, value, …]` an object,
   * `["d", time]` a date, `["n", text]` a number that JSON has no word for, `["u"]` undefined.
   * @param {any} value
   * @param {WeakSet<object>} above the objects that contain it
   * @param {number} depth
   * @returns {string}
   */
  function write(value, above, depth) {
    switch (typeof value) {
      case "string": return stringify(value);
      case "boolean": return value ? "true" : "false";
      case "number":
        if (value === 0 && 1 / value < 0) return '["n","-0"]';
        return isInteger(value) || (value - value === 0) ? "" + value : `["n","${value}"]`;
      case "undefined": return '["u"]';
      case "object": break;
      default: return refuse(value);
    }
    if (value === null) return "null";
    if (depth > maximumDepth) throw new NativeException("The message is nested too deep.", "DataCloneError");
    const time = timeOf(value);
    if (time !== undefined) return time === time ? `["d",${time}]` : '["n","NaN"]';
    if (apply(has, above, [value])) throw new NativeException("A cyclic object cannot be posted.", "DataCloneError");
    apply(add, above, [value]);
    let text;
    if (isArray(value)) {
      text = '["a"';
      for (let place = 0; place < value.length; place += 1) text += "," + write(value[place], above, depth + 1);
    } else {
      text = '["o"';
      const keys = ownKeys(value);
      for (let place = 0; place < keys.length; place += 1) {
        const key = keys[place];
        if (typeof key !== "string" || !getOwnPropertyDescriptor(value, key)?.enumerable) continue;
        text += "," + stringify(key) + "," + write(value[key], above, depth + 1);
      }
    }
    apply(remove, above, [value]);
    return text + "]";
  }

  /** The time of a date, undefined for everything else. @param {object} value */
  function timeOf(value) {
    try {
      return apply(getTime, value, []);
    } catch {
      return undefined;
    }
  }

  defineProperty(prototype, "postMessage", {
    /** @this {object} @param {any} message */
    value: function postMessage(message) {
      if (arguments.length === 0) {
        return failed(new NativeTypeError("Not enough arguments"));
      }
      let text;
      try {
        // Most messages of any size are texts, which need no writing.
        text = typeof message === "string" ? "s" + message : "v" + write(message, new NativeWeakSet(), 0);
      } catch (error) {
        return failed(error);
      }
      return post(this, text);
    },
    writable: true, enumerable: true, configurable: true,
  });

  /** @param {unknown} error */
  function failed(error) {
    return new NativePromise((_, reject) => reject(error));
  }
}
