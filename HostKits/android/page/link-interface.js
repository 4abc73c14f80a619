/*
 * Bitcoin.com Link: the page script for Android, over addJavascriptInterface.
 *
 * Made by script/make-host-kits from Causeway's own page scripts: change those, not this file.
 *
 * What this script does
 *  - It gives the page `_bitcoinWalletApi.messageHandler(text)`, on a plain object that the page may extend. It passes
 *    each reply to the function `_bitcoinWalletApi.receiveMessage(reply)` that exists at that time, and always after
 *    the call that sent the request has returned.
 *  - Without the app's channel, it defines nothing.
 *  - The channel is the object `bitcoinLinkNative` of `addJavascriptInterface`. This file is a function: the app calls
 *    it with `{ origin: key }`, the key of each origin that it serves (KeyedInterface.java does that). It works only in
 *    the main frame of these origins. `postMessage(key, document, text)` takes `{ id, document, message }` as text; the
 *    app answers with `bitcoinLinkReceive(document, text)`: `{ id, reply }`, `{ id, error }` or `{ id }`.
 *
 * What the app must do (LinkBridge.java does it)
 *  - Answer every request once, in the frame that sent it. Drop a second request with the messageId of an open one.
 *  - Check every field first. Invalid input is MALFORMED_INPUT, an unknown command PROTOCOL_ERROR, a refusal CANCELED.
 *  - Before sendAssets, payInvoice, createToken and requestWeb3Sign, show the origin that the web view reports, and ask
 *    the user to approve exactly this request.
 *  - Serve the main frame and the sub-frames of the same origin; every other frame gets CONNECTION_DENIED.
 */
(function (/** @type {{ [origin: string]: string }} */ keys) {
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
   * Makes the page's side of Bitcoin.com Link. It sends messages to the app and passes each reply to the function
   * `_bitcoinWalletApi.receiveMessage` that exists at that time.
   *
   * A reply always comes after the call that sent the message has returned, because clients store their resolver only
   * then.
   *
   * @param {CausewayRuntime} runtime
   * @param {string} dialect
   * @param {"ios" | "android"} surface
   */
  function linkSurface(runtime, dialect, surface) {
    const { defineProperty } = Reflect;
    const { parse } = JSON;
    const { isFinite } = Number;
    const NativeError = Error;
    const enqueue = queueMicrotask.bind(window);
    const scope = /** @type {any} */ (window);

    /** @param {any} value */
    function changeable(value) {
      return /** @type {PropertyDescriptor} */ ({
        __proto__: null, value, configurable: true, enumerable: true, writable: true,
      });
    }

    /** @param {any} reply */
    function deliver(reply) {
      runtime.attempt(dialect, () => void scope._bitcoinWalletApi.receiveMessage(reply));
    }

    /** The number of open requests for each id. */
    const open = Object.create(null);

    /**
     * Returns the id and the command of a message, which its reply repeats. Returns undefined if the message has no
     * usable id; in that case the page does not wait for a reply.
     * @param {any} message
     */
    function readHead(message) {
      try {
        const { messageId, command } = typeof message === "string" ? parse(message) : message;
        if (typeof messageId === "string" ? messageId === "" : !isFinite(messageId)) return undefined;
        return { key: typeof messageId + messageId, messageId, command: typeof command === "string" ? command : "" };
      } catch {
        return undefined;
      }
    }

    /** @typedef {ReturnType<typeof readHead>} LinkHead */

    /** @param {LinkHead} head */
    function close(head) {
      if (head && --open[head.key] === 0) delete open[head.key];
    }

    /**
     * Answers a message that the app could not read or will not answer any more. Sends nothing while another request
     * with the same id is open, because the page would mistake this answer for the answer to that request.
     * @param {LinkHead} head
     * @param {{ type: string, description: string }} error
     */
    function refuse(head, error) {
      if (head && !open[head.key]) deliver({ messageId: head.messageId, command: head.command, error });
    }

    /** @param {any} reason */
    const denial = (reason) => ({ type: "CONNECTION_DENIED", description: reason.message });

    /**
     * Sends a message to the app.
     * @param {any} message
     * @param {LinkHead} head
     * @returns {any} the error if no app accepts the message; otherwise undefined
     */
    function send(message, head) {
      let isSent = false;
      let failure;
      if (head) open[head.key] = (open[head.key] ?? 0) + 1;
      runtime.begin(
        dialect,
        message,
        (reply) => {
          close(head);
          if (reply !== undefined) deliver(reply);
        },
        (reason, isGone) => {
          close(head);
          if (isSent) {
            refuse(head, isGone ? denial(reason) : reason);
          } else {
            failure = reason;
          }
        },
      );
      isSent = true;
      return failure;
    }

    if (surface === "ios") {
      runtime.messageHandler("sendMessageHandler", (message) => {
        const head = readHead(message);
        const failure = send(message, head);
        if (failure) enqueue(() => refuse(head, denial(failure)));
      });
    } else {
      // Throws an error if no app accepts the message. Clients treat the error as a missing wallet, which is correct.
      const messageHandler = (/** @type {any} */ message) => {
        const failure = send(message, readHead(message));
        if (failure) throw new NativeError(failure.message);
      };
      const present = scope._bitcoinWalletApi;
      // The object is plain and extensible because the client adds its own `receiveMessage` to it.
      const api = typeof present === "object" && present !== null ? present : {};
      defineProperty(api, "messageHandler", changeable(messageHandler));
      if (api !== present) defineProperty(window, "_bitcoinWalletApi", changeable(api));
    }
  }

  /** Returns a name for this document that no other frame can guess: 32 hexadecimal digits. */
  function documentName() {
    let name = "";
    for (const number of crypto.getRandomValues(new Uint32Array(4))) name += number.toString(16).padStart(8, "0");
    return name;
  }

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

  /**
   * Opens the raw channel over an object of `addJavascriptInterface`. Every frame of the web view sees such an object,
   * and the web view does not report which frame calls it. Therefore the app gives a key to the main frame of each
   * origin that it serves, and drops a message without a key. Each answer contains the name of the document that it is
   * for.
   *
   * @param {string} nativeName the name of the object
   * @param {string} callbackName the name of the global function that the app calls with its answers
   * @param {{ [origin: string]: string }} keys the key of each origin, in an object without a prototype
   * @returns {((receive: (text: string) => void) => (text: string) => void) | undefined} undefined in a document
   *   that is not served or already has the channel
   */
  function androidInterface(nativeName, callbackName, keys) {
    const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
    const native = /** @type {any} */ (window)[nativeName];
    if (!native || getOwnPropertyDescriptor(window, callbackName)) return undefined;
    // This check is safe, because a page cannot replace `top` or `location`. The keys must not be passed to a function:
    // a page that is not served may have replaced the function before, and would get the keys.
    const key = window === window.top ? keys[location.origin] : undefined;
    if (key === undefined) return undefined;
    const { postMessage } = native;
    const name = documentName();
    return (receive) => {
      /** @param {string} recipient @param {string} answer */
      const callback = (recipient, answer) => {
        if (recipient === name) receive(answer);
      };
      // Scripts of the page may have run before, so the descriptor must not inherit from the page's `Object.prototype`.
      defineProperty(window, callbackName, /** @type {PropertyDescriptor} */ ({ __proto__: null, value: callback }));
      return (text) => apply(postMessage, native, [key, name, text]);
    };
  }

  const connect = androidInterface("bitcoinLinkNative", "bitcoinLinkReceive", keys);
  if (connect) linkSurface(linkRuntime(connect), "link", "android");
})
