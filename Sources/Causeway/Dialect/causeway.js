/**
 * Defines `window.causeway`, the page's side of an app's own bridge.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 * @param {string} contractText the app's contract, as JSON
 */
function causewaySurface(runtime, dialect, contractText) {
  const { apply, defineProperty } = Reflect;
  const { hasOwn } = Object;
  const NativePromise = Promise;
  const { addEventListener } = EventTarget.prototype;
  const warn = console.warn.bind(console);
  /** The maximum number of events of one name that are kept for the first listener. */
  const keptEvents = 256;
  /** The maximum length of the text that describes a source's error to the app, in characters. */
  const longestDescription = 1024;
  /**
   * The minimum length, in characters, of a text that is sent beside the JSON of its call and not in it, because
   * `JSON.stringify` needs several times as long for a text with characters that it escapes.
   */
  const longText = 1 << 12;
  const { slice } = String.prototype;

  const NativeError = Error;
  const NativeAbortController = AbortController;
  const { abort } = AbortController.prototype;
  const signalOf = Object.getOwnPropertyDescriptor(AbortController.prototype, "signal")?.get;
  const { pump, close } = causewayOutgoingStreams(runtime);
  const requests = causewayRequests(runtime);
  const { abortable } = requests;
  const collect = causewayIncomingStreams(runtime, requests);
  const contract = causewayContract(contractText);
  const errors = causewayErrors(contract);
  const { asError } = errors;

  /** @type {{ [name: string]: (parameters: any, context: any) => any }} */
  const handlers = Object.create(null);
  /** @type {{ [event: string]: Set<(data: any) => void> }} */
  const listeners = Object.create(null);
  /** @type {{ [event: string]: { [place: number]: any, count: number } }} */
  const kept = Object.create(null);
  /** @type {{ [name: string]: ((handler: (parameters: any, context: any) => any) => void) }} */
  const waiting = Object.create(null);
  const { add: addTo, delete: deleteFrom, forEach } = Set.prototype;
  const NativeSet = Set;

  /**
   * Returns the body of a call.
   * @param {string} name
   * @param {any} parameters
   * @param {number} [progress] the number for messages about the progress; 0 for none
   */
  const message = (name, parameters, progress) => (progress ? { name, parameters, progress } : { name, parameters });

  /**
   * The progress listeners of requests, by the number that the request has under `progress`.
   * @type {{ [number: string]: (value: any) => void }}
   */
  const progress = Object.create(null);
  let latestProgress = 0;
  /** The object that `connect` returns, which is created once. @type {any} */
  let connection;

  /**
   * Stores the progress listener that the options of a request contain.
   * @param {any} options
   * @returns {number} the number of the listener; 0 if there is none
   */
  function watch(options) {
    if (!options || !hasOwn(options, "onProgress") || typeof options.onProgress !== "function") return 0;
    latestProgress += 1;
    progress[latestProgress] = options.onProgress;
    return latestProgress;
  }

  runtime.receiver(dialect, {
    message(body) {
      if (body.progress !== undefined) return progress[body.progress]?.(body.value);
      const current = listeners[body.event];
      if (!current) return keep(body.event, body.data);
      apply(forEach, current, [(/** @type {(data: any) => void} */ listener) => deliver(listener, body.data)]);
    },
    call(body, answer) {
      const handler = handlers[body.name];
      const context = contextOf(answer);
      if (handler) return handler(body.parameters, context);
      // The app may call before the page's own scripts have run, so wait for a handler until the page's load event.
      if (document.readyState === "complete") throw new NativeError(`the page has no handler named "${body.name}"`);
      return new NativePromise((resolve, reject) => {
        const previous = waiting[body.name];
        waiting[body.name] = (found) => {
          previous?.(found);
          // The app has been told that an ended call failed, and may have repeated it, so the handler must not run.
          if (!runtime.isOpen(answer)) return;
          try {
            resolve(found(body.parameters, context));
          } catch (error) {
            reject(error);
          }
        };
        apply(addEventListener, window, [
          "load",
          () => {
            delete waiting[body.name];
            reject(new NativeError(`the page has no handler named "${body.name}"`));
          },
        ]);
      });
    },
    stream(call, source, answer, credit, succeed, fail) {
      const sending = pump(source, "i", "j", () => call, (error, isFailure) => (isFailure ? fail(error) : succeed()));
      const cancel = answer.cancel;
      answer.cancel = () => {
        cancel?.();
        sending.stop(undefined);
      };
      answer.grant = sending.grant;
      sending.grant(credit);
    },
    drop: close,
  });

  /**
   * Returns the second argument of a handler. Its `signal` is created when the handler first reads it.
   * @param {CausewayAnswer} answer
   */
  function contextOf(answer) {
    /** @type {AbortController | undefined} */
    let controller;
    let isCancelled = false;
    answer.cancel = () => {
      isCancelled = true;
      if (controller) apply(abort, controller, []);
    };
    return {
      /** Reports progress to the app. Does nothing after the call, whose number may then be that of another call. */
      report(/** @type {any} */ value) {
        if (runtime.isOpen(answer)) runtime.sendValue("p", answer.call, value);
      },
      get signal() {
        if (!controller) {
          controller = new NativeAbortController();
          if (isCancelled) apply(abort, controller, []);
        }
        return /** @type {AbortSignal} */ (signalOf && apply(signalOf, controller, []));
      },
    };
  }

  /**
   * Calls a listener. Catches an error of the listener, because the other listeners must get the event, and all
   * listeners the later events.
   * @param {(data: any) => void} listener
   * @param {any} data
   */
  function deliver(listener, data) {
    try {
      listener(data);
    } catch (error) {
      warn("causeway:", error);
    }
  }

  /** @param {string} event @param {any} data */
  function keep(event, data) {
    const events = (kept[event] ??= /** @type {any} */ ({ __proto__: null, count: 0 }));
    if (events.count === keptEvents) return warn(`causeway: no listener for "${event}"; an event was dropped`);
    events[events.count++] = data;
  }

  const surface = {
    /** The contract of the app, frozen. */
    get contract() {
      return contract.value();
    },
    /**
     * Returns whether the contract has a function or stream of this name that pages can call, or an event that they can
     * send. The policy may still refuse it.
     * @param {string} name
     */
    offers: contract.offers,
    /** Returns the members of the contract as functions, which check values against the contract. */
    connect() {
      return (connection ??= makeConnection());
    },
    /**
     * Calls a capability of the app.
     * @param {string} name
     * @param {any} [parameters]
     * @param {{ signal?: AbortSignal, bytes?: ArrayBuffer | ArrayBufferView | Blob, key?: string, timeout?: number,
     * onProgress?: (value: any) => void }} [options]
     */
    call(name, parameters, options) {
      const watched = watch(options);
      const key = options?.key;
      const bytes = options?.bytes;
      const isText = typeof name === "string" && typeof parameters === "string" && parameters.length >= longText;
      const long = isText && key === undefined && bytes === undefined ? parameters : undefined;
      const body =
        key === undefined
          ? message(name, long === undefined ? parameters : undefined, watched)
          : { __proto__: null, name, parameters, key, progress: watched || undefined };
      return abortable(
        options,
        (resolve, reject) =>
          runtime.begin(dialect, body, resolve, (reason) => reject(asError(reason)), bytes, undefined, long),
        watched === 0 ? undefined : () => void delete progress[watched],
      );
    },
    /**
     * Returns the outcome of a call that this page made with a key, even if the page was reloaded since then.
     * @param {string} key
     * @param {{ signal?: AbortSignal, timeout?: number }} [options]
     */
    resume(key, options) {
      return abortable(options, (resolve, reject) =>
        runtime.begin(dialect, { __proto__: null, resume: key }, resolve, (reason) => reject(asError(reason))),
      );
    },
    /**
     * Calls a capability of the app that sends a stream. The call is sent when the page asks for the first value.
     * @param {string} name
     * @param {any} [parameters]
     * @param {{ signal?: AbortSignal, timeout?: number }} [options]
     */
    stream(name, parameters, options) {
      const begin = (
        /** @type {CausewayStream} */ stream,
        /** @type {(value: any) => void} */ resolve,
        /** @type {(reason: any) => void} */ reject,
      ) => runtime.begin(dialect, message(name, parameters), resolve, reject, undefined, stream);
      return collect(begin, asError, options);
    },
    /**
     * Calls a capability of the app and sends the values of a source to it.
     * @param {string} name
     * @param {any} parameters
     * @param {any} source a ReadableStream, a Blob, a buffer, an async iterable or an iterable
     * @param {{ signal?: AbortSignal, timeout?: number, onProgress?: (value: any) => void }} [options]
     */
    upload(name, parameters, source, options) {
      let id = 0;
      /** @type {{ error: any } | undefined} */
      let failure;
      const sending = pump(source, "v", "w", () => id, (error, isFailure) => {
        if (isFailure) failure = { error };
        runtime.sendValue("z", id, isFailure ? apply(slice, runtime.describe(error), [0, longestDescription]) : undefined);
      });
      const stream = /** @type {any} */ ({ __proto__: null, credit: undefined, grant: sending.grant });
      const watched = watch(options);
      const body = message(name, parameters, watched);
      return abortable(
        options,
        (resolve, reject) => {
          const refuse = (/** @type {any} */ reason) => reject(failure ? failure.error : asError(reason));
          return (id = runtime.begin(dialect, body, resolve, refuse, undefined, stream));
        },
        (reason) => {
          sending.stop(reason);
          delete progress[watched];
        },
      );
    },
    /**
     * Sends an event to the app. Events have no answer.
     * @param {string} event
     * @param {any} [data]
     */
    send(event, data) {
      runtime.post(dialect, { __proto__: null, event, data });
    },
    /**
     * Sets the handler for the app's calls with this name.
     * @param {string} name
     * @param {(parameters: any, context: { signal: AbortSignal }) => any} handler
     */
    handle(name, handler) {
      handlers[name] = handler;
      waiting[name]?.(handler);
      delete waiting[name];
    },
    /**
     * Adds a listener for the app's events with this name. The first listener also receives the events that arrived
     * before it was added.
     * @param {string} event
     * @param {(data: any) => void} listener
     * @returns {() => void} removes the listener
     */
    on(event, listener) {
      const current = (listeners[event] ??= new NativeSet());
      apply(addTo, current, [listener]);
      const events = kept[event];
      delete kept[event];
      for (let place = 0; place < (events?.count ?? 0); place += 1) deliver(listener, events[place]);
      return () => void apply(deleteFrom, current, [listener]);
    },
  };
  const makeConnection = causewayConnection(contract, errors, surface);
  defineProperty(window, "causeway", { value: Object.freeze(surface), configurable: true });
}
