/**
 * Implements the page's side of streams from the app: collects the values that the app sends, returns them from an
 * async iterator, and grants the app more credit as the page reads. StreamFlow.swift describes the credit and has the
 * same constants.
 *
 * @param {CausewayRuntime} runtime
 * @param {ReturnType<typeof causewayRequests>} requests
 */
function causewayIncomingStreams(runtime, { refusal, startTimeout, stopTimeout }) {
  const { apply } = Reflect;
  const NativePromise = Promise;
  const { asyncIterator } = Symbol;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const bufferLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")?.get;

  /** The units that each value and each piece of bytes costs in addition to its content. */
  const overhead = 64;
  /** The number of units that the app may send before the page has read anything. */
  const windowSize = 4 << 20;

  /**
   * A value that arrived, or bytes that are still being fetched. Entries are a linked list, because changes that the
   * page makes to `Array.prototype` would affect an array.
   * @typedef {{ value: any, units: number, isReady: boolean, next: Entry | undefined }} Entry
   */
  /** @typedef {{ resolve: (result: any) => void, reject: (reason: any) => void, next: Reader | undefined }} Reader */

  /**
   * Returns an async iterator of a stream's values.
   * @param {(stream: CausewayStream, resolve: (value: any) => void, reject: (reason: any) => void) => number} begin
   * sends the request, and returns its number
   * @param {(reason: any) => any} asError
   * @param {{ signal?: AbortSignal, timeout?: number } | undefined} options
   */
  return (begin, asError, options) => {
    const signal = options?.signal;
    /** @type {number | undefined} */
    let timer;
    let id = 0;
    let consumed = 0;
    let hasBegun = false;
    let hasEnded = false;
    let hasFailed = false;
    /** @type {any} */
    let failure;
    /** @type {Entry | undefined} */
    let first;
    /** @type {Entry | undefined} */
    let last;
    /** @type {Reader | undefined} */
    let reader;
    /** @type {Reader | undefined} */
    let lastReader;

    const aborted = () => stop(true, signal?.reason);

    function start() {
      hasBegun = true;
      const refused = refusal(signal);
      if (refused) return end(true, refused.reason);
      const stream = /** @type {any} */ ({ __proto__: null, credit: windowSize, value, bytes });
      id = begin(stream, () => end(false, undefined), (reason) => end(true, asError(reason)));
      if (hasEnded) return; // the app's side is gone
      if (signal) apply(addEventListener, signal, ["abort", aborted]);
      timer = startTimeout(options, (reason) => stop(true, reason));
    }

    /** @param {boolean} isFailure @param {any} reason */
    function end(isFailure, reason) {
      if (hasEnded) return;
      hasEnded = true;
      hasFailed = isFailure;
      failure = reason;
      if (signal && id !== 0) apply(removeEventListener, signal, ["abort", aborted]);
      stopTimeout(timer);
      deliver();
    }

    /**
     * Ends the stream on the page's side, and drops the values that have arrived.
     * @param {boolean} isFailure @param {any} reason
     */
    function stop(isFailure, reason) {
      first = last = undefined;
      if (hasBegun && !hasEnded) runtime.withdraw(id);
      hasBegun = true;
      end(isFailure, reason);
    }

    /** @param {Entry} entry */
    function add(entry) {
      if (last) last.next = entry;
      else first = entry;
      last = entry;
    }

    /** @param {any} value @param {number} length */
    function value(value, length) {
      if (hasEnded) return;
      add({ value, units: length + overhead, isReady: true, next: undefined });
      if (reader) deliver();
    }

    /** @param {string} name */
    function bytes(name) {
      /** @type {Entry} */
      const entry = { value: undefined, units: overhead, isReady: false, next: undefined };
      if (!hasEnded) add(entry);
      runtime.whenSettled(
        runtime.fetchBytes(name),
        (buffer) => {
          entry.value = buffer;
          entry.units += bufferLength ? apply(bufferLength, buffer, []) : 0;
          entry.isReady = true;
          deliver();
        },
        (reason) => {
          if (hasEnded && first === undefined) return;
          hasEnded = false; // the app has ended the stream, but bytes before the end are missing
          stop(true, reason);
        },
      );
    }

    function deliver() {
      while (reader && first?.isReady) {
        const { resolve } = reader;
        const entry = first;
        reader = reader.next;
        first = entry.next;
        if (!first) last = undefined;
        consumed += entry.units;
        if (consumed >= windowSize / 4 && !hasEnded) {
          runtime.sayStreamed("g", id, consumed);
          consumed = 0;
        }
        resolve({ value: entry.value, done: false });
      }
      while (reader && hasEnded && !first) {
        const { resolve, reject } = reader;
        reader = reader.next;
        if (hasFailed) reject(failure);
        else resolve({ value: undefined, done: true });
        hasFailed = false;
      }
    }

    return {
      next() {
        return new NativePromise((resolve, reject) => {
          /** @type {Reader} */
          const added = { resolve, reject, next: undefined };
          if (reader && lastReader) lastReader.next = added;
          else reader = added;
          lastReader = added;
          if (!hasBegun) start();
          deliver();
        });
      },
      /**
       * Ends the stream early, as `break` in `for await` does.
       * @param {any} [value]
       */
      return(value) {
        return new NativePromise((resolve) => {
          stop(false, undefined);
          hasFailed = false;
          resolve({ value, done: true });
        });
      },
      [asyncIterator]() {
        return this;
      },
    };
  };
}
