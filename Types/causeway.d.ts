/**
 * The types of `window.causeway`, an app's own bridge, for pages. docs/own-bridge.md explains it.
 *
 * Parameters, results and data are JSON values; a missing value is `undefined`.
 */

/** The reason why the app did not answer. An app can define codes for its own errors. */
type CausewayErrorCode =
  | "MALFORMED"
  | "UNKNOWN_CAPABILITY"
  | "REFUSED"
  | "TOO_LARGE"
  | "TOO_MANY_REQUESTS"
  | "INVALID_PARAMETERS"
  | "DEADLINE_EXCEEDED"
  | "UNANSWERED"
  | "BYTES_NOT_CARRIED"
  | "FAILED"
  | (string & {});

/** The error with which `call` rejects when the app refuses or fails. Pages have no access to its class. */
interface CausewayError extends Error {
  readonly name: "CausewayError";
  /** The error's code, for programs: one of the bridge's codes, such as `REFUSED`, or a code of the app. */
  readonly code: CausewayErrorCode;
  /** One sentence for people, without secrets. */
  readonly message: string;
}

/** The options of a call. */
interface CausewayCallOptions {
  /** A signal that aborts the call: the call rejects with the signal's reason, and the app's handler is cancelled. */
  signal?: AbortSignal | undefined;
  /**
   * Bytes for the app beside the parameters, such as a photograph or a file. They are not converted to JSON. The call
   * is sent after the app has received the bytes. Other calls do not wait for it.
   */
  bytes?: ArrayBuffer | ArrayBufferView | Blob | undefined;
}

/** The bridge. It is frozen, and exists in every frame before the page's first script runs. */
interface Causeway {
  /**
   * Calls a capability of the app and resolves with its result, which is an `ArrayBuffer` if the capability returns
   * bytes.
   *
   * Rejects with a {@link CausewayError} if the app does not answer with a result, with the signal's reason if the
   * call was aborted, and with an ordinary `Error`, without `code`, if the app's side of the bridge is gone.
   */
  call<Result = any>(name: string, parameters?: unknown, options?: CausewayCallOptions): Promise<Result>;

  /** Sends an event to the app. There is no answer, and the page does not learn whether the app uses the event. */
  send(event: string, data?: unknown): void;

  /**
   * Sets the handler for the app's calls with this name. The answer is the handler's return value, or the value with
   * which a returned promise resolves. If the handler throws, the app receives the error as text. A later handler for
   * the same name replaces this one.
   */
  handle<Parameters = any>(name: string, handler: (parameters: Parameters) => unknown): void;

  /**
   * Adds a listener for the app's events with this name. The first listener also receives up to 256 events that arrived
   * before it was added.
   * @returns a function that removes the listener
   */
  on<Data = any>(event: string, listener: (data: Data) => void): () => void;
}

interface Window {
  /**
   * The bridge, if the app has installed a `CausewayDialect`. Check that it exists if the page is also shown outside
   * the app. A test may assign a mock; in the app it cannot be replaced.
   */
  causeway?: Causeway;
}

/** The bridge as a global, for pages that run only in the app. Elsewhere, using the name throws a `ReferenceError`. */
declare const causeway: Causeway;
