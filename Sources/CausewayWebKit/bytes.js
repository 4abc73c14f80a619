/**
 * Carries bytes beside the packets of a document. Uses `fetch` on a URL scheme of the app, which avoids a copy as text.
 * If the page forbids that (by a Content-Security-Policy without the scheme), or if there are only few bytes, posts
 * them as base64 in a message.
 *
 * @param {string} scheme the URL scheme; empty if the app serves none
 * @param {number} fetched the minimum size, in bytes, at which the page fetches bytes of the app; 0 if it never fetches
 * them
 */
function causewayBytes(scheme, fetched) {
  const { fetch, Response, Uint8Array, ArrayBuffer, Blob, DataView, btoa, atob, String } = window;
  const { arrayBuffer } = Response.prototype;
  const { fromCharCode } = String;
  const { charCodeAt, indexOf, slice } = String.prototype;
  const { subarray } = Uint8Array.prototype;
  const { toBase64 } = /** @type {any} */ (Uint8Array.prototype);
  const { setFromBase64 } = /** @type {any} */ (Uint8Array.prototype);
  const { apply, defineProperty, getPrototypeOf } = Reflect;
  const NativePromise = Promise;
  const NativeTypeError = TypeError;
  const NativeError = Error;
  /** @type {(prototype: any, name: string) => any} */
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const status = getter(Response.prototype, "status");
  const blobSize = getter(Blob.prototype, "size");
  const bufferLength = getter(ArrayBuffer.prototype, "byteLength");
  const arrayLength = getter(getPrototypeOf(Uint8Array.prototype), "byteLength");
  const viewLength = getter(DataView.prototype, "byteLength");

  /** Below this size, in bytes, base64 in a message is faster than a `fetch` for bytes to the app. */
  const posted = 16 << 10;
  /**
   * The number of the app's bytes in each message. The page and the app reuse the memory of one message for the next
   * one, which is faster than new memory for all bytes at once.
   */
  const part = 3 << 18;
  /** The number of bytes that one call converts to text. Every engine accepts this many arguments in a call. */
  const chunk = 0x2000;

  /**
   * Makes a promise safe to await, even if the page has changed `Promise`: `await` calls no code of the page if the
   * promise's `constructor` is the engine's own.
   * @template Value
   * @param {Promise<Value>} promise
   */
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

  /**
   * Returns a copy of the bytes in their current state.
   * @param {any} body
   * @returns {Promise<ArrayBuffer>}
   */
  const copy = (body) => own(apply(arrayBuffer, new Response(body), []));

  /** @param {ArrayBuffer} buffer @returns {string} */
  function encode(buffer) {
    const bytes = new Uint8Array(buffer);
    if (toBase64) return apply(toBase64, bytes, []);
    let text = "";
    for (let start = 0; start < apply(arrayLength, bytes, []); start += chunk) {
      text += apply(fromCharCode, undefined, apply(subarray, bytes, [start, start + chunk]));
    }
    return btoa(text);
  }

  /** @param {string} base64 @param {Uint8Array} bytes receives the decoded bytes */
  function decode(base64, bytes) {
    if (setFromBase64) return void apply(setFromBase64, bytes, [base64]);
    const text = atob(base64);
    for (let place = 0; place < text.length; place += 1) bytes[place] = apply(charCodeAt, text, [place]);
  }

  /**
   * Creates the functions that carry the bytes of one document.
   *
   * @param {(message: string) => Promise<any>} post posts a message under the document's name
   * @param {string} key the start of the document's URLs of the scheme; no other document knows it
   */
  return (post, key) => {
    let latest = 0;
    /**
     * Whether the page's policy allows a fetch from the scheme; undefined before the first attempt.
     * @type {boolean | undefined}
     */
    let mayFetch = scheme === "" ? false : undefined;

    /**
     * Sends a request to the scheme. Returns `undefined` if the page is not allowed to fetch from the scheme.
     * @param {string} name
     * @param {any} options
     */
    async function exchange(name, options) {
      let response;
      try {
        response = await own(fetch(scheme + "://" + key + "/" + name, options));
        mayFetch = true;
      } catch {
        if (mayFetch) throw new NativeError("The bytes could not be transferred.");
        // The page's policy or its HTTPS forbids the scheme, or the app has no handler for it. Messages can carry the
        // bytes instead.
        mayFetch = false;
        return undefined;
      }
      if (apply(status, response, []) !== 200) {
        throw new NativeError("The app refused the bytes, or has no bytes under this name.");
      }
      // The result is wrapped in an object without a prototype. Otherwise `await` would look up `then` on the response,
      // which the page may have defined on a prototype.
      return { __proto__: null, response };
    }

    /** @param {any} body */
    async function handOver(body) {
      const isBlob = measure(blobSize, body) >= 0;
      let size = measure(bufferLength, body);
      if (size < 0) size = measure(arrayLength, body);
      if (size < 0) size = measure(viewLength, body);
      if (!isBlob && size < 0) throw new NativeTypeError("bytes must be an ArrayBuffer, a view of one, or a Blob");

      const name = "" + ++latest;
      // `fetch` copies its body before it returns, so a copy is not always needed. A blob is always copied, because not
      // every WebKit passes a blob to a scheme's handler.
      const isCopied = isBlob || size < posted || !mayFetch;
      const buffer = isCopied ? await copy(body) : body;
      // Promises look up `then` even on a buffer, and a page may have defined `then` on every object.
      if (isCopied && measure(bufferLength, buffer) < 0) {
        throw new NativeError("The page replaced the bytes during the copy.");
      }
      const isLarge = size >= posted || measure(bufferLength, buffer) >= posted;
      const upload = { __proto__: null, method: "POST", body: buffer };
      if (isLarge && mayFetch !== false && (await own(exchange(name, upload)))) return name;
      await own(post(">" + name + " " + encode(buffer)));
      return name;
    }

    /**
     * @param {string} name ends with the number of bytes, after a hyphen
     * @returns {Promise<ArrayBuffer>}
     */
    async function collect(name) {
      const size = +apply(slice, name, [apply(indexOf, name, ["-"]) + 1]);
      const isFetched = fetched > 0 && size >= fetched && mayFetch !== false;
      const answer = isFetched ? await own(exchange(name, { __proto__: null })) : undefined;
      return answer ? await own(apply(arrayBuffer, answer.response, [])) : await own(receive(name, size));
    }

    /**
     * Receives bytes in parts, as base64. Several parts are requested at a time: while the page decodes one, the app
     * encodes the next one.
     * @param {string} name @param {number} size
     */
    async function receive(name, size) {
      const buffer = new ArrayBuffer(size);
      let start = 0;
      /** @type {{ error: any } | undefined} */
      let failure;
      /** Requests one part after another. Never rejects, because nobody may be waiting for the promise yet. */
      async function request() {
        try {
          // Even if there are no bytes, one request is needed, so that the app forgets the name.
          while (start < size || start === 0) {
            const from = start;
            const count = size - from < part ? size - from : part;
            start += part;
            const text = await own(post("<" + name + " " + from + " " + count));
            decode(text, new Uint8Array(buffer, from, count));
          }
        } catch (error) {
          start = Infinity;
          failure = { error };
        }
      }
      const first = own(request());
      const second = own(request());
      await own(request());
      await second;
      await first;
      if (failure) throw failure.error;
      return buffer;
    }

    return { key, handOver, collect };
  };
}
