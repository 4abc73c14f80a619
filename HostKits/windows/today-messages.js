/*
 * The Today WebView Bridge: the page script for WebView2, over messages.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `window.todayWebViewBridge`, whose `postMessage(message)` returns a promise that settles once.
 *  - It tags the main frame with `window.__todayWebView = { platform: "windows" }`. The tag is a hint for rendering
 *    and proves nothing.
 *  - Without the app's channel, it defines no bridge.
 *  - The channel is `chrome.webview`, which carries text. To the app:
 *    `{"document":"…","todayWebViewBridge":{ id, ...message }}`. To the page, with PostWebMessageAsString or
 *    PostWebMessageAsJson: `{"document":"…","todayWebViewBridge":{ id, result }}` or the same with `{ id, error }`,
 *    with the `document` of the request. An answer with another `document`, or without one, is ignored, and so are all
 *    other messages of the app.
 *  - A sub-frame gets `undefined` at once, and sends only messages that are for every frame.
 *
 * What the app must do (the rules of the contract)
 *  - Dispatch on `type` alone. Ignore unknown fields, and `id`.
 *  - `track`: `ename` must be a non-empty string; otherwise the app ignores the event. The app keeps only strings,
 *    numbers and booleans from `parameters`. It adds eid, sid, ts, tz, uid, did, client_plat and ctx, which replace
 *    parameters of the same name. It answers `undefined` at once. Every frame may call it.
 *  - `headers`: The answer is an object whose values are strings, or `{}` if there are no headers. The call never
 *    rejects.
 *  - `refreshToken`: The answer is `{ authorization }`, a ready-made header value. Calls that arrive while a refresh
 *    runs share that refresh. Only this call may reject, and only if the user must sign in again. It then rejects with
 *    one readable sentence, without secrets.
 *  - `establishSession`: The app sets the cookie embed_bearer (raw token, trusted host, Path=/api/, Secure, HttpOnly)
 *    and answers `{ ok: true }` once the cookie is stored. Every failure is `{ ok: false }`. With `refresh: true`, the
 *    app uses the token of the shared refresh.
 *  - `headers`, `refreshToken` and `establishSession` are for the main frame of an origin that you trust, compared by
 *    scheme, host and port. Every other frame gets `undefined`: no token and no cookie for a sub-frame. Decide by what
 *    the web view reports about the sender, never by what a message says.
 *  - Answer any other `type`, no `type`, and a body that is not an object with `undefined`; never reject.
 *  - Never log a token or a header value.
 *  - WebView2 posts an answer to the document that is shown at that time. Before each answer, compare the origin of
 *    CoreWebView2.Source with the trusted one again, and drop the answer if NavigationStarting or ContentLoading was
 *    raised since the request. Otherwise a token reaches the next page, which can listen without this script.
 */
(() => {
  "use strict";

  /**
   * Returns a function that writes a value as JSON. The function is `JSON.stringify`, but ignores a `toJSON` that the
   * page has added to the prototypes of objects, arrays, functions, dates, strings, numbers and Booleans: old versions of
   * Prototype.js, for example, make every array a string with such a method. The app would get other values than the page
   * has passed, and other values than Apple's web views pass, because a structured copy calls no `toJSON`.
   *
   * The function calls the `toJSON` of the page's own objects and classes, that of the browser's objects, such as `URL`,
   * and one that the page has added to `BigInt.prototype`, because JSON cannot express a BigInt without it.
   *
   * This function must be called before code of the page runs, because it saves the built-in functions that it needs.
   *
   * @returns {(value: any) => string} The function returns undefined for a value that JSON omits, such as a function of
   * the page, but has the type of `JSON.stringify`.
   */
  function jsonWriter() {
    const { stringify } = JSON;
    const { apply, getPrototypeOf, setPrototypeOf } = Reflect;
    const { hasOwn, keys } = Object;
    const { isArray } = Array;
    const { isFinite } = Number;
    const NativeTypeError = TypeError;
    const { toString } = Object.prototype;
    const { getTime, toISOString } = Date.prototype;
    const { valueOf: stringOf } = String.prototype;
    const { valueOf: numberOf } = Number.prototype;
    const { valueOf: booleanOf } = Boolean.prototype;
    const objects = Object.prototype;
    const arrays = Array.prototype;
    const functions = Function.prototype;
    const dates = Date.prototype;
    const strings = String.prototype;
    const numbers = Number.prototype;
    const booleans = Boolean.prototype;
    const integers = BigInt.prototype;
    const { toJSON: dateToJSON } = dates;

    /** Returns whether the page has added no `toJSON` to these prototypes. This check is made for every message. */
    function isUnchanged() {
      // Arrays, functions and the other kinds inherit from `Object.prototype`, so this also finds a `toJSON` there.
      return !("toJSON" in arrays || "toJSON" in functions || "toJSON" in strings || "toJSON" in numbers
        || "toJSON" in booleans) && dates.toJSON === dateToJSON;
    }

    /**
     * Returns whether the `toJSON` of an object is ignored.
     * @param {any} owner
     */
    const isIgnored = (owner) =>
      owner === objects || owner === arrays || owner === functions || owner === dates || owner === strings
      || owner === numbers || owner === booleans;

    /**
     * Returns the member `toJSON` of an object; undefined if it has none, or only one that is ignored.
     * @param {any} value
     */
    function methodOf(value) {
      for (let owner = value; owner !== null; owner = getPrototypeOf(owner)) {
        if (hasOwn(owner, "toJSON") && !isIgnored(owner)) return value.toJSON;
      }
      return undefined;
    }

    /** @param {any} value a Date @returns {string | null} null for an invalid date */
    const dateText = (value) => (isFinite(apply(getTime, value, [])) ? apply(toISOString, value, []) : null);

    /**
     * Returns the primitive value of a Date, or of an object such as `new String("x")`; the value itself for any other
     * object.
     * @param {any} value @param {boolean} isDateText whether a Date is its text, and not an object without members
     */
    function unboxed(value, isDateText) {
      try {
        switch (apply(toString, value, [])) {
          case "[object Date]": return isDateText ? dateText(value) : value;
          case "[object String]": return apply(stringOf, value, []);
          case "[object Number]": return apply(numberOf, value, []);
          case "[object Boolean]": return apply(booleanOf, value, []);
        }
      } catch {
        // Only the name in `Symbol.toStringTag` is that of such an object.
      }
      return value;
    }

    /**
     * The objects that contain a value, from the innermost one.
     * @typedef {{ value: object, above: Container | undefined }} Container
     */

    /**
     * Returns a copy that no `toJSON` on a prototype affects: its objects and arrays have no prototype.
     * @param {any} value @param {string} key the value's name in its container @param {Container | undefined} above
     * @returns {any}
     */
    function copy(value, key, above) {
      let written = value;
      if (typeof value === "bigint") {
        const method = hasOwn(integers, "toJSON") ? /** @type {any} */ (integers).toJSON : undefined;
        if (typeof method !== "function") throw new NativeTypeError("JSON cannot express a BigInt.");
        written = apply(method, value, [key]);
      } else if ((typeof value === "object" && value !== null) || typeof value === "function") {
        const method = methodOf(value);
        const isCalled = typeof method === "function";
        written = isCalled ? apply(method, value, [key]) : value;
        if (typeof written === "object" && written !== null) written = unboxed(written, !isCalled);
      }
      if (typeof written === "function") return undefined;
      if (typeof written !== "object" || written === null) return written;
      for (let each = above; each; each = each.above) {
        if (each.value === written) throw new NativeTypeError("JSON cannot express a cyclic object.");
      }
      return copyMembers(written, /** @type {any} */ ({ __proto__: null, value: written, above }));
    }

    /** @param {any} value @param {Container} container the container for the members */
    function copyMembers(value, container) {
      if (isArray(value)) {
        /** @type {any[]} */
        const list = [];
        setPrototypeOf(list, null);
        for (let index = 0; index < value.length; index += 1) list[index] = copy(value[index], "" + index, container);
        return list;
      }
      /** @type {any} */
      const members = { __proto__: null };
      const names = keys(value);
      for (let index = 0; index < names.length; index += 1) {
        members[names[index]] = copy(value[names[index]], names[index], container);
      }
      return members;
    }

    return (value) => stringify(isUnchanged() ? value : copy(value, "", undefined));
  }

  /**
   * Defines the platform tag in the main frame. Pages read the tag first, and guess the platform only if the tag is
   * missing.
   *
   * @param {CausewayRuntime} runtime
   * @param {string} platform
   */
  function todayPlatform(runtime, platform) {
    if (!runtime.isMainFrame) return;
    Reflect.defineProperty(window, "__todayWebView", {
      value: Object.freeze({ platform }), enumerable: true, configurable: true,
    });
  }

  /**
   * A capability, as `TodayCapability.forPages` writes it in Swift: whether every frame is served, whether the promise
   * rejects if the app has no answer, and the JSON text with which it resolves otherwise (absent for `undefined`).
   *
   * @typedef {{ everyFrame?: boolean, rejects?: boolean, otherwise?: string }} TodayCapability
   * @typedef {{ [type: string]: TodayCapability }} TodayCapabilities
   */

  /**
   * Returns functions that answer messages without the app, with the fallback that the contract defines for each
   * capability.
   *
   * @param {TodayCapabilities} capabilities
   */
  function todayFallbacks(capabilities) {
    const { setPrototypeOf } = Reflect;
    const { parse } = JSON;
    const NativeError = Error;
    // Remove the prototypes. Otherwise types and members would be read from the page's `Object.prototype`.
    setPrototypeOf(capabilities, null);
    for (const type in capabilities) setPrototypeOf(capabilities[type], null);

    /** @param {any} message @returns {TodayCapability | undefined} */
    function capability(message) {
      try {
        const { type } = message;
        return typeof type === "string" ? capabilities[type] : undefined;
      } catch {
        // Reading `type` can throw. Such a message is treated like a message without a type.
      }
    }

    /**
     * Returns whether the app serves a sub-frame that sends the message.
     * @param {any} message
     */
    const isForEveryFrame = (message) => capability(message)?.everyFrame === true;

    /**
     * Settles a message that the app will not answer. A sub-frame always gets `undefined`, which is also the app's
     * answer to a sub-frame.
     * @param {any} message
     * @param {string} reason
     * @param {(value: any) => void} resolve
     * @param {(error: Error) => void} reject
     */
    function settle(message, reason, resolve, reject) {
      if (window !== window.top) return resolve(undefined);
      const entry = capability(message);
      if (entry?.rejects) {
        reject(new NativeError(reason));
      } else {
        resolve(entry?.otherwise === undefined ? undefined : parse(entry.otherwise));
      }
    }

    return { isForEveryFrame, settle };
  }

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

  /**
   * Makes `window.todayWebViewBridge` on Windows over `window.chrome.webview` of WebView2: over its messages, or over a
   * host object with the single method `Handle`. Both look the same to the page.
   *
   * In a sub-frame, every call resolves with `undefined` at once, and only messages that every frame may send are sent to
   * the app. Otherwise a sub-frame would wait forever for an app that does not listen to sub-frames.
   *
   * @param {string[]} channelNames
   * @param {TodayCapabilities} capabilities
   * @param {string} name the member in which messages travel, or the host object's name
   * @param {"messages" | "hostObject"} transport
   */
  function todayWindowsShim(channelNames, capabilities, name, transport) {
    const { apply, getOwnPropertyDescriptor } = Reflect;
    const { parse, stringify } = JSON;
    const { then } = Promise.prototype;
    const NativePromise = Promise;
    const NativeString = String;
    const webview = /** @type {any} */ (window).chrome?.webview;
    if (!webview) return;
    // This check is safe, because a page cannot replace `top`.
    const isSubframe = window !== window.top;

    /**
     * Returns the function that sends a message through `chrome.webview.postMessage`.
     *
     * The app may send other messages on the same channel, so only the member `name` of a message is read as an answer.
     * Request ids start again in each document, and WebView2 delivers a message to the document that is shown at that
     * time. Therefore an answer that does not repeat this document's name is ignored, because it belongs to another
     * document.
     * @param {TodayAnswers} answers
     */
    function overMessages({ settle }) {
      const { postMessage } = webview;
      let documentName = "";
      for (const number of crypto.getRandomValues(new Uint32Array(4))) {
        documentName += number.toString(16).padStart(8, "0");
      }
      const head = '{"document":"' + documentName + '",' + stringify(name) + ":";
      webview.addEventListener("message", (/** @type {MessageEvent} */ event) => {
        let { data } = event;
        try {
          if (typeof data === "string") data = parse(data);
        } catch {
          return;
        }
        if (typeof data !== "object" || data === null) return;
        if (getOwnPropertyDescriptor(data, "document")?.value !== documentName) return;
        settle(getOwnPropertyDescriptor(data, name)?.value);
      });
      return (/** @type {string} */ text) => apply(postMessage, webview, [head + text + "}"]);
    }

    /** @param {TodayAnswers} answers */
    function overHostObject({ settle, fail }) {
      const host = webview.hostObjects[name];
      return (/** @type {string} */ text, /** @type {number} */ id) => {
        const answer = new NativePromise((resolve) => resolve(host.Handle(text)));
        /** @param {any} json */
        const onValue = (json) => {
          if (json === null || json === undefined) return settle({ id });
          try {
            settle({ id, result: parse(json) });
          } catch {
            fail(id, "The app's answer cannot be read.");
          }
        };
        /** @param {any} reason */
        const onReason = (reason) => {
          const message = typeof reason === "object" && reason !== null ? reason.message : reason;
          fail(id, message ? NativeString(message) : "The app could not answer.");
        };
        apply(then, answer, [onValue, onReason]);
      };
    }

    todayShim(channelNames, capabilities, (answers) => {
      const send = transport === "messages" ? overMessages(answers) : overHostObject(answers);
      if (!isSubframe) return send;
      return (text, id) => {
        answers.settle({ id });
        if (answers.isForEveryFrame(parse(text))) send(text, id);
      };
    });
  }

  const capabilities = /** @type {TodayCapabilities} */ ({
    track: {"everyFrame":true},
    headers: {"otherwise":"{}"},
    refreshToken: {"rejects":true},
    establishSession: {"otherwise":"{\"ok\":false}"},
  });
  todayPlatform(/** @type {any} */ ({ isMainFrame: window === window.top }), "windows");
  todayWindowsShim(["todayWebViewBridge"], capabilities, "todayWebViewBridge", "messages");
})();
