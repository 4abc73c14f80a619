/**
 * The page's part of the benchmark: the same requests through raw `postMessage` and through Causeway.
 */
const bench = (() => {
  const { messageHandlers } = /** @type {any} */ (window).webkit;
  const message = (/** @type {number} */ id) => ({ id, text: "hello", tags: ["a", "b"], isNew: true });

  const flat = (/** @type {number} */ id) => ({ id, text: "hello", isNew: true });

  /** @type {{ [way: string]: (id: number) => Promise<any> }} */
  const ways = {
    rawFlat: (id) => messageHandlers.flat.postMessage(flat(id)),
    causewayFlat: (id) => causeway.call("flat", flat(id)),
    object: (id) => messageHandlers.object.postMessage({ name: "echo", parameters: message(id) }),
    string: async (id) =>
      JSON.parse(await messageHandlers.string.postMessage(JSON.stringify({ name: "echo", parameters: message(id) }))),
    causeway: (id) => causeway.call("echo", message(id)),
    typed: (id) => causeway.call("typed.echo", message(id)),
    connected: (id) => causeway.connect().typed.echo(message(id)),
  };

  /**
   * Sends requests one after another.
   * @param {string} way
   * @param {number} count
   */
  async function sequence(way, count) {
    const ask = ways[way];
    for (let id = 0; id < count; id += 1) await ask(id);
  }

  /**
   * Sends `count` requests at once, `rounds` times. Returns the time in milliseconds.
   * @param {string} way
   * @param {number} count
   * @param {number} rounds
   */
  async function burst(way, count, rounds) {
    const ask = ways[way];
    const start = performance.now();
    for (let round = 0; round < rounds; round += 1) {
      const answers = [];
      for (let id = 0; id < count; id += 1) answers.push(ask(id));
      await Promise.all(answers);
    }
    return performance.now() - start;
  }

  /**
   * Kinds of texts: a photograph as base64, in which JSON escapes nothing, and plain sentences, in which three of a
   * hundred characters are quotation marks.
   * @type {{ [kind: string]: string }}
   */
  const samples = {
    base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9Q",
    talk: 'The quick brown fox jumps over the lazy dog and says "hello". ',
  };

  /** @type {{ [way: string]: (text: string) => Promise<any> }} */
  const textWays = {
    string: (text) => messageHandlers.length.postMessage(text),
    object: (text) => messageHandlers.length.postMessage({ name: "length", parameters: text }),
    causeway: (text) => causeway.call("length", text),
  };

  /**
   * Sends texts one after another. Returns the time in milliseconds.
   * @param {string} way
   * @param {string} kind
   * @param {number} bytes
   * @param {number} count
   */
  async function texts(way, kind, bytes, count) {
    const sample = samples[kind];
    const body = sample.repeat(bytes / sample.length + 1).slice(0, bytes);
    const ask = textWays[way];
    if ((await ask(body)) !== body.length) throw new Error("the text did not arrive whole");
    const start = performance.now();
    for (let round = 0; round < count; round += 1) await ask(body);
    return performance.now() - start;
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {string}
   */
  const toBase64 = (bytes) => {
    if ("toBase64" in bytes) return /** @type {any} */ (bytes).toBase64();
    let text = "";
    for (let start = 0; start < bytes.length; start += 8192) {
      text += String.fromCharCode(...bytes.subarray(start, start + 8192));
    }
    return btoa(text);
  };
  /**
   * @param {string} base64
   * @returns {Uint8Array}
   */
  const fromBase64 = (base64) =>
    "fromBase64" in Uint8Array
      ? /** @type {any} */ (Uint8Array).fromBase64(base64)
      : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

  /**
   * The ways to send bytes to the app.
   * @type {{ [way: string]: (bytes: Uint8Array) => Promise<any> }}
   */
  const uploads = {
    base64: (bytes) => messageHandlers.base64.postMessage(toBase64(bytes)),
    causeway: (bytes) => causeway.call("size", null, { bytes }),
  };
  /**
   * The ways to get bytes from the app. Each returns the number of bytes.
   * @type {{ [way: string]: (count: number) => Promise<number> }}
   */
  const downloads = {
    base64: async (count) => fromBase64(await messageHandlers.make.postMessage(count)).length,
    causeway: async (count) => (await causeway.call("make", count)).byteLength,
  };

  /**
   * Sends bytes to the app `count` times. Returns the time in milliseconds.
   * @param {string} way
   * @param {number} size
   * @param {number} count
   */
  async function upload(way, size, count) {
    const bytes = new Uint8Array(size).map((_, place) => place);
    const send = uploads[way];
    if ((await send(bytes)) !== size) throw new Error("the bytes did not arrive whole");
    const start = performance.now();
    for (let round = 0; round < count; round += 1) await send(bytes);
    return performance.now() - start;
  }

  /**
   * Gets bytes from the app `count` times. Returns the time in milliseconds.
   * @param {string} way
   * @param {number} size
   * @param {number} count
   */
  async function download(way, size, count) {
    const fetch = downloads[way];
    if ((await fetch(size)) !== size) throw new Error("the bytes did not arrive whole");
    const start = performance.now();
    for (let round = 0; round < count; round += 1) await fetch(size);
    return performance.now() - start;
  }

  /**
   * Sends requests that the app never answers.
   * @param {number} count
   */
  function leaveOpen(count) {
    for (let id = 0; id < count; id += 1) causeway.call("never", id).catch(() => {});
  }

  /**
   * Sends small values to the app as a stream. Returns the time in milliseconds.
   * @param {number} count
   */
  async function streamToApp(count) {
    async function* values() {
      for (let value = 0; value < count; value += 1) yield value;
    }
    const start = performance.now();
    if ((await causeway.upload("countValues", null, values())) !== count) throw new Error("values are missing");
    return performance.now() - start;
  }

  /**
   * Gets small values from the app as a stream. Returns the time in milliseconds.
   * @param {number} count
   */
  async function streamToPage(count) {
    const start = performance.now();
    let received = 0;
    for await (const value of causeway.stream("values", count)) received += value >= 0 ? 1 : 0;
    if (received !== count) throw new Error("values are missing");
    return performance.now() - start;
  }

  /**
   * Sends bytes to the app in a stream or in one POST to a scheme. Returns the time in milliseconds.
   * @param {string} way
   * @param {number} size
   * @param {number} count
   */
  async function uploadBytes(way, size, count) {
    const bytes = new Uint8Array(size).map((_, place) => place);
    const send =
      way === "stream"
        ? () => causeway.upload("countBytes", null, bytes)
        : async () => +(await (await fetch("bench-post://page/", { method: "POST", body: bytes })).text());
    if ((await send()) !== size) throw new Error("the bytes did not arrive whole");
    const start = performance.now();
    for (let round = 0; round < count; round += 1) await send();
    return performance.now() - start;
  }

  /**
   * Sends `mebibytes` MiB to the app in one stream. The stream is never in memory as a whole.
   * @param {number} mebibytes
   */
  async function sendFile(mebibytes) {
    async function* pieces() {
      for (let piece = 0; piece < mebibytes; piece += 1) yield new Uint8Array(1 << 20).fill(piece);
    }
    const size = await causeway.upload("countBytes", null, pieces());
    if (size !== mebibytes * 2 ** 20) throw new Error("the bytes did not arrive whole");
  }

  /**
   * Gets `mebibytes` MiB from the app in one stream.
   * @param {number} mebibytes
   */
  async function getFile(mebibytes) {
    let size = 0;
    for await (const piece of causeway.stream("file", mebibytes)) size += piece.byteLength;
    if (size !== mebibytes * 2 ** 20) throw new Error("the bytes did not arrive whole");
  }

  let ticks = 0;
  /** @type {(() => void) | undefined} */
  let onTicks;
  const tick = () => {
    ticks -= 1;
    if (ticks === 0) onTicks?.();
  };
  // The page of the bare engine has no Causeway.
  window.causeway?.on("tick", tick);
  window.causeway?.handle("echo", (value) => value);

  /**
   * Resolves when `count` events have arrived.
   * @param {number} count
   */
  const expectTicks = (count) => {
    ticks = count;
    return new Promise((resolve) => (onTicks = () => resolve(true)));
  };

  const echo = (/** @type {any} */ value) => value;
  return {
    sequence, burst, texts, upload, download, streamToApp, streamToPage, uploadBytes, sendFile,
    getFile, leaveOpen, tick, expectTicks, echo,
  };
})();
