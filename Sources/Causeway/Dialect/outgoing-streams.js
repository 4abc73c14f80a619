/**
 * Implements the page's side of streams to the app: sends the values of a source of the page while the app has granted
 * credit. StreamFlow.swift describes the credit and has the same constants.
 *
 * @param {CausewayRuntime} runtime
 */
function causewayOutgoingStreams(runtime) {
  const { apply, getPrototypeOf } = Reflect;
  const NativePromise = Promise;
  const NativeTypeError = TypeError;
  const { asyncIterator: asyncIteratorName, iterator: iteratorName } = Symbol;
  const { slice: sliceOfBlob } = Blob.prototype;
  const { isView } = ArrayBuffer;
  const NativeUint8Array = Uint8Array;
  const { getReader } = ReadableStream.prototype;
  const { read, cancel } = ReadableStreamDefaultReader.prototype;
  const resolved = Promise.resolve;
  const { whenSettled } = runtime;
  /** @type {(prototype: any, name: string) => any} */
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const bufferLength = getter(ArrayBuffer.prototype, "byteLength");
  const blobSize = getter(Blob.prototype, "size");
  const isLocked = getter(ReadableStream.prototype, "locked");
  const typedArray = getPrototypeOf(Uint8Array.prototype);
  const dataView = DataView.prototype;
  const arrayBuffer = getter(typedArray, "buffer");
  const arrayOffset = getter(typedArray, "byteOffset");
  const arrayLength = getter(typedArray, "byteLength");
  const viewBuffer = getter(dataView, "buffer");
  const viewOffset = getter(dataView, "byteOffset");
  const viewLength = getter(dataView, "byteLength");

  /** The units that each value and each piece of bytes costs in addition to its content. */
  const overhead = 64;
  /** The maximum size of a piece of bytes. Longer bytes are divided. */
  const pieceBytes = 1 << 20;
  /**
   * The maximum number of pieces of one stream that are handed over while their names have not been sent. The app keeps
   * such pieces, and refuses further ones above the limit of `WaitingPieces`. With this number, the streams that can be
   * open at the same time, about a hundred, stay below that limit.
   */
  const mostUnnamed = 32;

  /** @param {any} get a getter @param {any} body @returns {any} undefined if the getter does not apply to `body` */
  function measure(get, body) {
    if (typeof body !== "object" || body === null) return undefined;
    try {
      return apply(get, body, []);
    } catch {
      return undefined;
    }
  }

  /**
   * Divides binary data into pieces.
   * @param {any} body
   * @returns {{ size: number, piece: (start: number, end: number) => any } | undefined} undefined if `body` is not
   * binary data
   */
  function binary(body) {
    if (typeof body !== "object" || body === null) return undefined;
    const blob = measure(blobSize, body);
    if (blob !== undefined) {
      return { size: blob, piece: (start, end) => (end - start === blob ? body : apply(sliceOfBlob, body, [start, end])) };
    }
    let length = measure(bufferLength, body);
    if (length !== undefined) {
      return { size: length, piece: (start, end) => new NativeUint8Array(body, start, end - start) };
    }
    if (!isView(body)) return undefined;
    length = measure(arrayLength, body);
    const isArray = length !== undefined;
    if (!isArray) length = measure(viewLength, body);
    if (length === undefined) return undefined;
    const buffer = apply(isArray ? arrayBuffer : viewBuffer, body, []);
    const offset = apply(isArray ? arrayOffset : viewOffset, body, []);
    return { size: length, piece: (start, end) => new NativeUint8Array(buffer, offset + start, end - start) };
  }

  /**
   * Opens a source of the page. Returns the functions that read and close the source.
   * @param {any} source a ReadableStream, binary data, an async iterable or an iterable
   * @returns {{ next: () => any, close: (reason: any) => void }}
   */
  function open(source) {
    if (measure(isLocked, source) !== undefined) {
      const reader = apply(getReader, source, []);
      return {
        next: () => apply(read, reader, []),
        close: (reason) => {
          whenSettled(apply(cancel, reader, [reason]), () => {}, () => {});
        },
      };
    }
    if (binary(source)) {
      let isRead = false;
      return {
        next() {
          const result = { value: source, done: isRead };
          isRead = true;
          return result;
        },
        close() {},
      };
    }
    const makeIterator = source?.[asyncIteratorName] ?? source?.[iteratorName];
    if (typeof makeIterator !== "function" || typeof source === "string") {
      throw new NativeTypeError("a stream needs an async iterable, an iterable, a ReadableStream, a Blob or a buffer");
    }
    const iterator = apply(makeIterator, source, []);
    const { next } = iterator;
    return {
      next: () => apply(next, iterator, []),
      close: () => {
        const close = iterator.return;
        if (typeof close === "function") whenSettled(promise(apply(close, iterator, [])), () => {}, () => {});
      },
    };
  }

  /**
   * Returns a promise of the engine's own class for a value that may be a promise of the page.
   * @param {any} value
   * @returns {Promise<any>}
   */
  const promise = (value) => new NativePromise((resolve) => resolve(value));

  /**
   * Sends the values of a source, as long as there is credit.
   * @param {any} source
   * @param {string} valueKind @param {string} bytesKind the kinds of the lines
   * @param {() => string | number} id
   * @param {(error: any, isFailure: boolean) => void} finish is called at the end of the source, or when it fails
   */
  function pump(source, valueKind, bytesKind, id, finish) {
    let credit = 0;
    let isReading = false;
    let hasEnded = false;
    /** Settles when the names of all pieces so far have been sent. The app must get the names in order. */
    let handedOver = promise(undefined);
    /** The number of pieces whose names have not been sent. */
    let unnamed = 0;
    /** @type {ReturnType<typeof open> | undefined} */
    let reader;
    /**
     * The binary data that is being sent, of which `offset` bytes were sent; undefined if there is none.
     * @type {ReturnType<typeof binary>}
     */
    let rest;
    let offset = 0;

    /** @param {any} error */
    function fail(error) {
      if (hasEnded) return;
      hasEnded = true;
      finish(error, true);
    }

    function step() {
      while (!isReading && !hasEnded && credit > 0 && unnamed < mostUnnamed) {
        if (rest) {
          try {
            sendPiece(rest);
          } catch (error) {
            stop(error, true); // for example, the page has transferred the buffer to a worker
          }
          continue;
        }
        isReading = true;
        try {
          reader ??= open(source);
          const result = reader.next();
          whenSettled(isNative(result) ? result : promise(result), took, failed);
        } catch (error) {
          failed(error);
        }
      }
    }

    /** @param {any} error */
    function failed(error) {
      reader = undefined; // a source that failed is not closed, as in `for await`
      fail(error);
    }

    /** @param {any} result */
    function took(result) {
      if (hasEnded) return;
      try {
        if (result.done) {
          // `isReading` stays true, so that credit that arrives in the meantime does not open the source again.
          reader = undefined;
          return whenSettled(handedOver, end, fail);
        }
        isReading = false;
        const { value } = result;
        rest = binary(value);
        offset = 0;
        if (!rest) credit -= runtime.sendValue(valueKind, id(), value) + overhead;
      } catch (error) {
        return stop(error, true);
      }
      step();
    }

    function end() {
      if (hasEnded) return;
      hasEnded = true;
      finish(undefined, false);
    }

    /** @param {NonNullable<ReturnType<typeof binary>>} whole */
    function sendPiece(whole) {
      const start = offset;
      offset = start + pieceBytes < whole.size ? start + pieceBytes : whole.size;
      if (offset === whole.size) rest = undefined;
      credit -= offset - start + overhead;
      unnamed += 1;
      const before = handedOver;
      const name = runtime.carry(whole.piece(start, offset));
      handedOver = new NativePromise((resolve, reject) => {
        const say = (/** @type {string} */ name) => {
          whenSettled(
            before,
            () => {
              runtime.sayStreamed(hasEnded ? "d" : bytesKind, hasEnded ? name : id(), hasEnded ? "" : name);
              resolve(undefined);
              unnamed -= 1;
              step();
            },
            reject,
          );
        };
        whenSettled(name, say, reject);
      });
      whenSettled(handedOver, () => {}, (error) => stop(error, true));
    }

    /**
     * Stops reading and closes the source.
     * @param {any} reason @param {boolean} isFailure whether the app must get the reason
     */
    function stop(reason, isFailure) {
      if (hasEnded) return;
      hasEnded = true;
      const open = reader;
      reader = undefined;
      try {
        open?.close(reason);
      } catch {
        // Ignore an error of the page's source: it changes nothing for the app.
      }
      if (isFailure) finish(reason, true);
    }

    return {
      /** @param {number} units */
      grant(units) {
        credit += units;
        step();
      },
      stop: (/** @type {any} */ reason) => stop(reason, false),
    };
  }

  /**
   * Closes a source that was never read.
   * @param {any} source
   */
  function close(source) {
    try {
      open(source).close(undefined);
    } catch {
      // The handler has returned no source, or the page reads it elsewhere.
    }
  }

  /** @param {any} value */
  function isNative(value) {
    try {
      return value !== null && typeof value === "object" && getPrototypeOf(value) === NativePromise.prototype
        && apply(resolved, NativePromise, [value]) === value;
    } catch {
      return false;
    }
  }

  return { pump, close };
}
