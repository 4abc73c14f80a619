/**
 * The bridge of OnsideKit, `window.onside`, as a page sees it.
 *
 * Copy this file into your project. A module imports the types that it needs; every file, a plain script too, sees
 * `window.onside` and the global `onside`:
 *
 * ```ts
 * import type { JSProduct } from "./onside";
 * const products: JSProduct[] = (await onside.loadProducts({ productIdentifiers: ["coins.100"] })).products;
 * ```
 *
 * A page calls `initializeOnside` once in every document. Then it sells: `loadProducts`, `purchase`, and
 * `finishTransaction` for every transaction that has ended, once the page has unlocked what was bought. The callbacks
 * tell the page how a transaction goes.
 *
 * A page can be made to believe anything. The page's backend knows from the signed history who bought what.
 *
 * [chosen] marks what is our decision and stands neither in Onside's document nor in its published types.
 */

// Products

/** A price. */
export interface JSPrice {
  /** In major units: 4.99 is four euros and ninety-nine cents. 0 in an introductory price is a free trial. */
  value: number;
  /** ISO 4217, such as `EUR`. */
  currencyCode: string;
}

/** A length of time. */
export interface JSPeriod {
  unit: "day" | "week" | "month" | "year";
  numberOfUnits: number;
}

/** An introductory or a discounted price, and how long it holds. */
export interface JSPricePeriod {
  price: JSPrice;
  period: JSPeriod;
}

/** What can be bought. It is a subscription exactly when it has a `subscriptionPeriod`. */
export interface JSProduct {
  /** The identifier from Onside's developer console; not one of the App Store. */
  productIdentifier: string;
  localizedTitle: string;
  localizedDescription: string;
  iconUrl?: string;
  /** Of its group a user has one subscription at a time. */
  subscriptionGroupIdentifier?: string;
  /** How often it is paid. */
  subscriptionPeriod?: JSPeriod;
  price: JSPrice;
  /** What new subscribers pay at first. */
  introductoryPrice?: JSPricePeriod;
  discountedPrice?: JSPricePeriod;
}

/** What `loadProducts` gives: each identifier once, in the order in which they were asked for [chosen]. */
export interface JSProductsResponse {
  products: JSProduct[];
  /** Those that are unknown or malformed. */
  invalidProductIdentifiers: string[];
}

/** The shop of a country. */
export interface JSStorefront {
  /** Opaque, and another one after each launch of the app: never keep it. */
  id: string;
  /** ISO 3166-1, two letters, such as `DE`. */
  countryCode: string;
}

// Transactions

/** What is paid for. */
export interface JSPayment {
  product: JSProduct;
  /** As `purchase` was given it. */
  appAccountToken?: string;
}

/** How far a transaction has come; all but `purchasing` are an end, after which it is to be finished. */
export type JSPaymentTransactionState =
  /** On its way. */
  | "purchasing"
  /** Paid. */
  | "purchased"
  /** Bought earlier, and here again after `restoreCompletedTransactions`. */
  | "restored"
  /** Not paid; `error` says why. */
  | "failed";

/** A purchase on its way, or one that has ended and is not finished. */
export interface JSPaymentTransaction {
  /** A UUID: what `finishTransaction` takes, and the only name that stays the same. */
  id: string;
  /** The order's id at Onside; absent as long as there is none. */
  transactionIdentifier?: string;
  /**
   * The id of the first order of a subscription. Every renewal has that id, so that it differs from
   * `transactionIdentifier`, also when it is restored [chosen]; for every other purchase the two are equal. Onside's later
   * published types say that they are always equal: a page that may run in other apps must not group by it.
   */
  originalTransactionIdentifier?: string;
  payment: JSPayment;
  transactionState: JSPaymentTransactionState;
  /** Where it is sold. */
  storefront: JSStorefront;
  /** Of a failed one only. */
  error?: OnsidePaymentTransactionError;
}

// Other values

/** How the user came to the app; there may be more fields one day. */
export interface JSAttributionMetadata {
  /** Absent if the user came by themselves, or nobody knows. */
  refererUrl?: string;
}

/** The user's purchases, signed by Onside: for the page's backend, which checks the signature. */
export interface JSSignedInAppsHistory {
  /** The bytes as base64, in the standard alphabet and with padding [chosen]. */
  dataBase64: string;
  /** The same as text; absent if they are not UTF-8. */
  string?: string;
}

/**
 * The events that Onside names; its document says that there are more, and does not name them. A constant of this type
 * is checked by the compiler, where the name of a custom event may be any text:
 *
 * ```ts
 * const purchaseCompleted: OnsidePredefinedEvent = "purchaseCompleted";
 * ```
 */
export type OnsidePredefinedEvent =
  /** A purchase is complete. */
  | "purchaseCompleted"
  /** A subscription has begun. */
  | "subscriptionStarted";

/**
 * The same as named constants: `OnsideEvents.purchaseCompleted`. A declaration has no values, so `tsc` writes the name in
 * their place; under `isolatedModules`, where each file is compiled alone, it refuses them, and the literals above do.
 */
export const enum OnsideEvents {
  purchaseCompleted = "purchaseCompleted",
  subscriptionStarted = "subscriptionStarted",
}

/** The name of an event: a predefined one, which an editor offers, or one of the page's own. */
export type OnsideEventName = OnsidePredefinedEvent | (string & {});

/** What a list in an event's parameters may hold. */
export type JSEventArrayParameterValue = string | number | boolean;

/** What a parameter of an event may be. */
export type JSEventParameterValue = string | number | boolean | JSEventArrayParameterValue[];

// Errors of Onside

/** The cases of all errors of Onside. */
export interface OnsideCases {
  /** It was cancelled. */
  cancelled: {};
  /** The user dismissed the login. */
  loginDiscarded: {};
  /** Nobody is logged in. */
  notLoggedIn: {};
  /** There is no such thing in local testing. */
  notSupportedInLocalTesting: {};
  /** The app could not show its screen. */
  presentationFailed: {};
  /** Onside could not be reached. */
  connectionError: {};
  /** Onside does not know the app. */
  appNotRegistered: {};
  /** Onside refused the identifiers. */
  invalidProductIdentifier: {};
  /** Onside is there and does not work. */
  serviceUnavailable: {};
  /** Anything else. */
  internalError: {};
  /** The product is not among those that `loadProducts` has given. */
  unknownProduct: {};
  /** There is no such transaction. */
  unknownTransaction: {};
}

/**
 * An error of one of these cases: a plain object whose only key is the case, as `{ loginDiscarded: {} }`.
 *
 * ```ts
 * if ("loginDiscarded" in error) return;
 * ```
 */
export type OnsideCase<Name extends keyof OnsideCases> = Name extends keyof OnsideCases ? Pick<OnsideCases, Name> : never;

/** Why a login came to nothing. */
export type OnsideLoginError = OnsideCase<
  | "loginDiscarded"
>;

/** Why there are no products. */
export type OnsideProductsRequestError = OnsideCase<
  | "cancelled"
  | "connectionError"
  | "appNotRegistered"
  | "invalidProductIdentifier"
  | "serviceUnavailable"
  | "internalError"
>;

/** Why there is no signed history. */
export type OnsideSignedInAppsHistoryRequestError = OnsideCase<
  | "notLoggedIn"
  | "notSupportedInLocalTesting"
  | "cancelled"
  | "connectionError"
  | "appNotRegistered"
  | "serviceUnavailable"
  | "internalError"
>;

/** Why the payment methods were not shown. */
export type OnsidePaymentMethodsManagerError = OnsideCase<
  | "loginDiscarded"
  | "notSupportedInLocalTesting"
  | "presentationFailed"
>;

/** Why a restore did not begin. */
export type OnsidePaymentQueueRequestRestoreError = OnsideCase<
  | "loginDiscarded"
>;

/** Why a restore that began came to nothing. */
export type OnsideTransactionsRestoreError = OnsideCase<
  | "cancelled"
  | "connectionError"
  | "appNotRegistered"
  | "serviceUnavailable"
  | "internalError"
>;

/** Why a transaction failed. */
export type OnsidePaymentTransactionError = OnsideCase<
  | "cancelled"
  | "presentationFailed"
>;

/** Why nobody knows how the user came to the app. */
export type OnsideAttributionMetadataError = OnsideCase<
  | "connectionError"
  | "appNotRegistered"
  | "serviceUnavailable"
  | "internalError"
>;

/** Why a purchase did not begin. */
export type JSPurchaseError = OnsideCase<
  | "unknownProduct"
  | "loginDiscarded"
>;

/** Why a transaction was not finished. */
export type JSFinishTransactionError = OnsideCase<
  | "unknownTransaction"
>;

// Errors of the bridge

/** What went wrong on the way to the app [chosen]. */
export type BridgeErrorCode =
  /** The page did not call `initializeOnside` before, or that call failed. */
  | "notInitialized"
  /** Another version than `v1`. */
  | "unsupportedVersion"
  /** A sub-frame, or a document that the app does not serve. */
  | "disallowedFrame"
  /** An argument of the wrong type, or one that JSON cannot hold. */
  | "invalidArguments"
  /** The app does not answer any more. */
  | "bridgeDetached"
  /** The app's own time limit ran out; the protocol has none. */
  | "timeout"
  /**
   * Beyond one of the app's own limits; the protocol has none. `purchase` and `restoreCompletedTransactions` reject with
   * it when too many wait for the user, `purchase` for an `appAccountToken` that is too long, and every method for an
   * argument or a result that is too large, or when too many calls are open.
   */
  | "tooLarge";

/**
 * What every promise can reject with beside the method's own error [chosen]. It is an `Error`, and errors of Onside are
 * none: ask `error instanceof Error`. The class itself is not given to pages.
 */
export interface BridgeError extends Error {
  readonly name: "BridgeError";
  readonly code: BridgeErrorCode;
}

/** The error of Onside that each promise method can reject with; `never` for none. */
export interface OnsideRejections {
  initializeOnside: never;
  requestLogin: OnsideLoginError;
  presentPaymentMethodsManager: OnsidePaymentMethodsManagerError;
  getCurrentStorefront: never;
  loadProducts: OnsideProductsRequestError;
  purchase: JSPurchaseError;
  restoreCompletedTransactions: OnsidePaymentQueueRequestRestoreError;
  getTransactions: never;
  finishTransaction: JSFinishTransactionError;
  getAttributionMetadata: OnsideAttributionMetadataError;
  getSignedInAppsHistory: OnsideSignedInAppsHistoryRequestError;
}

/**
 * All that a method can reject with.
 *
 * ```ts
 * onside.purchase({ productIdentifier }).catch((error: OnsideRejection<"purchase">) => explain(error));
 * ```
 */
export type OnsideRejection<Method extends keyof OnsideRejections> = OnsideRejections[Method] | BridgeError;

// The bridge

/** A callback that is told something. It may be async; what it returns is ignored. */
export type OnsideListener<Arguments extends any[]> = ((...values: Arguments) => void) | null | undefined;

/** What `shouldContinueTransaction` is asked about. */
export interface OnsideProposal {
  transaction: JSPaymentTransaction;
  /** Where it would be paid. */
  storefront: JSStorefront;
}

/**
 * The bridge. In the app a page cannot replace it or its methods: the assignment does nothing, or throws in a module. A
 * test without the app assigns a mock of this type, or mocks single methods of it.
 *
 * The callbacks are the page's to assign, and to take away with `undefined` or `null`. All but
 * `shouldContinueTransaction` get what happened before they were assigned, in its order [chosen]. A callback that throws
 * or rejects does no harm.
 */
export interface OnsideJSBridge {
  /**
   * Comes before everything else, once in each document; a second call does no harm [chosen]. Calls that the page makes
   * before it has resolved are held, in their order, and run when it resolves; if it rejects, they reject with the same
   * error [chosen].
   */
  initializeOnside: (version: "v1") => Promise<void>;

  // These return at once and never throw. What they cannot use is dropped, and the app's log says so [chosen]. Before
  // `initializeOnside` they do nothing but warn on the console [chosen].

  /** The theme of the app's screens that the page opens. */
  setAppearance: (appearance: "light" | "dark" | "system") => void;
  /** Whether the login leaves out accounts elsewhere, so that e-mail and text messages are left. */
  setShouldForceLocalLoginMethods: (shouldForce: boolean) => void;
  /** The country that is assumed while the system's is unknown, two letters; an empty text takes it back. */
  setDefaultCountryCodeAssumption: (countryCode: string) => void;
  /**
   * Tells Onside of an event, a predefined or a custom one. Names and keys are letters, digits and `_`, begin with a
   * letter, and have at most 40 characters; those that begin with `onside_` or `$$` are Onside's own. Texts have at most
   * 100 characters, and an event at most 25 parameters.
   */
  trackEvent: (event: { name: OnsideEventName; parameters?: Record<string, JSEventParameterValue> }) => void;
  /** Ends the login; `onStorefrontChanged` follows with `null`. */
  logout: () => void;

  // These wait for as long as a person takes.

  /**
   * Lets the user log in. A user who dismisses the login rejects it with `loginDiscarded`.
   *
   * When the user has dismissed 3 logins of the page's origin in a row, its next ones reject with `loginDiscarded`
   * without a screen, for 5 seconds [chosen]. That holds for every method that shows a login.
   */
  requestLogin: () => Promise<void>;
  /** Lets the user log in if nobody is, then shows their payment methods; resolves once they have closed them. */
  presentPaymentMethodsManager: () => Promise<void>;
  /** The logged-in user's storefront; `null` if nobody is logged in. */
  getCurrentStorefront: () => Promise<JSStorefront | null>;
  /** What these identifiers sell; only what was loaded can be bought. */
  loadProducts: (request: { productIdentifiers: string[] }) => Promise<JSProductsResponse>;
  /**
   * Lets the user log in if nobody is logged in, and begins a purchase. It resolves when the payment is in the queue.
   * `onTransactionsUpdated` tells when it is paid, maybe even before.
   *
   * Limits [chosen]: when 16 payments of the page's origin wait for the user, the next one rejects with the bridge error
   * `tooLarge`; so does an `appAccountToken` of more than 65,536 bytes of UTF-8. When the user has dismissed 3 payment
   * sheets of the page's origin in a row, the next payments fail with `cancelled` without a sheet, for 5 seconds.
   */
  purchase: (request: { productIdentifier: string; appAccountToken?: string }) => Promise<void>;
  /**
   * Lets the user log in if nobody is logged in, and begins a restore: non-consumables and subscriptions come to
   * `onTransactionsUpdated`, then one of the two restore callbacks says that it is over. If it rejects, neither does.
   *
   * When 16 restores of the page's origin wait, the next one rejects with the bridge error `tooLarge` [chosen].
   */
  restoreCompletedTransactions: () => Promise<void>;
  /** Every transaction that is not finished: for a page that was loaded again. */
  getTransactions: () => Promise<JSPaymentTransaction[]>;
  /**
   * Says that what was bought is unlocked; `onTransactionsRemoved` follows, maybe later. While the payment of a
   * transaction is under way, it has no effect; before that it removes the transaction [chosen]. What is not finished
   * comes again at the app's next launch.
   */
  finishTransaction: (id: string) => Promise<void>;
  /**
   * How the user came to the app: asked for once for each user, and kept on the device. An empty answer is not kept, so a
   * later call may know more [chosen].
   */
  getAttributionMetadata: () => Promise<JSAttributionMetadata>;
  /** The user's purchases, signed; shows no login. */
  getSignedInAppsHistory: () => Promise<JSSignedInAppsHistory>;

  // Callbacks

  /** Transactions are new, or have come to another state. */
  onTransactionsUpdated?: OnsideListener<[transactions: JSPaymentTransaction[]]>;
  /** Transactions are gone: finished, or not to be continued. */
  onTransactionsRemoved?: OnsideListener<[transactions: JSPaymentTransaction[]]>;
  /** The shop is another one, or there is none any more. */
  onStorefrontChanged?: OnsideListener<[storefront: JSStorefront | null]>;
  /** Every purchase of the past has come. */
  onRestoreCompletedTransactionsFinished?: OnsideListener<[]>;
  /** The restore ended without all of them. */
  onRestoreCompletedTransactionsFailedWithError?: OnsideListener<[error: OnsideTransactionsRestoreError]>;
  /**
   * Whether to go on with a transaction in this shop, asked before anything is paid; `false` discards it. Anything else
   * than `false` is a yes. The app waits for the answer as long as the document is there [chosen].
   */
  shouldContinueTransaction?: ((proposal: OnsideProposal) => boolean | Promise<boolean>) | null | undefined;
}

declare global {
  interface Window {
    /** The bridge, from the start of each document in the main frame, in an app that sells with Onside. */
    onside: OnsideJSBridge;
  }
  /** `window.onside`. */
  var onside: OnsideJSBridge;
}
