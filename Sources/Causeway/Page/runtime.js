/**
 * Makes the page's side of a conversation, the page runtime. The runtime numbers requests, sends the messages of one
 * microtask as one packet, and settles each request once. Wire.swift describes the lines of a packet.
 *
 * The runtime starts before any script of the page and stores the built-in functions that it needs. A page that later
 * replaces `Promise`, `JSON` or a prototype therefore does not affect it. Objects in which the runtime looks up names
 * or optional members have no prototype; this includes property descriptors. The runtime's only arrays are argument
 * lists, and only their own elements are read. Therefore, properties that a page adds to `Object.prototype` or
 * `Array.prototype` have no effect.
 *
 * @param {CausewayConnect | undefined} connect the host's function that carries packets
 * @returns {CausewayRuntime | undefined} `undefined` if this document already has a runtime, or if the host has no
 * `connect`
 */
function causewayRuntime(connect) {
  if (!connect) return undefined;
  const { parse } = JSON;
  const stringify = jsonWriter();
  const { apply, defineProperty, setPrototypeOf } = Reflect;
  const { indexOf, slice } = String.prototype;
  const NativePromise = Promise;
  const NativeError = Error;
  const NativeString = String;
  const { then } = Promise.prototype;
  const enqueue = queueMicrotask.bind(window);
  const warn = console.warn.bind(console);
  /** The maximum length of an error's description for the app, in characters. */
  const longestDescription = 1024;
  /** The length at which lines of streams are sent without waiting for more, in characters. */
  const batchLength = 1 << 16;
  const noBytes = "This app cannot transfer binary data.";

  // Call no built-in function here: `document.open` runs this script again, and the page may have replaced any built-in
  // function by then.
  const mark = "causeway.runtime";
  if (/** @type {any} */ (document)[mark]) return undefined;
  defineProperty(document, mark, constant(true));

  /**
   * @typedef {{
   *   resolve: (value: any) => void, reject: (reason: any, isGone: boolean) => void, isAsked: boolean,
   *   stream: CausewayStream | undefined,
   * }} Settler
   */
  /**
   * The open requests, by number. The map's prototype is a private object with the same methods, because the page can
   * replace the methods of `Map.prototype`.
   * @type {Map<number, Settler>}
   */
  const requests = new Map();
  const { get, set, delete: remove, forEach } = Map.prototype;
  setPrototypeOf(requests, /** @type {any} */ ({ __proto__: null, get, set, delete: remove, forEach }));
  /**
   * The app's calls that the page has not answered yet.
   * @type {{ [call: string]: CausewayAnswer }}
   */
  const answers = Object.create(null);
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
  /** Whether the last line of the outbox extends to the end of its packet. */
  let isComplete = false;
  let isFlushScheduled = false;
  /** Whether lines of streams wait for the next task of the event loop. */
  let isGathering = false;
  let failure = "";

  const channel = connect({ receive, fail, restart, isExpecting: () => listens || open > 0 });

  /**
   * Returns the descriptor of a property that does not change. The descriptor has no prototype, because a descriptor
   * with a prototype would inherit the fields that the page adds to `Object.prototype`.
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
    add(line + "\n");
  }

  /** Sends a line that extends to the end of its packet. @param {string} line */
  function sayLast(line) {
    add(line);
    isComplete = true;
  }

  /** @param {string} text */
  function add(text) {
    if (isComplete) flush();
    if (!isFlushScheduled) {
      isFlushScheduled = true;
      enqueue(flush);
    }
    outbox += text;
  }

  function flush() {
    isFlushScheduled = false;
    isComplete = false;
    const packet = outbox;
    outbox = "";
    if (packet !== "") channel.send(packet);
  }

  /** @param {any} body */
  function text(body) {
    try {
      // JSON has no `undefined`. It has no functions and symbols either: for them, `stringify` returns `undefined`.
      return body === undefined ? "" : stringify(body) ?? "!a " + typeof body + " cannot be written as JSON";
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
      return "an error that cannot be converted to a string";
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
   * @param {CausewayStream} [stream]
   * @param {string} [long] the member `parameters` of the body, which then does not contain it; only for a request
   * without bytes and without a stream
   */
  function begin(dialect, body, resolve, reject, bytes, stream, long) {
    const id = ++latest;
    const head = dialect + " " + id + " ";
    const tail = text(body);
    if (failure !== "") {
      reject(new NativeError(failure), true);
      return id;
    }
    requests.set(id, { resolve, reject, isAsked: bytes === undefined, stream });
    open += 1;
    if (long !== undefined) {
      sayLast("l " + head + "=parameters " + tail + "\n" + long);
    } else if (stream) {
      say(stream.credit === undefined ? "u " + head + tail : "t " + head + stream.credit + " " + tail);
    } else if (bytes === undefined) {
      say("r " + head + tail);
    } else {
      handOver(id, bytes, (name) => say("b " + head + name + " " + tail));
    }
    return id;
  }

  /**
   * Hands the bytes over before the request is sent. If the request ends in the meantime, it is not sent.
   * @param {number} id
   * @param {ArrayBuffer | ArrayBufferView | Blob} bytes
   * @param {(name: string) => void} ask
   */
  function handOver(id, bytes, ask) {
    if (!channel.handOver) return settle(id, false, noBytes);
    whenSettled(
      channel.handOver(bytes),
      (name) => {
        const settler = requests.get(id);
        if (!settler) return say("d " + name);
        settler.isAsked = true;
        ask(name);
      },
      (reason) => settle(id, false, describe(reason)),
    );
  }

  /** @param {number} id */
  function withdraw(id) {
    const settler = requests.get(id);
    if (!settler) return;
    if (settler.isAsked) {
      say("c " + id);
    } else {
      settle(id, false, "The page cancelled the request.");
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
   * Defines `window.webkit.messageHandlers[name]`, as pages for Apple's web views expect it. If the engine has that
   * namespace already, the handler is added to it.
   * @param {string} name
   * @param {(message: any) => any} postMessage
   */
  function messageHandler(name, postMessage) {
    const scope = /** @type {any} */ (window);
    if (!scope.webkit) defineProperty(window, "webkit", changeable({ messageHandlers: {} }));
    const { messageHandlers } = scope.webkit;
    // Hold the engine's namespace object: without a reference, the engine would collect the object and the added
    // handler.
    held[held.count++] = messageHandlers;
    defineProperty(messageHandlers, name, changeable({ postMessage }));
  }

  // For streams

  /**
   * Runs a function in the next task of the event loop. Uses a message channel instead of a timer, because engines
   * delay timers, especially in hidden pages.
   */
  const inNextTask = (() => {
    const NativeMessageChannel = MessageChannel;
    const port = (/** @type {string} */ name) => Object.getOwnPropertyDescriptor(MessageChannel.prototype, name)?.get;
    const [port1, port2] = [port("port1"), port("port2")];
    const listen = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage")?.set;
    const { postMessage } = MessagePort.prototype;
    /** @type {MessagePort | undefined} */
    let sender;
    return (/** @type {() => void} */ work) => {
      // The channel is made for the first stream, because most pages have no streams.
      if (!sender && port1 && port2 && listen) {
        const messages = new NativeMessageChannel();
        apply(listen, apply(port1, messages, []), [() => work()]);
        sender = apply(port2, messages, []);
      }
      apply(postMessage, sender, [0]);
    };
  })();

  /**
   * Sends a line of a stream. The first line is sent at once. The lines that follow in the same task of the event loop
   * are sent together, because a packet for each value would take many times as long as the value.
   * @param {string} kind @param {string | number} id @param {string | number} rest
   */
  function sayStreamed(kind, id, rest) {
    const line = kind + " " + id + " " + rest;
    if (!isGathering) {
      isGathering = true;
      inNextTask(gathered);
      return say(line);
    }
    if (isComplete) flush();
    outbox += line + "\n";
    if (outbox.length >= batchLength) flush();
  }

  function gathered() {
    isGathering = outbox !== "";
    if (!isGathering) return;
    inNextTask(gathered);
    flush();
  }

  /**
   * Sends a value of a stream. Returns the length of its text.
   * @param {string} kind @param {string | number} id @param {any} value
   */
  function sendValue(kind, id, value) {
    const json = text(value);
    sayStreamed(kind, id, json);
    return json.length;
  }

  /**
   * Sends bytes of a stream to the app; resolves with the name under which the app keeps them.
   * @param {ArrayBuffer | ArrayBufferView | Blob} bytes
   * @returns {Promise<string>}
   */
  function carry(bytes) {
    return channel.handOver?.(bytes) ?? new NativePromise((_, reject) => reject(new NativeError(noBytes)));
  }

  /** Fetches bytes of the app. @param {string} name @returns {Promise<ArrayBuffer>} */
  function fetchBytes(name) {
    return channel.collect?.(name) ?? new NativePromise((_, reject) => reject(new NativeError(noBytes)));
  }

  // From the app

  /** Processes packets in the order of their numbers, even if they arrive in another order. @param {string} packet */
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
        const kind = lines[start];
        if (kind === "s" || kind === "f") takeAnswer(lines, start + 2, end, kind === "s");
        else takeLine(apply(slice, lines, [start, end]));
      } catch (error) {
        // An error in one line must not stop the rest of the packet.
        warn("causeway:", error);
      }
      start = end + 1;
    }
  }

  /**
   * Settles the request of a line. Most lines are answers, so they have their own function, which copies less of the
   * packet than `takeLine`.
   * @param {string} lines @param {number} start @param {number} end @param {boolean} isAnswer
   */
  function takeAnswer(lines, start, end, isAnswer) {
    const space = apply(indexOf, lines, [" ", start]);
    const id = +apply(slice, lines, [start, space]);
    settle(id, isAnswer, space + 1 >= end ? undefined : parse(apply(slice, lines, [space + 1, end])));
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
    if (kind === "v") {
      const stream = requests.get(+word())?.stream;
      return stream?.value?.(body(), line.length > start ? line.length - start : 0);
    }
    // Remove the message's prototype. Otherwise a missing member would be read from the page's `Object.prototype`.
    const message = () => {
      const value = body();
      if (typeof value === "object" && value !== null) setPrototypeOf(value, null);
      return value;
    };
    if (kind === "b") {
      collect(+word(), word());
    } else if (kind === "d") {
      const dialect = word();
      attempt(dialect, () => receivers[dialect]?.message?.(message()));
    } else if (kind === "q") {
      const dialect = word();
      const call = word();
      answer(call, receivers[dialect], message());
    } else if (kind === "w") {
      requests.get(+word())?.stream?.bytes?.(word());
    } else if (kind === "g") {
      requests.get(+word())?.stream?.grant?.(+word());
    } else if (kind === "t") {
      const dialect = word();
      const call = word();
      const credit = +word();
      answer(call, receivers[dialect], message(), credit);
    } else if (kind === "h") {
      answers[word()]?.grant?.(+word());
    } else if (kind === "k") {
      const call = word();
      const answer = answers[call];
      delete answers[call];
      answer?.cancel?.();
    }
  }

  /**
   * Runs work that may call a function of the page. If the work throws, the error is reported to the app.
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

  /** @param {number} id @param {boolean} isAnswer @param {any} body */
  function settle(id, isAnswer, body, isGone = false) {
    const settler = requests.get(id);
    if (!settler) return;
    requests.delete(id);
    open -= 1;
    if (isAnswer) {
      settler.resolve(body);
    } else {
      settler.reject(typeof body === "string" ? new NativeError(body) : body, isGone);
    }
  }

  /** Fetches an answer that consists of bytes, and settles the request. @param {number} id @param {string} name */
  function collect(id, name) {
    if (!channel.collect) return settle(id, false, noBytes);
    whenSettled(
      channel.collect(name),
      (bytes) => settle(id, true, bytes),
      (reason) => settle(id, false, describe(reason)),
    );
  }

  /**
   * Returns whether the app still waits for the answer to a call. Compares the objects and not the numbers, because the
   * calls of the next conversation have the same numbers.
   * @param {CausewayAnswer} answer
   */
  function isOpen(answer) {
    return answers[answer.call] === answer;
  }

  /**
   * Answers a call of the app, unless the app no longer wants the answer.
   * @param {string} call @param {CausewayReceiver | undefined} receiver @param {any} body
   * @param {number} [credit] the credit for a stream; undefined if the app wants one value
   */
  function answer(call, receiver, body, credit) {
    /** @type {CausewayAnswer} */
    const open = { __proto__: null, call, cancel: undefined, grant: undefined };
    defineProperty(answers, call, changeable(open));
    const end = (/** @type {string} */ kind, /** @type {any} */ value) => {
      if (!isOpen(open)) return;
      delete answers[call];
      say(kind + " " + call + " " + text(value));
    };
    const refuse = (/** @type {any} */ error) => end("e", describe(error));
    try {
      if (!receiver?.call) throw new NativeError("the page has no receiver for calls of this protocol");
      const promise = new NativePromise((/** @type {(value: any) => void} */ resolve) =>
        resolve(receiver.call?.(body, open)),
      );
      const succeed = (/** @type {any} */ value) => end("a", value);
      whenSettled(
        promise,
        (value) => {
          if (credit === undefined) return succeed(value);
          if (!isOpen(open)) return receiver.drop?.(value);
          if (!receiver.stream) return refuse("the page has no receiver for streams of this protocol");
          receiver.stream(call, value, open, credit, () => succeed(undefined), refuse);
        },
        refuse,
      );
    } catch (error) {
      refuse(error);
    }
  }

  /**
   * Calls the engine's `promise.then`, even if the page replaced it. Hides the promise's `constructor`, so that `then`
   * creates a promise of the engine's class and not of the page's.
   * @param {Promise<any>} promise
   * @param {(value: any) => void} onValue
   * @param {(reason: any) => void} onReason
   */
  function whenSettled(promise, onValue, onReason) {
    defineProperty(promise, "constructor", constant(undefined));
    apply(then, promise, [onValue, onReason]);
  }

  /** Ends the conversation because the app's side is gone. Open and later requests fail. @param {any} reason */
  function fail(reason) {
    failure = "The bridge to the app is closed: " + describe(reason);
    abandon(failure);
  }

  /** Begins a new conversation because the app has forgotten this document. Open requests fail. */
  function restart(/** @type {string} */ reason) {
    for (const number in early) delete early[number];
    expected = 1;
    outbox = "";
    isComplete = false;
    failure = "";
    abandon(reason);
  }

  /** @param {string} reason */
  function abandon(reason) {
    const last = latest;
    requests.forEach((_, id) => {
      // A rejected request may make the dialect begin another one, which belongs to the new conversation.
      if (id <= last) settle(id, false, reason, true);
    });
    for (const call in answers) {
      const answer = answers[call];
      delete answers[call];
      answer.cancel?.();
    }
    for (const dialect in receivers) {
      try {
        receivers[dialect].gone?.();
      } catch (error) {
        // An error of one dialect's receiver must not stop the other receivers or the new conversation.
        warn("causeway:", error);
      }
    }
  }

  return {
    request, begin, withdraw, post, receiver, attempt, whenSettled, messageHandler, describe,
    isOpen, sayStreamed, sendValue, carry, fetchBytes, stringify,
    isMainFrame: window === window.top,
  };
}
