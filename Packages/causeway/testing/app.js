import { makeInbox } from "./inbox.js";

/**
 * The mock of the app: the other side of the page runtime. It reads and writes the lines that
 * Sources/Causeway/Page/Wire.swift describes, so that a page under test sends and receives real messages.
 *
 * @typedef {{
 *   request(body: any, call: AppCall): any,
 *   refusal?(error: any): any,
 *   message?(body: any): void,
 * }} AppDialect `request` returns the result, or the source of a stream; `refusal` returns the page's rejection for an
 * error
 *
 * @typedef {{ signal: AbortSignal, bytes: ArrayBuffer | undefined, values: AsyncIterable<any> | undefined, isStream: boolean }}
 * AppCall
 */

/**
 * The number of units that each value and each piece of bytes costs in addition to its content, as in StreamFlow.swift.
 */
export const overhead = 64;
/** The number of units that a sender may send before its reader has read anything, as in StreamFlow.swift. */
export const windowSize = 4 << 20;

/** A rejection whose reason the page receives unchanged. */
export class Rejection {
  /** @param {any} reason */
  constructor(reason) {
    this.reason = reason;
  }
}

/** @param {any} value */
export const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value) || value instanceof Blob;

/** @param {any} value @returns {Promise<ArrayBuffer>} */
export const toBuffer = (value) => new Response(value).arrayBuffer();

/** @param {any} value */
const toText = (value) => (value === undefined ? "" : JSON.stringify(value) ?? "");
/** @param {string} text */
const fromText = (text) => (text === "" ? undefined : JSON.parse(text));

/** @param {{ [name: string]: AppDialect }} dialects the protocols that the app speaks, by name */
export function makeApp(dialects) {
  /** @type {any} */
  let page;
  let packets = 0;
  /** @type {string[]} */
  let outbox = [];
  let isClosed = false;
  let calls = 0;
  /** @type {Map<string, ArrayBuffer>} */
  const bytes = new Map();
  let names = 0;
  /** @type {Map<string, { controller: AbortController, inbox?: ReturnType<typeof makeInbox>, grant?: (units: number) => void }>} */
  const requests = new Map();
  /**
   * @type {Map<string, {
   *   resolve: (value: any) => void, reject: (error: Error) => void, inbox?: ReturnType<typeof makeInbox>,
   *   onProgress?: ((value: any) => void) | undefined,
   * }>}
   */
  const open = new Map();

  /** @param {string} line */
  function say(line) {
    if (outbox.push(line) > 1) return;
    queueMicrotask(() => {
      const lines = outbox;
      outbox = [];
      if (!isClosed) page.receive(`${++packets}\n${lines.join("\n")}`);
    });
  }

  /** @param {any} value @returns {Promise<{ name: string, size: number }>} */
  async function offer(value) {
    const buffer = await toBuffer(value);
    const name = `${++names}-${buffer.byteLength}`;
    bytes.set(name, buffer);
    return { name, size: buffer.byteLength };
  }

  /** @param {string} name */
  function take(name) {
    const buffer = bytes.get(name);
    bytes.delete(name);
    if (!buffer) throw new Error(`The bytes named "${name}" do not exist, or were already used.`);
    return buffer;
  }

  // From the page

  /** @param {string} packet */
  function receivePacket(packet) {
    let start = 0;
    while (start < packet.length) {
      // A line with a long text extends to the end of its packet.
      const end = packet.startsWith("l ", start) ? packet.length : packet.indexOf("\n", start);
      if (end > start) receiveLine(packet.slice(start, end));
      start = end + 1;
    }
  }

  /** @param {string} line */
  function receiveLine(line) {
    const words = line.split(" ");
    const rest = (/** @type {number} */ count) => words.slice(count).join(" ");
    const [kind, first, second] = words;
    switch (kind) {
      case "r": return void answer(first, second, rest(3), {});
      case "b": return void answer(first, second, rest(4), { bytes: take(words[3]) });
      case "t": return void answer(first, second, rest(4), { credit: Number(words[3]) });
      case "u": return void answer(first, second, rest(3), { isUpload: true });
      case "m": return dialects[first]?.message?.(fromText(rest(2)));
      case "l": {
        // The long text is a member of the body. The word before the body has the name of this member.
        const end = line.indexOf("\n");
        const head = line.slice(0, end).split(" ");
        const body = { ...fromText(head.slice(4).join(" ")), [head[3].slice(1)]: line.slice(end + 1) };
        return void answer(first, second, JSON.stringify(body), {});
      }
      case "p": return open.get(first)?.onProgress?.(fromText(rest(2)));
      case "c": return withdraw(first);
      case "g": return requests.get(first)?.grant?.(Number(second));
      case "v": return requests.get(first)?.inbox?.add(fromText(rest(2)), rest(2).length + overhead);
      case "w": {
        const piece = take(second);
        return requests.get(first)?.inbox?.add(piece, piece.byteLength + overhead);
      }
      case "z": return requests.get(first)?.inbox?.end(rest(2) === "" ? undefined : new Error(fromText(rest(2))));
      case "i": return open.get(first)?.inbox?.add(fromText(rest(2)), rest(2).length + overhead);
      case "j": {
        const piece = take(second);
        return open.get(first)?.inbox?.add(piece, piece.byteLength + overhead);
      }
      case "a": return finish(first, (call) => (call.inbox ? call.inbox.end() : call.resolve(fromText(rest(2)))));
      case "e": {
        const error = new Error(fromText(rest(2)));
        return finish(first, (call) => (call.inbox ? call.inbox.end(error) : call.reject(error)));
      }
      case "d": return void bytes.delete(first);
      case "x": return console.warn("causeway:", fromText(rest(2)));
      default: throw new Error(`The page runtime sent a line that this mock does not know: ${line}`);
    }
  }

  /**
   * @param {string} dialect @param {string} id @param {string} text
   * @param {{ bytes?: ArrayBuffer, credit?: number, isUpload?: boolean }} extras
   */
  async function answer(dialect, id, text, { bytes: attached, credit, isUpload }) {
    const controller = new AbortController();
    /** @type {any} */
    const request = { controller };
    if (isUpload) request.inbox = makeInbox(windowSize, (units) => say(`g ${id} ${units}`));
    requests.set(id, request);
    const call = { signal: controller.signal, bytes: attached, values: request.inbox?.values, isStream: credit !== undefined };
    try {
      if (text.startsWith("!")) throw new Rejection({ code: "MALFORMED", message: `The message is malformed: ${text.slice(1)}.` });
      const result = await dialects[dialect].request(fromText(text), call);
      if (credit !== undefined) {
        await send(result, id, credit, request);
        settle(id, `s ${id} `);
      } else if (isBytes(result)) {
        settle(id, `b ${id} ${(await offer(result)).name}`);
      } else {
        settle(id, `s ${id} ${toText(result)}`);
      }
    } catch (error) {
      settle(id, `f ${id} ${toText(error instanceof Rejection ? error.reason : dialects[dialect].refusal?.(error))}`);
    }
  }

  /** @param {string} id @param {string} line */
  function settle(id, line) {
    const request = requests.get(id);
    if (!request) return; // the page has withdrawn the request, or the bridge was closed
    requests.delete(id);
    request.inbox?.close();
    say(line);
  }

  /** @param {string} id */
  function withdraw(id) {
    const request = requests.get(id);
    if (!request) return;
    settle(id, `f ${id} ${toText({ code: "CANCELLED", message: "The page cancelled the request." })}`);
    request.controller.abort();
    request.inbox?.end(new Error("The page withdrew the request."));
  }

  /**
   * Sends the values that a handler yields, while the page has granted credit.
   * @param {any} source @param {string} id @param {number} credit @param {any} request
   */
  async function send(source, id, credit, request) {
    let hasCredit = () => {};
    request.grant = (/** @type {number} */ units) => {
      credit += units;
      hasCredit();
    };
    request.controller.signal.addEventListener("abort", () => hasCredit());
    for await (const value of source) {
      while (credit <= 0 && requests.has(id)) await new Promise((resolve) => (hasCredit = () => resolve(undefined)));
      if (!requests.has(id)) return; // leaving the loop closes the source
      if (isBytes(value)) {
        const { name, size } = await offer(value);
        credit -= size + overhead;
        say(`w ${id} ${name}`);
      } else {
        const text = toText(value);
        credit -= text.length + overhead;
        say(`v ${id} ${text}`);
      }
    }
  }

  // To the page

  /** @param {string} id @param {(call: any) => void} end */
  function finish(id, end) {
    const call = open.get(id);
    open.delete(id);
    if (call) end(call);
  }

  return {
    /**
     * Connects the channel of the page runtime to this app.
     * @param {any} runtime
     */
    connect(runtime) {
      page = runtime;
      return {
        send: receivePacket,
        handOver: async (/** @type {any} */ body) => (await offer(body)).name,
        collect: async (/** @type {string} */ name) => take(name),
      };
    },
    /**
     * Sends a message of a dialect.
     * @param {string} dialect @param {any} body
     */
    send(dialect, body) {
      say(`d ${dialect} ${toText(body)}`);
    },
    /**
     * Calls the page.
     * @param {string} dialect @param {any} body @param {(value: any) => void} [onProgress] @returns {Promise<any>}
     */
    call(dialect, body, onProgress) {
      const id = String(++calls);
      return new Promise((resolve, reject) => {
        open.set(id, { resolve, reject, onProgress });
        say(`q ${dialect} ${id} ${toText(body)}`);
      });
    },
    /**
     * Calls the page for a stream.
     * @param {string} dialect @param {any} body @returns {AsyncIterable<any>}
     */
    stream(dialect, body) {
      const id = String(++calls);
      const inbox = makeInbox(windowSize, (units) => say(`h ${id} ${units}`), () => {
        if (open.delete(id)) say(`k ${id}`);
      });
      open.set(id, { resolve() {}, reject() {}, inbox });
      say(`t ${dialect} ${id} ${windowSize} ${toText(body)}`);
      return inbox.values;
    },
    /**
     * Ends the app's side: open and later requests of the page reject.
     * @param {string} reason
     */
    close(reason) {
      if (isClosed) return;
      isClosed = true;
      for (const { controller } of requests.values()) controller.abort();
      requests.clear();
      page.fail(reason);
      for (const call of open.values()) {
        const error = new Error("The bridge was closed before the page answered.");
        if (call.inbox) call.inbox.end(error);
        else call.reject(error);
      }
      open.clear();
    },
  };
}
