/**
 * Carries bytes beside the packets of one document: by `fetch` on a URL scheme of the app's, which costs no copy as text,
 * and, where the page forbids that (a Content-Security-Policy without the scheme) or bytes are few, as base64 in a
 * posted message.
 *
 * @param {(message: string) => Promise<any>} post posts a message in the document's name
 * @param {string} scheme the URL scheme; empty if there is none
 * @param {string} key what the document's URLs of the scheme begin with; nobody else knows it
 */
function causewayBytes(post, scheme, key) {
  const { fetch, Response, Uint8Array, ArrayBuffer, Blob, btoa, atob, String } = window;
  const { isView } = ArrayBuffer;
  const { arrayBuffer } = Response.prototype;
  const { fromCharCode } = String;
  const { charCodeAt } = String.prototype;
  const { subarray } = Uint8Array.prototype;
  const toBase64 = /** @type {any} */ (Uint8Array.prototype).toBase64;
  const { apply, defineProperty } = Reflect;
  const NativePromise = Promise;
  /** @type {(prototype: any, name: string) => any} */
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const status = getter(Response.prototype, "status");
  const byteLength = getter(ArrayBuffer.prototype, "byteLength");
  const blobSize = getter(Blob.prototype, "size");
  const NativeTypeError = TypeError;
  const NativeError = Error;

  /** Fewer bytes than these are sooner there in a message. */
  const fetched = 16 * 1024;
  /** How many bytes become text at once: as many as a call takes arguments everywhere. */
  const chunk = 0x2000;

  let latest = 0;
  let mayFetch = scheme !== "";

  /**
   * The promise, to be awaited whatever the page did to promises: only where `constructor` is the engine's own does
   * `await` call nothing of the page's.
   * @template Value
   * @param {Promise<Value>} promise
   */
  function own(promise) {
    defineProperty(promise, "constructor", /** @type {any} */ ({ __proto__: null, value: NativePromise }));
    return promise;
  }

  /** @param {string} name */
  const url = (name) => scheme + "://" + key + "/" + name;

  /**
   * Whether it is a `Blob`.
   * @param {any} value
   */
  function isBlob(value) {
    try {
      apply(blobSize, value, []);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * A copy of what the page passed, as it is now.
   * @param {any} body
   * @returns {Promise<ArrayBuffer>}
   */
  async function copy(body) {
    if (!isView(body) && !isBlob(body)) {
      try {
        apply(byteLength, body, []);
      } catch {
        throw new NativeTypeError("bytes must be an ArrayBuffer, a view of one, or a Blob");
      }
    }
    return own(apply(arrayBuffer, new Response(body), []));
  }

  /** @param {ArrayBuffer} buffer */
  function encode(buffer) {
    const bytes = new Uint8Array(buffer);
    if (toBase64) return apply(toBase64, bytes, []);
    let text = "";
    for (let start = 0; start < bytes.length; start += chunk) {
      text += apply(fromCharCode, undefined, apply(subarray, bytes, [start, start + chunk]));
    }
    return btoa(text);
  }

  /** @param {string} base64 @returns {ArrayBuffer} */
  function decode(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let place = 0; place < text.length; place += 1) bytes[place] = apply(charCodeAt, text, [place]);
    return bytes.buffer;
  }

  /**
   * The scheme's answer; nothing if the page may not fetch from it.
   * @param {string} name
   * @param {any} options
   */
  async function exchange(name, options) {
    let response;
    try {
      response = await own(fetch(url(name), options));
    } catch {
      // The page's policy, or there is no such handler: the message handler carries bytes too.
      mayFetch = false;
      return undefined;
    }
    if (apply(status, response, []) !== 200) throw new NativeError("The app did not take the bytes, or has none.");
    return response;
  }

  /** @param {any} body */
  async function handOver(body) {
    const buffer = await own(copy(body));
    const name = "" + ++latest;
    const isLarge = apply(byteLength, buffer, []) >= fetched;
    const upload = { __proto__: null, method: "POST", body: buffer };
    if (isLarge && mayFetch && (await own(exchange(name, upload)))) return name;
    await own(post(">" + name + " " + encode(buffer)));
    return name;
  }

  /** @param {string} name @returns {Promise<ArrayBuffer>} */
  async function collect(name) {
    const response = mayFetch ? await own(exchange(name, { __proto__: null })) : undefined;
    return response ? own(apply(arrayBuffer, response, [])) : decode(await own(post("<" + name)));
  }

  return { key, handOver, collect };
}
