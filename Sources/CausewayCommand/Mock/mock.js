/**
 * Runs in the document of a mock: loads the module of `--mock`, and answers the pages' requests, which the command
 * forwards to this document.
 *
 * @param {string} address the address of the module
 * @returns {Promise<string[]>} the names of the mock's functions
 */
async function runMock(address) {
  /** @type {{ default?: unknown }} */
  const module = await import(address);
  const causeway = /** @type {Causeway} */ (window.causeway);
  const app = {
    /** Sends an event to the pages. */
    send: (/** @type {string} */ name, /** @type {any} */ data) => causeway.send("event", { name, data }),
  };
  const exported = typeof module.default === "function" ? await module.default(app) : module.default;
  if (typeof exported !== "object" || exported === null) {
    throw new TypeError("`export default` must be an object with functions, or a function that returns one");
  }
  /** @type {{ [name: string]: (...values: any[]) => any }} */
  const functions = Object.assign(Object.create(null), exported);
  for (const [name, value] of Object.entries(functions)) {
    if (typeof value !== "function") throw new TypeError(`\`${name}\` must be a function`);
  }

  /** @param {any} context @param {any} request */
  const contextOf = (context, { bytes }) => ({
    get signal() { return context.signal; },
    report: context.report,
    bytes: bytes === undefined ? undefined : fromBase64(bytes),
  });

  causeway.handle("call", async (request, context) => {
    try {
      return encoded(await functions[request.name](request.parameters, contextOf(context, request)));
    } catch (error) {
      return thrown(error);
    }
  });
  causeway.handle("upload", async (request, context) => {
    try {
      const values = request.pieces === undefined
        ? causeway.stream("values", request.values) : causeway.stream("pieces", request.pieces);
      return encoded(await functions[request.name](request.parameters, values, contextOf(context, request)));
    } catch (error) {
      return thrown(error);
    }
  });
  causeway.handle("stream", async function* (request, context) {
    try {
      for await (const value of await functions[request.name](request.parameters, contextOf(context, request))) {
        yield encoded(value);
      }
    } catch (error) {
      yield thrown(error);
    }
  });
  return Object.keys(functions);

  /** @param {any} value */
  function encoded(value) {
    if (value instanceof ArrayBuffer) return { bytes: toBase64(new Uint8Array(value)) };
    if (ArrayBuffer.isView(value)) return { bytes: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
    return { value };
  }

  /** @param {any} error */
  function thrown(error) {
    if (typeof error?.code === "string") {
      return { error: { code: error.code, message: String(error.message), details: error.details } };
    }
    return { thrown: String(error), position: positionOf(error, address) };
  }

  /** @param {Uint8Array} bytes */
  function toBase64(bytes) {
    let text = "";
    for (let start = 0; start < bytes.length; start += 0x8000) {
      text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
    }
    return btoa(text);
  }

  /** @param {string} text */
  function fromBase64(text) {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
  }
}

/**
 * Returns the position at which an error was thrown, such as `prices.js:3`; undefined if it is outside the mock's
 * folder.
 * @param {any} error
 * @param {string} address the address of the module
 */
function positionOf(error, address) {
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const file = String(error?.sourceURL ?? "");
  return file.startsWith(folder) ? `${file.slice(folder.length)}:${error.line}` : undefined;
}
