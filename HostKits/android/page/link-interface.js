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
    const { parse, stringify } = JSON;
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
