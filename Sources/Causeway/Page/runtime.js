/**
 * The page's half of a conversation: it numbers requests, sends what is said in one microtask as one packet, and
 * settles each request once. The lines of a packet are described in Wire.swift.
 *
 * It runs before any script of the page and keeps what it needs of the language, so a page that replaces `Promise`,
 * `JSON` or a prototype changes only its own copies. What it looks up a name in, or reads a member of that may be
 * missing, has no prototype; property descriptors neither. Its only arrays are lists of arguments, which are read by
 * their own elements. So nothing that a page puts on `Object.prototype` or `Array.prototype` is asked.
 *
 * @param {CausewayConnect | undefined} connect the host's way to carry packets
 * @returns {CausewayRuntime | undefined} nothing if this document has a runtime already, or the host no way
 */
function causewayRuntime(connect) {
  if (!connect) return undefined;
  const { parse, stringify } = JSON;
  const { apply, defineProperty, setPrototypeOf } = Reflect;
  const { indexOf, slice } = String.prototype;
  const NativePromise = Promise;
  const NativeError = Error;
  const NativeString = String;
  const { then } = Promise.prototype;
  const enqueue = queueMicrotask.bind(window);
  const warn = console.warn.bind(console);
  /** How much of what an error says is told, in characters. */
  const longestDescription = 1024;

  // Looked up by syntax alone: `document.open` runs this again, in whatever the page has made of the language.
  const mark = "causeway.runtime";
  if (/** @type {any} */ (document)[mark]) return undefined;
  defineProperty(document, mark, constant(true));

  /**
   * @typedef {{ resolve: (value: any) => void, reject: (reason: any, isGone: boolean) => void, isAsked: boolean }} Settler
   */
  /** @type {{ [id: string]: Settler }} */
  const requests = Object.create(null);
  /** @type {{ [dialect: string]: CausewayReceiver }} */
  const receivers = Object.create(null);
  /** @type {{ [number: string]: string }} */
  const early = Object.create(null);
  /** @type {{ [place: number]: any, count: number }} */
  const held = { __proto__: null, count: 0 };
  let open = 0;
  let listens = false;
  let latest = 0;
  let expected = 1;
  let outbox = "";
  let failure = "";

  const channel = connect({ receive, fail, restart, isExpecting: () => listens || open > 0 });

  /**
   * The descriptor of a property that does not change. Plain ones would heed what the page put on `Object.prototype`.
   * @param {any} value
   */
  function constant(value) {
    return /** @type {PropertyDescriptor} */ ({ __proto__: null, value });
  }

  /** @param {any} value */
  function changeable(value) {
    return /** @type {PropertyDescriptor} */ ({ __proto__: null, value, configurable: true, enumerable: true });
  }

  // To the app

  /** @param {string} line */
  function say(line) {
    if (outbox === "") enqueue(flush);
    outbox += line + "\n";
  }

  function flush() {
    const packet = outbox;
    outbox = "";
    if (packet !== "") channel.send(packet);
  }

  /** @param {any} body */
  function text(body) {
    try {
      // JSON has no undefined; neither has it functions and symbols, for which stringify gives undefined too.
      return body === undefined ? "" : stringify(body) ?? "!a " + typeof body + " has no JSON form";
    } catch (error) {
      return "!" + oneLine(describe(error));
    }
  }

  /** @param {any} error */
  function describe(error) {
    try {
      const message = typeof error === "object" && error !== null ? error.message : undefined;
      return typeof message === "string" ? message : NativeString(error);
    } catch {
      return "an error that cannot be described";
    }
  }

  /** @param {string} value */
  function oneLine(value) {
    const json = stringify(value);
    return apply(slice, json, [1, json.length - 1]);
  }

  /**
   * @param {string} dialect
   * @param {any} body
   * @param {(value: any) => void} resolve
   * @param {(reason: any, isGone: boolean) => void} reject
   * @param {ArrayBuffer | ArrayBufferView | Blob} [bytes]
   */
  function begin(dialect, body, resolve, reject, bytes) {
    const id = ++latest;
    const head = dialect + " " + id + " ";
    const tail = text(body);
    if (failure !== "") {
      reject(new NativeError(failure), true);
      return id;
    }
    defineProperty(requests, id, changeable({ resolve, reject, isAsked: bytes === undefined }));
    open += 1;
    if (bytes === undefined) {
      say("r " + head + tail);
    } else {
      handOver(id, bytes, (name) => say("b " + head + name + " " + tail));
    }
    return id;
  }

  /**
   * The bytes go first. What ends the request in the meantime keeps it from being asked.
   * @param {number} id
   * @param {ArrayBuffer | ArrayBufferView | Blob} bytes
   * @param {(name: string) => void} ask
   */
  function handOver(id, bytes, ask) {
    if (!channel.handOver) return settle("" + id, false, "The app's host carries no bytes.");
    whenSettled(
      channel.handOver(bytes),
      (name) => {
        const settler = requests[id];
        if (!settler) return say("d " + name);
        settler.isAsked = true;
        ask(name);
      },
      (reason) => settle("" + id, false, describe(reason)),
    );
  }

  /** @param {number} id */
  function withdraw(id) {
    const settler = requests[id];
    if (!settler) return;
    if (settler.isAsked) {
      say("c " + id);
    } else {
      settle("" + id, false, "The page withdrew the request.");
    }
  }

  /** @param {string} dialect @param {any} body */
  function request(dialect, body) {
    return new NativePromise((resolve, reject) => void begin(dialect, body, resolve, reject));
  }

  /** @param {string} dialect @param {any} body */
  function post(dialect, body) {
    if (failure !== "") return false;
    say("m " + dialect + " " + text(body));
    return true;
  }

  /** @param {string} dialect @param {CausewayReceiver} receiver */
  function receiver(dialect, receiver) {
    setPrototypeOf(receiver, null);
    defineProperty(receivers, dialect, changeable(receiver));
    listens = true;
  }

  /**
   * Presents `window.webkit.messageHandlers[name]`, as pages for Apple's web views expect it. Where the engine has
   * that namespace the handler joins it.
   * @param {string} name
   * @param {(message: any) => any} postMessage
   */
  function messageHandler(name, postMessage) {
    const scope = /** @type {any} */ (window);
    if (!scope.webkit) defineProperty(window, "webkit", changeable({ messageHandlers: {} }));
    const { messageHandlers } = scope.webkit;
    // The reference keeps the engine's namespace object, which forgets what was added when nobody holds it.
    held[held.count++] = messageHandlers;
    defineProperty(messageHandlers, name, changeable({ postMessage }));
  }

  // From the app

  /** Takes packets in the order of their numbers, whatever the order of arrival. @param {string} packet */
  function receive(packet) {
    let end = apply(indexOf, packet, ["\n"]);
    if (end < 0) end = packet.length;
    early[+apply(slice, packet, [0, end])] = apply(slice, packet, [end + 1]);
    while (early[expected] !== undefined) {
      const lines = early[expected];
      delete early[expected];
      expected += 1;
      take(lines);
    }
  }

  /** @param {string} lines */
  function take(lines) {
    let start = 0;
    while (start < lines.length) {
      let end = apply(indexOf, lines, ["\n", start]);
      if (end < 0) end = lines.length;
      try {
        takeLine(apply(slice, lines, [start, end]));
      } catch (error) {
        // The rest of the packet must still arrive.
        warn("causeway:", error);
      }
      start = end + 1;
    }
  }

  /** @param {string} line */
  function takeLine(line) {
    const kind = line[0];
    let start = 2;
    const word = () => {
      let end = apply(indexOf, line, [" ", start]);
      if (end < 0) end = line.length;
      const word = apply(slice, line, [start, end]);
      start = end + 1;
      return word;
    };
    const body = () => (start >= line.length ? undefined : parse(apply(slice, line, [start])));
    // A dialect's own message: what it leaves out must not be found on the page's `Object.prototype`.
    const message = () => {
      const value = body();
      if (typeof value === "object" && value !== null) setPrototypeOf(value, null);
      return value;
    };
    if (kind === "s" || kind === "f") {
      settle(word(), kind === "s", body());
    } else if (kind === "b") {
      collect(word(), word());
    } else if (kind === "d") {
      const dialect = word();
      attempt(dialect, () => receivers[dialect]?.message?.(message()));
    } else if (kind === "q") {
      const dialect = word();
      const call = word();
      answer(call, receivers[dialect], message());
    }
  }

  /**
   * Runs what may call a function of the page's own. If it throws, the app is told.
   * @param {string} dialect
   * @param {() => void} work
   */
  function attempt(dialect, work) {
    try {
      work();
    } catch (error) {
      warn("causeway:", error);
      if (failure === "") say("x " + dialect + " " + text(apply(slice, describe(error), [0, longestDescription])));
    }
  }

  /** @param {string} id @param {boolean} isAnswer @param {any} body */
  function settle(id, isAnswer, body, isGone = false) {
    const settler = requests[id];
    if (!settler) return;
    delete requests[id];
    open -= 1;
    if (isAnswer) {
      settler.resolve(body);
    } else {
      settler.reject(typeof body === "string" ? new NativeError(body) : body, isGone);
    }
  }

  /** The answer is bytes, which travel apart. @param {string} id @param {string} name */
  function collect(id, name) {
    if (!channel.collect) return settle(id, false, "The app's host carries no bytes.");
    whenSettled(
      channel.collect(name),
      (bytes) => settle(id, true, bytes),
      (reason) => settle(id, false, describe(reason)),
    );
  }

  /** @param {string} call @param {CausewayReceiver | undefined} receiver @param {any} body */
  function answer(call, receiver, body) {
    const refuse = (/** @type {any} */ error) => say("e " + call + " " + text(describe(error)));
    try {
      if (!receiver?.call) throw new NativeError("the page takes no calls of this protocol");
      const promise = new NativePromise((/** @type {(value: any) => void} */ resolve) => resolve(receiver.call?.(body)));
      whenSettled(promise, (value) => say("a " + call + " " + text(value)), refuse);
    } catch (error) {
      refuse(error);
    }
  }

  /**
   * `promise.then`, whatever the page did to promises: without a `constructor` of its own a promise is chained with
   * the engine's.
   * @param {Promise<any>} promise
   * @param {(value: any) => void} onValue
   * @param {(reason: any) => void} onReason
   */
  function whenSettled(promise, onValue, onReason) {
    defineProperty(promise, "constructor", constant(undefined));
    apply(then, promise, [onValue, onReason]);
  }

  /** The app's side is gone: what is open fails, and so does what comes. @param {any} reason */
  function fail(reason) {
    failure = "The app's side of the bridge is gone: " + describe(reason);
    abandon(failure);
  }

  /** The app knows nothing more of this document: what is open fails, and a new conversation begins. */
  function restart(/** @type {string} */ reason) {
    for (const number in early) delete early[number];
    expected = 1;
    outbox = "";
    failure = "";
    abandon(reason);
  }

  /** @param {string} reason */
  function abandon(reason) {
    for (const id in requests) settle(id, false, reason, true);
    for (const dialect in receivers) {
      try {
        receivers[dialect].gone?.();
      } catch (error) {
        // What one dialect's page does about it must not keep the others, or a new conversation, from theirs.
        warn("causeway:", error);
      }
    }
  }

  return {
    request, begin, withdraw, post, receiver, attempt, whenSettled, messageHandler,
    isMainFrame: window === window.top,
  };
}
