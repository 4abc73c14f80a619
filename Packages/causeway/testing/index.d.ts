/// <reference path="../types/causeway.d.ts" />
/// <reference path="../types/today.d.ts" />
/// <reference path="../types/gbg.d.ts" />
/// <reference path="../types/link.d.ts" />
import type {
  JSAttributionMetadata, JSPaymentTransaction, JSProductsResponse, JSSignedInAppsHistory,
  JSStorefront, OnsideCase, OnsideCases, OnsideEventName, OnsideJSBridge, OnsideProposal, OnsideTransactionsRestoreError,
} from "../types/onside.js";

/** A mock that a test can remove. */
export interface Mock {
  /** Removes the mock and restores the globals. Open requests reject, as they do when the app closes its bridge. */
  remove(): void;
}

// The app's own bridge

/** An error of the app that the page gets with its code, its message and its details. */
export class AppError extends Error {
  constructor(code: string, message: string, details?: unknown);
  readonly name: "AppError";
  readonly code: string;
  readonly details: unknown;
}

/** The second argument of a function of the app, or the third one of an upload. */
export interface AppCall {
  /** Aborted when the page withdraws the request, or when the mock is removed. */
  readonly signal: AbortSignal;
  /** The bytes that the page passed beside the parameters. */
  readonly bytes?: ArrayBuffer | undefined;
  /** Reports progress to the page, before the answer. */
  report(value: unknown): void;
}

/**
 * A function of the app. Its parameters and its result depend on the function that the page calls:
 *
 * - `call` and `send`: `(parameters, call)`; the result is the answer. Bytes arrive as an `ArrayBuffer`.
 * - `stream`: `(parameters, call)`; the result is an async iterable.
 * - `upload`: `(parameters, values, call)`; `values` is an async iterable.
 *
 * A thrown {@link AppError}, or any error with a `code`, reaches the page. The page gets the code `FAILED` for all
 * other errors, as from an app.
 */
export type AppFunction = (parameters: any, ...rest: any[]) => any;

export interface CausewayMock extends Mock {
  /** The requests of the page so far, in order. */
  readonly calls: { name: string; parameters: any }[];
  /** The events of the page so far, in order. */
  readonly events: { name: string; data: any }[];
  /** The functions of the app, which a test may replace at any time. */
  readonly functions: { [name: string]: AppFunction };
  /** Sends an event to the page. */
  send(event: string, data?: unknown): void;
  /** Calls a handler of the page. Rejects with an `Error` if the handler throws, or if there is none. */
  call<Result = any>(
    name: string, parameters?: unknown, options?: { onProgress?: (value: any) => void }): Promise<Result>;
  /** Calls a handler of the page that answers with a stream. */
  stream<Value = any>(name: string, parameters?: unknown): AsyncIterable<Value>;
  /** Closes the bridge: open and later requests of the page reject. */
  close(): void;
}

/** Installs `window.causeway`. Functions of the test answer the page. */
export function mockCauseway(
  functions?: { [name: string]: AppFunction },
  options?: {
    /** The app's contract, as `bridge.contract` writes it; `causeway.connect()` needs it. */
    contract?: object;
  }): CausewayMock;

// Today

/** The app's answers, by the `type` of the message. Without a function, the answer is `undefined`. */
export interface TodayFunctions {
  track?(message: TodayTrackMessage): void | Promise<void>;
  headers?(message: TodayHeadersMessage): Record<string, string> | Promise<Record<string, string>>;
  /** If the function throws an error, the page's promise rejects. */
  refreshToken?(message: TodayRefreshTokenMessage): TodayAuthorization | Promise<TodayAuthorization>;
  establishSession?(message: TodayEstablishSessionMessage): TodaySession | Promise<TodaySession>;
  [type: string]: ((message: any) => any) | undefined;
}

export interface TodayMock extends Mock {
  /** The messages of the page so far, in order. */
  readonly messages: any[];
  readonly functions: TodayFunctions;
}

/** Installs the Today WebView Bridge as pages find it on a platform; the default is `ios`. */
export function mockToday(
  functions?: TodayFunctions, options?: { platform?: "ios" | "macos" | "android" | "windows" }): TodayMock;

// GBGBridge

/**
 * A response other than success, which a function of the test throws. `CANCELLED` and `UNSUPPORTED` have separate
 * statuses; the other codes have the status `error`.
 */
export class GBGRefusal extends Error {
  constructor(code: GBGErrorCode, message: string);
  readonly name: "GBGRefusal";
  readonly code: GBGErrorCode;
}

/** The app's answers, by action. Each returns the `data` of the response, or throws a {@link GBGRefusal}. */
export interface GBGFunctions {
  [action: string]: (data: any, context: { acknowledge(data?: GBGData): void }) => any;
}

export interface GBGMock extends Mock {
  /** The messages of the page so far, in order. */
  readonly messages: GBGPageMessage[];
  readonly functions: GBGFunctions;
  /** Sends an event of the app to `GBGBridge.receive`. */
  send(action: string, data?: GBGData): void;
}

/** Installs the page's side of GBGBridge; the default platform is `ios`. */
export function mockGBG(functions?: GBGFunctions, options?: { platform?: "ios" | "android" }): GBGMock;

// Bitcoin.com Link

/** An error of the wallet, which a function of the test throws. */
export class LinkRefusal extends Error {
  constructor(type: string, description: string, data?: unknown);
  readonly name: "LinkRefusal";
  readonly type: string;
  readonly data: unknown;
}

/** The wallet's answers, by command. Each returns the `data` of the reply, or throws a {@link LinkRefusal}. */
export interface LinkFunctions {
  [command: string]: (data: any) => any;
}

export interface LinkMock extends Mock {
  /** The messages of the page so far, in order. */
  readonly messages: any[];
  readonly functions: LinkFunctions;
}

/** Installs the page's side of Bitcoin.com Link; the default platform is `ios`. */
export function mockLink(functions?: LinkFunctions, options?: { platform?: "ios" | "android" }): LinkMock;

// Onside

/**
 * An error of Onside, which a function of the test throws. The page gets it as a plain object, such as `{
 * loginDiscarded: {} }`. A function can throw such an object too.
 */
export class OnsideError extends Error {
  /** Throws a `TypeError` if an object has no case, or more than one. */
  constructor(form: keyof OnsideCases | OnsideCase<keyof OnsideCases>);
  readonly name: "OnsideError";
  readonly case: keyof OnsideCases;
}

type Answer<Value> = Value | Promise<Value>;

/**
 * The app's answers, by method of `window.onside`. A method that returns a promise and has no function rejects with
 * `internalError`, and the console says which function is missing; `initializeOnside` needs none.
 */
export interface OnsideFunctions {
  initializeOnside?(version: string): Answer<void>;
  setAppearance?(appearance: "light" | "dark" | "system"): void;
  setShouldForceLocalLoginMethods?(shouldForce: boolean): void;
  setDefaultCountryCodeAssumption?(countryCode: string): void;
  /** The parameters are pairs of a name and a value, in the page's order. */
  trackEvent?(event: { name: OnsideEventName | null; parameters: [string, unknown][] | null }): void;
  logout?(): void;
  requestLogin?(): Answer<void>;
  presentPaymentMethodsManager?(): Answer<void>;
  getCurrentStorefront?(): Answer<JSStorefront | null>;
  loadProducts?(request: { productIdentifiers: string[] }): Answer<JSProductsResponse>;
  purchase?(request: { productIdentifier: string; appAccountToken?: string }): Answer<void>;
  restoreCompletedTransactions?(): Answer<void>;
  getTransactions?(): Answer<JSPaymentTransaction[]>;
  finishTransaction?(id: string): Answer<void>;
  getAttributionMetadata?(): Answer<JSAttributionMetadata>;
  getSignedInAppsHistory?(): Answer<JSSignedInAppsHistory>;
}

/** The callbacks of a page that a test can call, with the values that they take. */
export interface OnsideCallbacks {
  onTransactionsUpdated: [transactions: JSPaymentTransaction[]];
  onTransactionsRemoved: [transactions: JSPaymentTransaction[]];
  onStorefrontChanged: [storefront: JSStorefront | null];
  onRestoreCompletedTransactionsFinished: [];
  onRestoreCompletedTransactionsFailedWithError: [error: OnsideTransactionsRestoreError];
}

export interface OnsideMock extends Mock {
  /** The calls of the page so far, in order. */
  readonly calls: { method: keyof OnsideJSBridge; argument: any }[];
  readonly functions: OnsideFunctions;
  /** Calls a callback of the page. Rejects if the page has assigned no function to this callback. */
  send<Name extends keyof OnsideCallbacks>(callback: Name, ...value: OnsideCallbacks[Name]): Promise<void>;
  /** Calls the page's `shouldContinueTransaction`. Resolves with true if the page has assigned no such function. */
  ask(proposal: OnsideProposal): Promise<boolean>;
  /** Closes the bridge: open and later calls of the page reject. */
  close(): void;
}

/** Installs `window.onside`. Functions of the test answer the page. */
export function mockOnside(functions?: OnsideFunctions): OnsideMock;
