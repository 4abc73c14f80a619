/**
 * Defines `window.onside`: methods that call the app, and properties to which the page assigns functions for the app to
 * call.
 *
 * The app decides whether a call is allowed. A call before `initializeOnside` is also sent to the app, marked as early,
 * because a document that may not use the bridge must get `disallowedFrame`, not `notInitialized`.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {OnsideTables} contract
 */
function onsideSurface(runtime, dialect, contract) {
  if (!runtime.isMainFrame) return;
  const { parse } = JSON;
  const { stringify } = runtime;
  const { apply, defineProperty, setPrototypeOf } = Reflect;
  const { keys: keysOf, hasOwn } = Object;
  const { isArray } = Array;
  const { then } = Promise.prototype;
  const NativePromise = Promise;
  const NativeError = Error;
  const warn = console.warn.bind(console);
  const logError = console.error.bind(console);

  const surface = {};
  /** @type {{ [callback: string]: ((...values: any[]) => any) | undefined }} */
  const handlers = Object.create(null);
  /** The number of times that a handler was set or removed. The app compares it to find the newer of two reports. */
  let changes = 0;
  let isInitialized = false;
  /** The number of calls to `initializeOnside` that have no answer yet. */
  let attempts = 0;

  /**
   * A call that waits for the answer of `initializeOnside`.
   * @typedef {{ argument: any, run: (argument: any) => void, fail: (reason: any, isGone: boolean) => void }} HeldCall
   */
  /** @type {HeldCall[]} */
  let held = list();

  class BridgeError extends NativeError {
    // Declare these members as fields, because an assignment would call a setter of the page with the same name.
    name = "BridgeError";
    code = "";

    /** @param {string} code */
    constructor(code) {
      super(contract.messages[code]);
      this.code = code;
    }
  }

  // Freeze the class, because a page can reach it through its errors, and must not change what the script uses.
  Object.freeze(BridgeError);
  Object.freeze(BridgeError.prototype);

  /**
   * Makes an array without `Array.prototype`, so that using it runs no setter or `toJSON` of the page.
   * @returns {any}
   */
  function list() {
    const list = [];
    setPrototypeOf(list, null);
    return list;
  }

  /** @param {any} reason the app's failure @param {boolean} isGone whether the app has closed the bridge */
  function asError(reason, isGone) {
    if (!isGone && hasOwn(reason, "error")) return reason.error;
    return new BridgeError(!isGone && hasOwn(reason, "code") ? reason.code : contract.detached);
  }

  // To the app

  /** @param {string} method @param {any} argument */
  function message(method, argument) {
    return isInitialized || method === contract.initialize
      ? { __proto__: null, method, argument }
      : { __proto__: null, early: method };
  }

  /** @param {any} version */
  function initialize(version) {
    return new NativePromise((resolve, reject) => {
      attempts += 1;
      runtime.begin(
        dialect,
        message(contract.initialize, version),
        (value) => {
          attempts -= 1;
          isInitialized = true;
          reportHandlers();
          // Send the held calls before the page's own code runs, so that its next calls come after them.
          endHolding(({ argument, run }) => run(argument));
          resolve(value);
        },
        (reason, isGone) => {
          attempts -= 1;
          // Keep the held calls while another attempt is open, because that attempt may still succeed.
          if (attempts === 0) endHolding(({ fail }) => fail(reason, isGone));
          reject(asError(reason, isGone));
        },
      );
    });
  }

  /** @param {string} method @param {any} argument */
  function ask(method, argument) {
    return new NativePromise((resolve, reject) => {
      const fail = (/** @type {any} */ reason, /** @type {boolean} */ isGone) => reject(asError(reason, isGone));
      runOrHold(argument, (argument) => void runtime.begin(dialect, message(method, argument), resolve, fail), fail);
    });
  }

  /** @param {string} method @param {any} argument */
  function notify(method, argument) {
    const ignore = (/** @type {string} */ reason) => warn(`onside: ${method} is ignored: ${reason}`);
    if (!isInitialized && attempts === 0) return ignore(`${contract.initialize} was not called`);
    runOrHold(
      argument,
      (argument) => {
        if (!runtime.post(dialect, message(method, expressible(argument)))) ignore(contract.messages[contract.detached]);
      },
      () => ignore(`${contract.initialize} has failed`),
    );
  }

  /**
   * Returns the argument, or null if JSON cannot represent it. The app then logs that the value is not valid.
   * @param {any} argument
   */
  function expressible(argument) {
    try {
      return stringify(argument) === undefined ? null : argument;
    } catch {
      return null;
    }
  }

  /**
   * Runs a call now, or holds it while `initializeOnside` has no answer.
   * @param {any} argument
   * @param {(argument: any) => void} run
   * @param {(reason: any, isGone: boolean) => void} fail
   */
  function runOrHold(argument, run, fail) {
    if (isInitialized || attempts === 0) return run(argument);
    held[held.length] = /** @type {HeldCall} */ ({ __proto__: null, argument: copy(argument), run, fail });
  }

  /** @param {(call: HeldCall) => void} end */
  function endHolding(end) {
    const calls = held;
    held = list();
    for (let index = 0; index < calls.length; index += 1) end(calls[index]);
  }

  /**
   * Copies an argument through JSON, because the page may change its object before the call is sent. An argument that
   * JSON cannot represent is returned unchanged, and refused when it is sent.
   * @param {any} argument
   */
  function copy(argument) {
    if (typeof argument !== "object" || argument === null) return argument;
    try {
      const text = stringify(argument);
      return text === undefined ? argument : parse(text);
    } catch {
      return argument;
    }
  }

  function handlersNow() {
    const names = list();
    for (let index = 0; index < contract.events.length; index += 1) {
      const name = contract.events[index];
      if (handlers[name]) names[names.length] = name;
    }
    return { __proto__: null, changes, names };
  }

  function reportHandlers() {
    if (isInitialized) runtime.post(dialect, { __proto__: null, handlers: handlersNow() });
  }

  /**
   * Converts an event to the form that the app reads: the parameters are a list of pairs, in the page's order. A value
   * that an event cannot contain becomes null. If reading the event throws, its remaining parts are omitted.
   * @param {any} argument
   */
  function trackedEvent(argument) {
    const event = /** @type {any} */ ({ __proto__: null, name: null, parameters: list() });
    try {
      const { name, parameters } = argument;
      if (typeof name === "string") event.name = name;
      if (parameters === undefined || parameters === null) return event;
      if (typeof parameters !== "object") {
        event.parameters = null;
        return event;
      }
      const keys = keysOf(parameters);
      for (let index = 0; index < keys.length; index += 1) {
        const value = parameterValue(parameters, keys[index]);
        if (value === undefined) continue;
        const pair = list();
        pair[0] = keys[index];
        pair[1] = value;
        event.parameters[event.parameters.length] = pair;
      }
    } catch {
      // A proxy or a getter of the page has thrown, so the rest of the event cannot be read.
      event.parameters ??= null;
    }
    return event;
  }

  /** @param {any} parameters @param {string} key */
  function parameterValue(parameters, key) {
    try {
      const value = parameters[key];
      if (value === undefined) return undefined;
      if (!isArray(value)) return plainValue(value);
      const elements = list();
      for (let index = 0; index < value.length; index += 1) {
        // The app drops a parameter with an array in an array, so the inner array's content does not matter.
        elements[index] = isArray(value[index]) ? list() : plainValue(value[index]);
      }
      return elements;
    } catch {
      return null;
    }
  }

  /** @param {any} value */
  function plainValue(value) {
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  }

  // From the app

  /**
   * Calls a handler of the page. Returns a promise of its result.
   * @param {string} callback
   * @param {any[]} values
   */
  function invoke(callback, values) {
    const handler = /** @type {(...values: any[]) => any} */ (handlers[callback]);
    return new NativePromise((resolve) => resolve(apply(handler, surface, values)));
  }

  /** @param {string} callback */
  function logFailure(callback) {
    return (/** @type {any} */ error) => logError(`onside: ${callback} failed:`, error);
  }

  /**
   * Passes events to the page's handlers, in order. Returns the indices of the events that no handler took. After an
   * event that was not taken, later ones of the same name are not taken either, so that they stay in order.
   * @param {any[][]} events each event is a name and, if there is one, a value
   */
  function deliver(events) {
    const missed = list();
    const skipped = /** @type {{ [callback: string]: boolean }} */ ({ __proto__: null });
    for (let index = 0; index < events.length; index += 1) {
      const event = events[index];
      const callback = event[0];
      if (skipped[callback] || !handlers[callback]) {
        skipped[callback] = true;
        missed[missed.length] = index;
      } else {
        runtime.whenSettled(invoke(callback, event.length > 1 ? [event[1]] : []), () => {}, logFailure(callback));
      }
    }
    return { __proto__: null, missed, handlers: handlersNow() };
  }

  /**
   * Asks the page's handler of `contract.gate` for a decision, which is false only if the handler returns false.
   * @param {any} question
   */
  function decide(question) {
    if (!handlers[contract.gate]) return true;
    const decision = new NativePromise((resolve) => {
      const fail = logFailure(contract.gate);
      runtime.whenSettled(
        invoke(contract.gate, [question]),
        (value) => resolve(value !== false),
        (error) => {
          fail(error);
          resolve(true);
        },
      );
    });
    // Waiting for the promise reads its `then` and `constructor`. Define both, because the page may have replaced those
    // of the prototype.
    defineProperty(decision, "then", /** @type {PropertyDescriptor} */ ({ __proto__: null, value: then }));
    defineProperty(decision, "constructor", /** @type {PropertyDescriptor} */ ({ __proto__: null, value: undefined }));
    return decision;
  }

  runtime.receiver(dialect, {
    call: (body) => (body.events ? deliver(body.events) : decide(body.question)),
    gone() {
      // A document that returns from the page cache is still initialized. Report that to the app before anything else.
      if (isInitialized) runtime.begin(dialect, message(contract.initialize, contract.version), reportHandlers, () => {});
    },
  });

  // The surface

  /** @type {{ [kind: string]: (method: string) => (argument?: any) => any }} */
  const kinds = {
    initialize: () => (version) => initialize(version),
    ask: (method) => () => ask(method, undefined),
    askWithArgument: (method) => (argument) => ask(method, argument),
    notify: (method) => () => notify(method, undefined),
    notifyWithArgument: (method) => (argument) => notify(method, argument),
    track: (method) => (event) => notify(method, trackedEvent(event)),
  };
  for (const [method, kind] of contract.methods) {
    defineProperty(surface, method, { value: kinds[kind](method), enumerable: true });
  }
  for (const callback of [...contract.events, contract.gate]) {
    defineProperty(surface, callback, {
      enumerable: true,
      get: () => handlers[callback],
      set(value) {
        const handler = typeof value === "function" ? value : undefined;
        const isNews = !handler !== !handlers[callback];
        handlers[callback] = handler;
        if (!isNews) return;
        changes += 1;
        reportHandlers();
      },
    });
  }
  defineProperty(window, contract.global, { value: surface, enumerable: true });
}
