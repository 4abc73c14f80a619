/**
 * Implements requests that can end early: by a signal, or by a timeout.
 *
 * @param {CausewayRuntime} runtime
 */
function causewayRequests(runtime) {
  const { apply } = Reflect;
  const { hasOwn } = Object;
  const NativePromise = Promise;
  const NativeDOMException = DOMException;
  const NativeTypeError = TypeError;
  const isAborted = /** @type {(this: any) => boolean} */ (
    Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted")?.get
  );
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const startTimer = setTimeout;
  const stopTimer = clearTimeout;
  /** The longest time that timers can measure, in milliseconds. A longer timeout counts as no timeout. */
  const longestTimeout = 2 ** 31 - 1;

  /**
   * Starts a timer that calls `expire` after the time in the option `timeout`, in milliseconds.
   * @param {any} options
   * @param {(reason: any) => void} expire
   * @returns {number | undefined} the timer; undefined if the options have no timeout
   */
  function startTimeout(options, expire) {
    const timeout = options && hasOwn(options, "timeout") ? options.timeout : undefined;
    if (typeof timeout !== "number" || !(timeout <= longestTimeout)) return undefined;
    const reason = () => new NativeDOMException("The app did not answer within " + timeout + " ms.", "TimeoutError");
    return startTimer(() => expire(reason()), timeout);
  }

  /**
   * Returns why a request with this signal must not be sent; undefined if the request may be sent. A value that is no
   * signal must be found now, because the page could not abort the request, which would fail in the page but run in the
   * app.
   * @param {any} signal
   * @returns {{ reason: any } | undefined}
   */
  function refusal(signal) {
    try {
      return signal && apply(isAborted, signal, []) ? { reason: signal.reason } : undefined;
    } catch {
      return { reason: new NativeTypeError("the option signal must be an AbortSignal") };
    }
  }

  /**
   * Makes the promise of a request that a signal can abort, and that has a timeout.
   * @param {{ signal?: AbortSignal, timeout?: number } | undefined} options
   * @param {(resolve: (value: any) => void, reject: (reason: any) => void) => number} begin sends the request, and returns
   * its number
   * @param {(reason: any) => void} [onEnd] is called when the request has ended, with the reason if it ended early
   */
  function abortable(options, begin, onEnd) {
    // Most calls cannot end early, and need none of the functions below.
    if (options === undefined && !onEnd) return new NativePromise((resolve, reject) => void begin(resolve, reject));
    const signal = options?.signal;
    return new NativePromise((resolve, reject) => {
      const refused = refusal(signal);
      if (refused) {
        onEnd?.(refused.reason);
        return reject(refused.reason);
      }
      /** @type {number | undefined} */
      let timer;
      let hasEnded = false;
      const end = (/** @type {any} */ reason) => {
        hasEnded = true;
        // A signal may live longer than many requests, so each request removes its listener.
        if (signal) apply(removeEventListener, signal, ["abort", abort]);
        stopTimeout(timer);
        onEnd?.(reason);
      };
      const withdraw = (/** @type {any} */ reason) => {
        reject(reason);
        end(reason);
        runtime.withdraw(id);
      };
      const abort = () => withdraw(signal?.reason);
      const id = begin(
        (value) => {
          end(undefined);
          resolve(value);
        },
        (reason) => {
          end(undefined);
          reject(reason);
        },
      );
      if (hasEnded) return; // `begin` has failed, because the app's side is gone
      if (signal) apply(addEventListener, signal, ["abort", abort]);
      timer = startTimeout(options, withdraw);
    });
  }

  /** @param {number | undefined} timer */
  const stopTimeout = (timer) => void (timer === undefined || stopTimer(timer));

  return { abortable, refusal, startTimeout, stopTimeout };
}
