/**
 * `window.causeway`, an app's own bridge, as a page sees it. docs/own-bridge.md explains it.
 *
 * Parameters, results and data are what JSON can express; a missing value is `undefined`.
 */

/** Why the app did not answer; an app's own errors have codes of their own. */
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

/** What `call` rejects with when the app says no. It is an `Error`; the class itself is not given to pages. */
interface CausewayError extends Error {
  readonly name: "CausewayError";
  /** For programs. */
  readonly code: CausewayErrorCode;
  /** For people: one sentence, without secrets. */
  readonly message: string;
}

/** How a call is made. */
interface CausewayCallOptions {
  /** Aborting it rejects the call with the signal's reason and cancels the app's handler. */
  signal?: AbortSignal | undefined;
  /**
   * Bytes for the app beside the parameters: a photograph, a file. They do not take the way through JSON. The call is
   * made when the app has them; calls made meanwhile do not wait.
   */
  bytes?: ArrayBuffer | ArrayBufferView | Blob | undefined;
}

/** The bridge. It is frozen, and there before the page's first script, in every frame. */
interface Causeway {
  /**
   * Asks the app for a capability, and resolves with its result: an `ArrayBuffer` if the capability gives bytes.
   *
   * Rejects with a {@link CausewayError} if the app does not answer with a result, with the signal's reason if the
   * call was aborted, and with an ordinary `Error`, without `code`, if the app's side of the bridge is gone.
   */
  call<Result = any>(name: string, parameters?: unknown, options?: CausewayCallOptions): Promise<Result>;

  /** Tells the app something that has no answer. Whether the app takes it is not told. */
  send(event: string, data?: unknown): void;

  /**
   * Answers the app's calls of a name. What the handler returns, or the promise it returns resolves with, is the
   * answer; what it throws reaches the app as text. A later handler of the same name takes the place of this one.
   */
  handle<Parameters = any>(name: string, handler: (parameters: Parameters) => unknown): void;

  /**
   * Listens for the app's events of a name. The first listener also gets those that came before it, up to 256.
   * @returns ends the listening
   */
  on<Data = any>(event: string, listener: (data: Data) => void): () => void;
}

interface Window {
  /**
   * There if the app has installed a `CausewayDialect`: ask, where a page is shown elsewhere too. A test may put a mock
   * here; in the app it cannot be replaced.
   */
  causeway?: Causeway;
}

/** The bridge by its bare name, for pages that run in the app only: elsewhere this is a `ReferenceError`. */
declare const causeway: Causeway;
