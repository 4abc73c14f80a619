/**
 * `window.onside`: methods that ask the app, and properties to which the page assigns what the app is to call.
 *
 * The app decides whether a call is allowed. A call before `initializeOnside` is sent to the app as such, because a
 * document that may not use the bridge must learn that first.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {OnsideTables} contract
 */
function onsideSurface(runtime, dialect, contract) {
  if (!runtime.isMainFrame) return;
  const { parse, stringify } = JSON;
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
  /** How often a handler came or went: which of two reports of them is the later one. */
  let changes = 0;
  let isInitialized = false;
  /** How many calls of `initializeOnside` have no answer yet. */
  let attempts = 0;

  /**
   * A call that waits for the answer of `initializeOnside`.
   * @typedef {{ argument: any, run: (argument: any) => void, fail: (reason: any, isGone: boolean) => void }} HeldCall
   */
  /** @type {HeldCall[]} */
  let held = list();

  class BridgeError extends NativeError {
    // Declared, so that a setter of the page for the same name sees nothing.
    name = "BridgeError";
    code = "";

    /** @param {string} code */
    constructor(code) {
      super(contract.messages[code]);
      this.code = code;
    }
  }

  // A page finds the class by any error of it; as the script uses it, it stays.
  Object.freeze(BridgeError);
  Object.freeze(BridgeError.prototype);

  /** A list that asks nothing of `Array.prototype`, as it grows or as JSON is written of it. @returns {any} */
  function list() {
    const list = [];
    setPrototypeOf(list, null);
    return list;
  }

  /** @param {any} reason what the app says of a failure, or nobody is there @param {boolean} isGone */
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
          // Before the page's own code learns of it, so that its next calls come after these.
          endHolding(({ argument, run }) => run(argument));
          resolve(value);
        },
        (reason, isGone) => {
          attempts -= 1;
          // Another attempt may still succeed.
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
  function tell(method, argument) {
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
   * An argument, or null for what JSON cannot hold: the app then says in its log that it is of no use.
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
   * A copy of an argument as JSON holds it: the page may change its object before the call is sent. What JSON cannot
   * hold stays as it is, and is refused when it is sent.
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
    for (let place = 0; place < contract.events.length; place += 1) {
      const name = contract.events[place];
      if (handlers[name]) names[names.length] = name;
    }
    return { __proto__: null, changes, names };
  }

  function reportHandlers() {
    if (isInitialized) runtime.post(dialect, { __proto__: null, handlers: handlersNow() });
  }

  /**
   * An event as the app reads it: its parameters as a list of pairs, in the page's order. What has no place in an event
   * is null there, and what the page keeps from being read is left out.
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
      for (let place = 0; place < keys.length; place += 1) {
        const value = parameterValue(parameters, keys[place]);
        if (value === undefined) continue;
        const pair = list();
        pair[0] = keys[place];
        pair[1] = value;
        event.parameters[event.parameters.length] = pair;
      }
    } catch {
      // A proxy or a getter of the page's own: the rest of the event cannot be read.
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
      for (let place = 0; place < value.length; place += 1) {
        // An array in an array costs the whole parameter, whatever is in it.
        elements[place] = isArray(value[place]) ? list() : plainValue(value[place]);
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
   * Calls a handler of the page's; a promise of what it gives.
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
   * Tells the page's handlers of events, in order. An event without a handler goes back to the app, and so do those after
   * it of the same name, even if there is one by then.
   * @param {any[][]} events each a name and, where there is one, a value
   */
  function deliver(events) {
    const missed = list();
    const skipped = /** @type {{ [callback: string]: boolean }} */ ({ __proto__: null });
    for (let place = 0; place < events.length; place += 1) {
      const event = events[place];
      const callback = event[0];
      if (skipped[callback] || !handlers[callback]) {
        skipped[callback] = true;
        missed[missed.length] = place;
      } else {
        runtime.whenSettled(invoke(callback, event.length > 1 ? [event[1]] : []), () => {}, logFailure(callback));
      }
    }
    return { __proto__: null, missed, handlers: handlersNow() };
  }

  /**
   * Asks the page's gate: false only if that says so.
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
    // Who waits for it asks for its `then`, which is not to be the page's, nor to ask for its constructor.
    defineProperty(decision, "then", /** @type {PropertyDescriptor} */ ({ __proto__: null, value: then }));
    defineProperty(decision, "constructor", /** @type {PropertyDescriptor} */ ({ __proto__: null, value: undefined }));
    return decision;
  }

  runtime.receiver(dialect, {
    call: (body) => (body.events ? deliver(body.events) : decide(body.question)),
    gone() {
      // A document that comes back from the page cache is still initialised: the app is told first of all.
      if (isInitialized) runtime.begin(dialect, message(contract.initialize, contract.version), reportHandlers, () => {});
    },
  });

  // The surface

  /** @type {{ [kind: string]: (method: string) => (argument?: any) => any }} */
  const kinds = {
    initialize: () => (version) => initialize(version),
    ask: (method) => () => ask(method, undefined),
    askWithArgument: (method) => (argument) => ask(method, argument),
    tell: (method) => () => tell(method, undefined),
    tellWithArgument: (method) => (argument) => tell(method, argument),
    track: (method) => (event) => tell(method, trackedEvent(event)),
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
