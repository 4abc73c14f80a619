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
  | "TOO_MANY_STREAMS"
  | "KEY_REFUSED"
  | "KEY_REUSED"
  | "UNKNOWN_KEY"
  | "OUTCOME_NOT_KEPT"
  | "TOO_MANY_KEYS"
  | "FAILED"
  | (string & {});

/** The error of a call or stream that the app refuses, or that fails in the app. Pages cannot access its class. */
interface CausewayError extends Error {
  readonly name: "CausewayError";
  /** The error's code, for programs: one of the bridge's codes, such as `REFUSED`, or a code of the app. */
  readonly code: CausewayErrorCode;
  /** One sentence for people, without secrets. */
  readonly message: string;
  /** The values that the app sent with an error that it defines; `undefined` if there are none. */
  readonly details?: any;
}

/** The options of a call. `Progress` is the type of the values that the app's handler reports. */
interface CausewayCallOptions<Progress = any> {
  /**
   * The time after which the call ends, in milliseconds: it rejects with a `DOMException` named `TimeoutError`, and the
   * app's handler is cancelled. The app also has its own timeout.
   */
  timeout?: number | undefined;
  /**
   * Called with each value that the app's handler reports before it answers: by convention, the fraction that is done.
   */
  onProgress?: ((value: Progress) => void) | undefined;
  /** A signal that aborts the call: the call rejects with the signal's reason, and the app's handler is cancelled. */
  signal?: AbortSignal | undefined;
  /**
   * Bytes for the app beside the parameters, such as a photograph or a file. The bytes are not converted to JSON. The
   * call is sent after the app has received the bytes. Other calls do not wait for it.
   */
  bytes?: ArrayBuffer | ArrayBufferView | Blob | undefined;
  /**
   * A text of 1 to 256 bytes that is new for each call. The call then continues when the page goes away, and runs at
   * most once for all pages of this origin. Its outcome is kept for {@link Causeway.resume}. Only functions with a JSON
   * result take a key.
   */
  key?: string | undefined;
}

/** The options of a stream. */
interface CausewayStreamOptions {
  /** A signal that ends the stream: the stream rejects with the signal's reason, and the app's handler is cancelled. */
  signal?: AbortSignal | undefined;
  /**
   * The time for the whole stream, in milliseconds, from the request for the first value. After this time, the stream
   * ends with a `DOMException` named `TimeoutError`, and the app's handler is cancelled. The app also has its own
   * timeout.
   */
  timeout?: number | undefined;
}

/** The options of an upload. `Progress` is the type of the values that the app's handler reports. */
interface CausewayUploadOptions<Progress = any> extends CausewayStreamOptions {
  /** Called with each value that the app's handler reports before it answers. */
  onProgress?: ((value: Progress) => void) | undefined;
}

/**
 * A source of values or bytes for the app: a `ReadableStream`, binary data, or any iterable except a text. The app
 * decides whether it takes JSON values or bytes.
 */
type CausewaySource =
  | ReadableStream<any>
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | (AsyncIterable<unknown> & object)
  | (Iterable<unknown> & object);

/**
 * The second argument of a handler for the app's calls. `Progress` is the type of the values that the handler may
 * report.
 */
interface CausewayCallContext<Progress = unknown> {
  /** Aborted when the app no longer wants the answer, or when the bridge is closed. */
  readonly signal: AbortSignal;
  /** Reports progress to the app, before the answer: by convention, the fraction that is done, from 0 to 1. */
  report(value: Progress): void;
}

/** The contract of an app, as `causeway.contract` has it. docs/contract.md describes the schemas. */
interface CausewayContract {
  /** The version of the format. */
  readonly causeway: 1;
  /** The contract's name. */
  readonly name: string;
  /** The functions, streams and events. */
  readonly members: readonly CausewayContractMember[];
  /** The errors for which the page has separate classes. */
  readonly errors?: readonly { readonly name: string; readonly code: string; readonly [more: string]: any }[];
  /** The named types that the schemas refer to. */
  readonly $defs?: { readonly [name: string]: any };
}

/** A function, a stream or an event of a contract. */
interface CausewayContractMember {
  /** The name in messages. Dots group functions: `report.save`. */
  readonly name: string;
  /** The side that calls the function or sends the event. */
  readonly caller: "page" | "app";
  /** The kind of member: a function, a stream to the page, a stream to the app, or an event. */
  readonly form: "call" | "stream" | "upload" | "event";
  /** A sentence for the people who call the member. */
  readonly documentation?: string;
  /** If the member is deprecated, a sentence that says what to use instead. */
  readonly deprecated?: string;
  readonly [more: string]: any;
}

/** The result of `causeway.connect()` if the page does not have the declarations of its app. */
interface CausewayConnection {
  /** A function for each kind of event that the app sends; it adds a listener, and returns a function that removes it. */
  readonly on: any;
  /** Sets handlers for the app's calls, by name. */
  handle(handlers: object): void;
  /** The classes of the app's errors, by name. */
  readonly errors: { readonly [name: string]: new (...values: any) => CausewayError };
  /** A function for each function, stream and event of the app. Dotted names are nested: `app.report.save(…)`. */
  readonly [name: string]: any;
}

/** The bridge. It is frozen, and exists in every frame before the page's first script runs. */
interface Causeway {
  /** The contract: the functions, streams and events that the app and the page use with each other. It is frozen. */
  readonly contract: CausewayContract;

  /**
   * Returns whether the app has a function or stream of this name that pages can call, or an event that they can send.
   * Use it in pages that also run in older versions of the app. The app may still refuse the page.
   */
  offers(name: string): boolean;

  /**
   * Returns the members of the contract as functions. `Contract` is the interface that the app's declarations export, and
   * describes them:
   *
   *     import type { Shop } from "./shop";
   *     const shop = causeway.connect<Shop>();
   *     const isShared = await shop.share({ text: "Hello" });
   *
   * Values are checked against the contract. A call with parameters of another type rejects with a `TypeError` that has
   * `path`, `expected` and `found`; the functions for streams and events throw it. Calls and events of the app are
   * checked before a handler or a listener of the page runs. A function that the app does not have is `undefined`.
   */
  connect<Contract = CausewayConnection>(): Contract;

  /**
   * Calls a capability of the app and resolves with its result, which is an `ArrayBuffer` if the capability returns
   * bytes.
   *
   * Rejects with a {@link CausewayError} if the app does not answer with a result, with the signal's reason if the
   * call was aborted, and with an ordinary `Error`, without `code`, if the app's side of the bridge is gone.
   */
  call<Result = any>(name: string, parameters?: unknown, options?: CausewayCallOptions): Promise<Result>;

  /**
   * Returns the outcome of a call that a page of this origin made with a key: waits for a call that still runs, and
   * resolves or rejects as the call did. With this function, a page that was reloaded, for example because its process
   * had ended, gets the outcomes of its earlier calls.
   *
   * Rejects with `UNKNOWN_KEY` if no such call has reached the app, or if its outcome is no longer kept (by default for
   * 10 minutes after its end). Aborting the `signal` does not cancel the call.
   */
  resume<Result = any>(key: string, options?: { signal?: AbortSignal | undefined }): Promise<Result>;

  /**
   * Calls a capability of the app that sends a stream. Returns an iterator of its values, which are `ArrayBuffer`s if
   * the capability sends bytes. The call is sent when the page requests the first value.
   *
   *     for await (const price of causeway.stream("prices", { symbol: "BTC" })) show(price);
   *
   * The app waits while the page does not read. If the loop ends early, the app's handler is cancelled. If the stream
   * fails, the iterator first returns the values that were sent before, and then rejects with the same errors as
   * `call`.
   */
  stream<Value = any>(
    name: string, parameters?: unknown, options?: CausewayStreamOptions): AsyncIterableIterator<Value>;

  /**
   * Calls a capability of the app that receives a stream, sends it the elements of a source, and resolves with its
   * result. Large binary data is sent in pieces.
   *
   * The source is read only as fast as the app reads. If the app's handler ends early, the source is closed: the
   * `finally` of a generator runs, and a `ReadableStream` is cancelled. If the source throws an error, the app gets the
   * error's text, and the promise rejects with the source's error, unless the app's handler returns a result
   * nevertheless.
   *
   * Otherwise rejects with the same errors as `call`.
   */
  upload<Result = any>(
    name: string, parameters: unknown, source: CausewaySource, options?: CausewayUploadOptions): Promise<Result>;

  /** Sends an event to the app. There is no answer, and the page does not learn whether the app uses the event. */
  send(event: string, data?: unknown): void;

  /**
   * Sets the handler for the app's calls with this name. The answer is the handler's return value, or the value with
   * which a returned promise resolves. If the handler throws, the app receives the error as text. A later handler for
   * the same name replaces this one.
   *
   * If the app asks for a stream, the handler returns a {@link CausewaySource}; it can be an async generator:
   *
   *     causeway.handle("prices", async function* ({ symbol }, { signal }) { … });
   *
   * The source is read only as fast as the app reads, and is closed if the app stops early.
   */
  handle<Parameters = any>(
    name: string, handler: (parameters: Parameters, context: CausewayCallContext) => unknown): void;

  /**
   * Adds a listener for the app's events with this name. The first listener also receives up to 256 events that arrived
   * before it was added.
   * @returns a function that removes the listener
   */
  on<Data = any>(event: string, listener: (data: Data) => void): () => void;
}

interface Window {
  /**
   * The bridge, if the app has installed a `CausewayDialect`. If the page is also shown outside the app, check that the
   * bridge exists. A test may assign a mock, but in the app the bridge cannot be replaced.
   */
  causeway?: Causeway;
}

/** The bridge as a global, for pages that run only in the app. Elsewhere, using the name throws a `ReferenceError`. */
declare const causeway: Causeway;
