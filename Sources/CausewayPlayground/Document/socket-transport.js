/**
 * Carries packets over a WebSocket to `causeway serve`, for a page in an ordinary browser.
 *
 * Text frames are packets, in both directions. A packet begins with a digit. A text frame that begins with another
 * character is a message between this script and the server:
 *
 *     page to server                             server to page
 *     =<count>       packets that arrived        +<token> <frames>  the tokens for the next connections
 *     <<name>        send these bytes            ><name> <0 or 1>   whether the bytes were accepted
 *     !              the page is loaded          ?<id> <name>       is there a function of this dotted name?
 *     ?<id> <0 or 1> the answer to a question    $<path>            fetch this path, which sets a cookie
 *     $<path>        the path was fetched        ~<tab>             the name of this tab
 *     ^<name>        this frame is in this tab  #<sentence>         a sentence for the page's console
 *
 * Binary frames are bytes: a name, a line break, the bytes.
 *
 * @param {string} path the path of the WebSocket
 * @param {string} attribute the attribute of this script's element with the document's token, the token of its frames,
 * whether its HTML may have frames, and, in a document that does not come from the server, the server's address
 * @returns {CausewayConnect | undefined} `undefined` if this script was copied into a document without a token
 */
function causewaySocketTransport(path, attribute) {
  const { apply, defineProperty } = Reflect;
  const NativePromise = Promise;
  const NativeError = Error;
  const NativeTypeError = TypeError;
  const NativeWebSocket = WebSocket;
  const { send: sendFrame, close: closeSocket } = WebSocket.prototype;
  const { addEventListener } = EventTarget.prototype;
  const { fetch, Response, Uint8Array, ArrayBuffer, Blob, DataView } = window;
  const { arrayBuffer } = Response.prototype;
  const { set: setBytes, subarray, indexOf: indexOfByte, slice: sliceBytes } = Uint8Array.prototype;
  const { slice, indexOf, charCodeAt, split } = String.prototype;
  const { fromCharCode } = String;
  const { warn, info, error: complain } = console;
  const later = setTimeout.bind(window);
  const reload = location.reload.bind(location);
  /** @type {(prototype: any, name: string) => any} */
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const dataOf = getter(MessageEvent.prototype, "data");
  const sourceOf = getter(MessageEvent.prototype, "source");
  const codeOf = getter(CloseEvent.prototype, "code");
  const reasonOf = getter(CloseEvent.prototype, "reason");
  const setBinaryType = Object.getOwnPropertyDescriptor(WebSocket.prototype, "binaryType")?.set;
  const blobSize = getter(Blob.prototype, "size");
  const bufferLength = getter(ArrayBuffer.prototype, "byteLength");
  const arrayLength = getter(Object.getPrototypeOf(Uint8Array.prototype), "byteLength");
  const viewLength = getter(DataView.prototype, "byteLength");
  const { stopImmediatePropagation } = Event.prototype;
  const { postMessage } = window.top ?? window;
  const { getItem, setItem } = Storage.prototype;
  const isMainFrame = window === window.top;
  /** The beginning of the message with which a frame tells the top document its name. */
  const introduction = "causeway-frame ";
  /** The key of the tab's name in the session storage. A reloaded page belongs to the same tab. */
  const tabKey = "causeway.tab";

  const element = document.currentScript;
  const values = element?.getAttribute(attribute);
  if (!element || typeof values !== "string") return undefined;
  // Remove the element, because scripts of the page may count the elements of the head, or read its first script.
  element.remove();
  const { protocol, host } = location;
  let [token, frames, server = (protocol === "https:" ? "wss:" : "ws:") + "//" + host] = values.split(" ");
  const address = server + path + "?token=";
  // The frames have a token that all of them can use, because a new one would take an exchange with the server.
  causewayLocalFrames(element, attribute, () => frames + " " + frames + " " + server);

  /** The close code with which the server ends a conversation for good. Its reason is a sentence. */
  const ended = 4000;
  /** The close code for a token that is unknown or was used before. */
  const refused = 4001;
  /** The number of packets, and the number of their characters, after which this script confirms them to the server. */
  const [mostPackets, mostCharacters] = [32, 1 << 18];
  /** The shortest and the longest time between two attempts to connect, in milliseconds. */
  const [shortestPause, longestPause] = [100, 2000];

  /** The longest time that messages wait for a connection, in milliseconds, and the maximum size of all of them. */
  const [longestOutage, mostWaiting] = [10_000, 8 << 20];
  /** The time after which an empty frame connects without a message, in milliseconds. */
  const emptyTime = 100;
  /** The maximum number of sub-frames whose names wait for the connection. */
  const mostFrames = 1024;

  /** The session storage; undefined in a sandboxed frame. */
  const storage = (() => {
    try {
      return window.sessionStorage;
    } catch {
      return undefined;
    }
  })();

  /** The name of the tab, or of this frame until its tab is known. */
  const name = (isMainFrame ? storage && apply(getItem, storage, [tabKey]) : newName()) ?? "";

  /** Returns a name that no other frame can guess. */
  function newName() {
    const numbers = crypto.getRandomValues(new Uint32Array(4));
    let name = "";
    for (let place = 0; place < 4; place += 1) name += numbers[place].toString(16) + "-";
    return name;
  }

  /** @param {Promise<any>} promise */
  function own(promise) {
    defineProperty(promise, "constructor", /** @type {any} */ ({ __proto__: null, value: NativePromise }));
    return promise;
  }

  /** @param {any} size a size's getter @param {any} body @returns {number} -1 if the getter does not apply to `body` */
  function measure(size, body) {
    try {
      return apply(size, body, []);
    } catch {
      return -1;
    }
  }

  return ({ receive, fail, restart }) => {
    /** @type {WebSocket | undefined} */
    let socket;
    let isOpen = false;
    let isOver = false;
    let hasBegun = false;
    let wasOpen = false;
    let isLoaded = false;
    let pause = shortestPause;
    let packets = 0;
    let unconfirmed = 0;
    let characters = 0;
    let latestBytes = 0;
    /**
     * The frames that wait for the connection, in order.
     * @type {{ [index: number]: any, length: number }}
     */
    let waiting = { length: 0 };
    let waitingSize = 0;
    let isLost = false;
    /** The names of sub-frames that the server does not know yet. @type {{ [name: string]: boolean }} */
    let frameNames = Object.create(null);
    let frameCount = 0;
    /**
     * The transfers of bytes in either direction that have not ended, by the names of the bytes.
     * @type {{ [name: string]: [(value: any) => void, (reason: any) => void] }}
     */
    let transfers = Object.create(null);

    /** @param {string | ArrayBuffer} frame */
    function send(frame) {
      if (isOpen) return apply(sendFrame, socket, [frame]);
      if (isOver || isLost) return;
      if (!hasBegun) begin();
      const queue = waiting;
      // Drop the messages after a while, because the app must not act on a message long after the page has sent it.
      if (queue.length === 0) later(() => queue === waiting && queue.length > 0 && lose(), longestOutage);
      waitingSize += typeof frame === "string" ? frame.length : apply(bufferLength, frame, []);
      defineProperty(queue, queue.length++, plain(frame));
      if (!wasOpen || waitingSize <= mostWaiting) return;
      clear();
      isLost = true;
      // Fail the requests in a later task, because the caller has not finished its own request yet.
      later(() => isLost && lose(), 0);
    }

    /** Drops all messages that wait for the connection. */
    function clear() {
      waiting = { length: 0 };
      waitingSize = 0;
    }

    /** Makes the open requests fail, because the server does not answer. */
    function lose() {
      isLost = false;
      clear();
      failTransfers("causeway serve does not answer.");
      restart("causeway serve does not answer.");
    }

    /** @param {string} reason */
    function failTransfers(reason) {
      const lost = transfers;
      transfers = Object.create(null);
      for (const name in lost) lost[name]?.[1](new NativeError(reason));
    }

    /** @param {string} name the name of a sub-frame */
    function report(name) {
      if (isOpen) return send("^" + name);
      if (isOver || frameCount >= mostFrames) return;
      frameCount += 1;
      defineProperty(frameNames, name, plain(true));
    }

    /** @param {any} value */
    function plain(value) {
      return /** @type {any} */ ({ __proto__: null, value, configurable: true, enumerable: true, writable: true });
    }

    function begin() {
      if (hasBegun) return;
      hasBegun = true;
      connect();
    }

    function connect() {
      // Send the name to the top document, which then tells the server that this frame is in its tab.
      if (!isMainFrame) apply(postMessage, window.top, [introduction + name, "*"]);
      const current = new NativeWebSocket(address + token + "&name=" + name + (isMainFrame ? "&top=1" : ""));
      socket = current;
      apply(/** @type {any} */ (setBinaryType), current, ["arraybuffer"]);
      apply(addEventListener, current, ["open", () => opened(current)]);
      apply(addEventListener, current, ["message", (/** @type {any} */ event) => {
        if (current === socket) took(apply(dataOf, event, []));
      }]);
      apply(addEventListener, current, ["close", (/** @type {any} */ event) => {
        if (current === socket) closed(apply(codeOf, event, []), apply(reasonOf, event, []));
      }]);
    }

    /** @param {WebSocket} current */
    function opened(current) {
      if (current !== socket) return;
      if (isLost) lose();
      isOpen = true;
      pause = shortestPause;
      if (wasOpen) apply(info, console, ["causeway: connected again."]);
      wasOpen = true;
      const frames = waiting;
      clear();
      for (const name in frameNames) send("^" + name);
      frameNames = Object.create(null);
      frameCount = 0;
      for (let place = 0; place < frames.length; place += 1) apply(sendFrame, socket, [frames[place]]);
      if (isLoaded) send("!");
    }

    /** @param {number} code @param {string} reason */
    function closed(code, reason) {
      const hadOpened = isOpen;
      isOpen = false;
      packets = unconfirmed = characters = 0;
      if (hadOpened || code === ended || code === refused) failTransfers("The connection to causeway serve was lost.");
      if (code === ended || code === refused) {
        isOver = true;
        clear();
        if (code === refused) apply(complain, console, ["causeway: " + reason]);
        return fail(reason);
      }
      if (hadOpened) {
        clear();
        apply(warn, console, [
          "causeway: the connection to causeway serve was lost. Open requests fail; this page connects again as soon as it can.",
        ]);
        restart("The connection to causeway serve was lost.");
      }
      later(connect, pause);
      pause = pause * 2 < longestPause ? pause * 2 : longestPause;
    }

    /** @param {string | ArrayBuffer} data */
    function took(data) {
      if (typeof data !== "string") return tookBytes(data);
      const mark = apply(charCodeAt, data, [0]);
      if (mark >= 0x30 && mark <= 0x39) return tookPacket(data);
      const rest = apply(slice, data, [1]);
      const space = apply(indexOf, rest, [" "]);
      if (mark === 0x2b) {
        token = apply(slice, rest, [0, space]);
        frames = apply(slice, rest, [space + 1]);
      } else if (mark === 0x3e) {
        const name = apply(slice, rest, [0, space]);
        const transfer = transfers[name];
        delete transfers[name];
        if (apply(slice, rest, [space + 1]) === "1") transfer?.[0](name);
        else transfer?.[1](new NativeError("The app refused the bytes, or has no bytes under this name."));
      } else if (mark === 0x3f) {
        if (isOpen) send("?" + apply(slice, rest, [0, space]) + (isFunction(apply(slice, rest, [space + 1])) ? " 1" : " 0"));
      } else if (mark === 0x2a) {
        reload();
      } else if (mark === 0x7e) {
        if (storage) remember(rest);
      } else if (mark === 0x23) {
        apply(warn, console, ["causeway: " + rest]);
      } else if (mark === 0x24) {
        const done = () => isOpen && send("$" + rest);
        const options = { __proto__: null, method: "POST", credentials: "same-origin", cache: "no-store" };
        own(fetch(rest, /** @type {any} */ (options))).then(done, done);
      }
    }

    /** @param {string} tab */
    function remember(tab) {
      try {
        apply(setItem, storage, [tabKey, tab]);
      } catch {
        // The storage is full, so the page will belong to a new tab after a reload.
      }
    }

    /** @param {string} packet */
    function tookPacket(packet) {
      packets += 1;
      unconfirmed += 1;
      characters += packet.length;
      if (unconfirmed >= mostPackets || characters >= mostCharacters) {
        unconfirmed = characters = 0;
        send("=" + packets);
      }
      receive(packet);
    }

    /** @param {string} path names that are separated by dots, from `window` */
    function isFunction(path) {
      try {
        /** @type {any} */
        let value = window;
        const names = apply(split, path, ["."]);
        for (let place = 0; place < names.length; place += 1) value = value[names[place]];
        return typeof value === "function";
      } catch {
        return false;
      }
    }

    // Bytes

    /** @param {ArrayBuffer} data */
    function tookBytes(data) {
      const bytes = new Uint8Array(data);
      const end = apply(indexOfByte, bytes, [0x0a]);
      const name = apply(fromCharCode, undefined, /** @type {any} */ (apply(subarray, bytes, [0, end])));
      const transfer = transfers[name];
      delete transfers[name];
      const { buffer } = apply(sliceBytes, bytes, [end + 1]);
      transfer?.[0](buffer);
    }

    /** @param {string} name @param {string | ArrayBuffer} frame @returns {Promise<any>} */
    function transfer(name, frame) {
      return new NativePromise((resolve, reject) => {
        defineProperty(transfers, name, plain([resolve, reject]));
        send(frame);
      });
    }

    /** @param {any} body @returns {Promise<string>} */
    async function handOver(body) {
      let size = measure(bufferLength, body);
      if (size < 0) size = measure(arrayLength, body);
      if (size < 0) size = measure(viewLength, body);
      if (size < 0 && measure(blobSize, body) < 0) {
        throw new NativeTypeError("bytes must be an ArrayBuffer, a view of one, or a Blob");
      }
      const name = "" + ++latestBytes;
      const copy = await own(apply(arrayBuffer, new Response(body), []));
      // Check the result, because promises look up `then` even on a buffer, and the page may have defined `then` on
      // every object.
      if (measure(bufferLength, copy) < 0) throw new NativeError("The page replaced the bytes during the copy.");
      const frame = new Uint8Array(name.length + 1 + apply(bufferLength, copy, []));
      for (let place = 0; place < name.length; place += 1) frame[place] = apply(charCodeAt, name, [place]);
      frame[name.length] = 0x0a;
      apply(setBytes, frame, [new Uint8Array(copy), name.length + 1]);
      return own(transfer(name, frame.buffer));
    }

    /** @param {string} name @returns {Promise<ArrayBuffer>} */
    const collect = (name) => transfer(name, "<" + name);

    if (isMainFrame) {
      apply(addEventListener, window, ["load", () => {
        isLoaded = true;
        if (isOpen) send("!");
      }]);
      apply(addEventListener, window, ["message", (/** @type {any} */ event) => {
        const data = apply(dataOf, event, []);
        if (typeof data !== "string" || apply(indexOf, data, [introduction]) !== 0) return;
        // Check the sender, because any window can send such a message and could so put its own frame into this tab.
        // `isTrusted` and the `top` of the source window cannot be forged, and `top` may be read across origins.
        const source = apply(sourceOf, event, []);
        if (!event.isTrusted || !source || source === window || source.top !== window) return;
        // Hide the message from the page's own listeners.
        apply(stopImmediatePropagation, event, []);
        report(apply(slice, data, [introduction.length]));
      }]);
    }
    // Many frames are empty only until the page has set their address. Such a frame is no document of the page.
    if (location.href === "about:blank") later(begin, emptyTime);
    else begin();
    return { send, handOver, collect };
  };
}
