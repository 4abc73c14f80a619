/**
 * The types of `window.onside`, the bridge of OnsideKit, for pages.
 *
 * Copy this file into your project. A module imports the types that it needs. Every file, including a plain script, can
 * use `window.onside` and the global `onside`:
 *
 * ```ts
 * import type { JSProduct } from "./onside";
 * const products: JSProduct[] = (await onside.loadProducts({ productIdentifiers: ["coins.100"] })).products;
 * ```
 *
 * A page calls `initializeOnside` once in every document. Then it can sell products: it calls `loadProducts`,
 * `purchase`, and `finishTransaction` for every transaction that has ended, after the page has unlocked the product.
 * The callbacks report the state of each transaction to the page.
 *
 * Users can manipulate a page. To learn reliably what a user has bought, the page's backend must use the signed
 * history.
 *
 * [Causeway] marks decisions of this project, which are neither in Onside's document nor in its published types.
 */

// Products

/** A price. */
export interface JSPrice {
  /**
   * The amount in major units: 4.99 is four euros and ninety-nine cents. An introductory price of 0 means a free trial.
   */
  value: number;
  /** The ISO 4217 code of the currency, such as `EUR`. */
  currencyCode: string;
}

/** A length of time. */
export interface JSPeriod {
  unit: "day" | "week" | "month" | "year";
  numberOfUnits: number;
}

/** An introductory or a discounted price, and the period for which it applies. */
export interface JSPricePeriod {
  price: JSPrice;
  period: JSPeriod;
}

/** A product for sale. It is a subscription if, and only if, it has a `subscriptionPeriod`. */
export interface JSProduct {
  /** The identifier from Onside's developer console, not an App Store identifier. */
  productIdentifier: string;
  localizedTitle: string;
  localizedDescription: string;
  iconUrl?: string;
  /** The subscription's group. A user has at most one subscription of a group at a time. */
  subscriptionGroupIdentifier?: string;
  /** The period between payments. */
  subscriptionPeriod?: JSPeriod;
  price: JSPrice;
  /** The first price for new subscribers. */
  introductoryPrice?: JSPricePeriod;
  discountedPrice?: JSPricePeriod;
}

/** The result of `loadProducts`: each identifier once, in the order of the request [Causeway]. */
export interface JSProductsResponse {
  products: JSProduct[];
  /** The requested identifiers that are unknown or malformed. */
  invalidProductIdentifiers: string[];
}

/** A storefront: the country whose products, prices and currency the logged-in user sees. */
export interface JSStorefront {
  /** An opaque id. Never store it, because it changes with each launch of the app. */
  id: string;
  /** The ISO 3166-1 code of the country, two letters, such as `DE`. */
  countryCode: string;
}

// Transactions

/** The product of a transaction, and the page's token. */
export interface JSPayment {
  product: JSProduct;
  /** The token that the page passed to `purchase`. */
  appAccountToken?: string;
}

/**
 * The state of a transaction. In every state except `purchasing`, the transaction has ended and the page must finish
 * it.
 */
export type JSPaymentTransactionState =
  /** The payment has not ended yet. */
  | "purchasing"
  /** The payment succeeded. */
  | "purchased"
  /** A purchase from the past, which `restoreCompletedTransactions` restored. */
  | "restored"
  /** The payment failed; `error` says why. */
  | "failed";

/** A purchase that is under way, or that has ended but is not finished yet. */
export interface JSPaymentTransaction {
  /** A UUID, for `finishTransaction`. It is the only identifier that never changes. */
  id: string;
  /** The order's id at Onside; absent while there is no order. */
  transactionIdentifier?: string;
  /**
   * The id of the first order of a subscription. Every renewal has that id, so in a renewal it differs from
   * `transactionIdentifier`, even after a restore [Causeway]. For every other purchase the two are equal. Onside's
   * later published types say that the two are always equal, so a page that may run in other apps must not group by
   * this id.
   */
  originalTransactionIdentifier?: string;
  payment: JSPayment;
  transactionState: JSPaymentTransactionState;
  /** The storefront of the purchase. */
  storefront: JSStorefront;
  /** The reason for the failure; present only if the transaction failed. */
  error?: OnsidePaymentTransactionError;
}

// Other values

/** Information about how the user found the app. Later versions may have more fields. */
export interface JSAttributionMetadata {
  /** The referring URL; absent if there is none or it is unknown. */
  refererUrl?: string;
}

/** The user's purchases, signed by Onside, for the page's backend, which must check the signature. */
export interface JSSignedInAppsHistory {
  /** The history's bytes as base64, in the standard alphabet and with padding [Causeway]. */
  dataBase64: string;
  /** The same bytes as text; absent if they are not UTF-8. */
  string?: string;
}

/**
 * The events that Onside predefines. Onside's document mentions more predefined events, but does not name them. The
 * compiler checks a constant of this type, while the name of a custom event may be any text:
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
 * The predefined events as named constants, such as `OnsideEvents.purchaseCompleted`. Declarations contain no values,
 * so `tsc` replaces the constants by their values. With `isolatedModules`, where each file is compiled alone, `tsc`
 * rejects them; use the literals above there.
 */
export const enum OnsideEvents {
  purchaseCompleted = "purchaseCompleted",
  subscriptionStarted = "subscriptionStarted",
}

/** The name of an event: a predefined name, which editors suggest, or a name that the page chooses. */
export type OnsideEventName = OnsidePredefinedEvent | (string & {});

/** An element of a list in an event's parameters. */
export type JSEventArrayParameterValue = string | number | boolean;

/** The value of an event's parameter. */
export type JSEventParameterValue = string | number | boolean | JSEventArrayParameterValue[];

// Errors of Onside

/** The cases of all errors of Onside. */
export interface OnsideCases {
  /** The operation was cancelled. */
  cancelled: {};
  /** The user dismissed the login. */
  loginDiscarded: {};
  /** No user is logged in. */
  notLoggedIn: {};
  /** The method is not available in local testing. */
  notSupportedInLocalTesting: {};
  /** The app could not show the screen. */
  presentationFailed: {};
  /** Onside could not be reached. */
  connectionError: {};
  /** The app is not registered with Onside. */
  appNotRegistered: {};
  /** Onside refused the identifiers. */
  invalidProductIdentifier: {};
  /** Onside could be reached, but its service does not work. */
  serviceUnavailable: {};
  /** Another error. */
  internalError: {};
  /** The product was not loaded with `loadProducts`. */
  unknownProduct: {};
  /** No transaction has this id. */
  unknownTransaction: {};
}

/**
 * An error of one of these cases: a plain object whose only key is the case, such as `{ loginDiscarded: {} }`.
 *
 * ```ts
 * if ("loginDiscarded" in error) return;
 * ```
 */
export type OnsideCase<Name extends keyof OnsideCases> = Name extends keyof OnsideCases ? Pick<OnsideCases, Name> : never;

/** The reason why a login failed. */
export type OnsideLoginError = OnsideCase<
  | "loginDiscarded"
>;

/** The reason why products could not be loaded. */
export type OnsideProductsRequestError = OnsideCase<
  | "cancelled"
  | "connectionError"
  | "appNotRegistered"
  | "invalidProductIdentifier"
  | "serviceUnavailable"
  | "internalError"
>;

/** The reason why the signed history could not be loaded. */
export type OnsideSignedInAppsHistoryRequestError = OnsideCase<
  | "notLoggedIn"
  | "notSupportedInLocalTesting"
  | "cancelled"
  | "connectionError"
  | "appNotRegistered"
  | "serviceUnavailable"
  | "internalError"
>;

/** The reason why the payment methods were not shown. */
export type OnsidePaymentMethodsManagerError = OnsideCase<
  | "loginDiscarded"
  | "notSupportedInLocalTesting"
  | "presentationFailed"
>;

/** The reason why a restore did not begin. */
export type OnsidePaymentQueueRequestRestoreError = OnsideCase<
  | "loginDiscarded"
>;

/** The reason why a restore failed after it began. */
export type OnsideTransactionsRestoreError = OnsideCase<
  | "cancelled"
  | "connectionError"
  | "appNotRegistered"
  | "serviceUnavailable"
  | "internalError"
>;

/** The reason why a transaction failed. */
export type OnsidePaymentTransactionError = OnsideCase<
  | "cancelled"
  | "presentationFailed"
>;

/** The reason why the attribution metadata could not be loaded. */
export type OnsideAttributionMetadataError = OnsideCase<
  | "connectionError"
  | "appNotRegistered"
  | "serviceUnavailable"
  | "internalError"
>;

/** The reason why a purchase did not begin. */
export type JSPurchaseError = OnsideCase<
  | "unknownProduct"
  | "loginDiscarded"
>;

/** The reason why a transaction was not finished. */
export type JSFinishTransactionError = OnsideCase<
  | "unknownTransaction"
>;

// Errors of the bridge

/** The reason why the bridge itself rejected a call [Causeway]. */
export type BridgeErrorCode =
  /** The page has not called `initializeOnside`, or that call failed. */
  | "notInitialized"
  /** The version is not `v1`. */
  | "unsupportedVersion"
  /** The call came from a sub-frame, or from a document that the app does not serve. */
  | "disallowedFrame"
  /** An argument has the wrong type, or cannot be written as JSON. */
  | "invalidArguments"
  /** The app no longer answers this document. */
  | "bridgeDetached"
  /** The timeout that the app set has passed. The protocol defines no timeout. */
  | "timeout"
  /**
   * The call exceeds a limit that the app set. The protocol defines no limits.
   *
   * - Every method rejects with this code if its argument or its result is too large, or if too many calls are open.
   * - `purchase` and `restoreCompletedTransactions` reject with it if too many of their calls wait for the user.
   * - `purchase` rejects with it if the `appAccountToken` is too long.
   */
  | "tooLarge";

/**
 * An error of the bridge, with which every promise may reject in addition to the method's own errors [Causeway]. An
 * error of the bridge is an `Error`, and an error of Onside is not: test `error instanceof Error`. Pages have no access
 * to the class.
 */
export interface BridgeError extends Error {
  readonly name: "BridgeError";
  readonly code: BridgeErrorCode;
}

/** The errors of Onside with which each promise method may reject; `never` if there are no such errors. */
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
 * All errors with which a method may reject.
 *
 * ```ts
 * onside.purchase({ productIdentifier }).catch((error: OnsideRejection<"purchase">) => explain(error));
 * ```
 */
export type OnsideRejection<Method extends keyof OnsideRejections> = OnsideRejections[Method] | BridgeError;

// The bridge

/** A callback for events. It may be async; its return value is ignored. */
export type OnsideListener<Arguments extends any[]> = ((...values: Arguments) => void) | null | undefined;

/** The argument of `shouldContinueTransaction`. */
export interface OnsideProposal {
  transaction: JSPaymentTransaction;
  /** The storefront in which the transaction would be paid. */
  storefront: JSStorefront;
}

/**
 * The bridge. In the app, a page cannot replace it or its methods: the assignment has no effect, or throws in a module.
 * A test without the app assigns a mock of this type, or mocks single methods.
 *
 * The page assigns the callbacks, and removes them with `undefined` or `null`. All callbacks except
 * `shouldContinueTransaction` also receive, in order, the events that occurred before they were assigned [Causeway]. A
 * callback that throws or rejects does not affect the bridge.
 */
export interface OnsideJSBridge {
  /**
   * Starts the bridge. Call it first, and once in each document; a second call has no effect [Causeway]. Calls that the
   * page makes while this promise is pending are held, and run in order when it resolves. If it rejects, the held calls
   * reject with the same error [Causeway].
   */
  initializeOnside: (version: "v1") => Promise<void>;

  // These methods return at once and never throw. Calls with invalid arguments are ignored and reported in the app's
  // log [Causeway]. Before `initializeOnside` these methods only write a warning to the console [Causeway].

  /** Sets the theme of the app's screens that the page opens. */
  setAppearance: (appearance: "light" | "dark" | "system") => void;
  /** Sets whether the login offers only e-mail and text messages, and not accounts of other services. */
  setShouldForceLocalLoginMethods: (shouldForce: boolean) => void;
  /**
   * Sets the two-letter code of the country to assume while the system's country is unknown; an empty text removes it.
   */
  setDefaultCountryCodeAssumption: (countryCode: string) => void;
  /**
   * Reports a predefined or custom event to Onside. Names and keys consist of letters, digits and `_`, begin with a
   * letter, and have at most 40 characters; those that begin with `onside_` or `$$` are reserved for Onside. Texts have
   * at most 100 characters, and an event has at most 25 parameters.
   */
  trackEvent: (event: { name: OnsideEventName; parameters?: Record<string, JSEventParameterValue> }) => void;
  /** Logs the user out; `onStorefrontChanged` follows with `null`. */
  logout: () => void;

  // These methods have no timeout, because they may wait for the user.

  /**
   * Lets the user log in. Rejects with `loginDiscarded` if the user dismisses the login.
   *
   * When the user has dismissed 3 logins of the page's origin in a row, further logins reject with `loginDiscarded`
   * without a screen, for 5 seconds [Causeway]. That applies to every method that shows a login.
   */
  requestLogin: () => Promise<void>;
  /** Shows the user's payment methods, after a login if necessary. Resolves when the user has closed the screen. */
  presentPaymentMethodsManager: () => Promise<void>;
  /** Resolves with the logged-in user's storefront; `null` if no user is logged in. */
  getCurrentStorefront: () => Promise<JSStorefront | null>;
  /** Loads the products with these identifiers. Only loaded products can be bought. */
  loadProducts: (request: { productIdentifiers: string[] }) => Promise<JSProductsResponse>;
  /**
   * Begins a purchase, after a login if necessary. Resolves when the payment is in the queue. `onTransactionsUpdated`
   * reports when it is paid, possibly before the promise resolves.
   *
   * Limits [Causeway]: when 16 payments of the page's origin wait for the user, the next one rejects with the bridge
   * error `tooLarge`. An `appAccountToken` of more than 1,024 bytes of UTF-8 rejects in the same way. When the user
   * has dismissed 3 payment sheets of the page's origin in a row, the next payments fail with `cancelled` without a
   * sheet, for 5 seconds.
   */
  purchase: (request: { productIdentifier: string; appAccountToken?: string }) => Promise<void>;
  /**
   * Begins a restore, after a login if necessary. `onTransactionsUpdated` receives the restored non-consumables and
   * subscriptions, and then one of the two restore callbacks reports the end. If the promise rejects, neither callback
   * is called.
   *
   * When 16 restores of the page's origin wait, the next one rejects with the bridge error `tooLarge` [Causeway].
   */
  restoreCompletedTransactions: () => Promise<void>;
  /** Resolves with all unfinished transactions, for a page that was loaded again. */
  getTransactions: () => Promise<JSPaymentTransaction[]>;
  /**
   * Reports that the page has unlocked the purchase; `onTransactionsRemoved` follows, possibly later. The call has no
   * effect while the payment of the transaction is under way; before that, the call removes the transaction [Causeway].
   * The app delivers unfinished transactions again after its next launch.
   */
  finishTransaction: (id: string) => Promise<void>;
  /**
   * Resolves with information about how the user found the app. The app asks Onside once for each user and stores the
   * answer on the device. An empty answer is not stored, so a later call may return more [Causeway].
   */
  getAttributionMetadata: () => Promise<JSAttributionMetadata>;
  /** Resolves with the user's signed purchases. Never shows a login. */
  getSignedInAppsHistory: () => Promise<JSSignedInAppsHistory>;

  // Callbacks

  /** Called when transactions are new or have changed their state. */
  onTransactionsUpdated?: OnsideListener<[transactions: JSPaymentTransaction[]]>;
  /** Called when transactions were removed, because they were finished or discarded. */
  onTransactionsRemoved?: OnsideListener<[transactions: JSPaymentTransaction[]]>;
  /** Called when the storefront has changed; `null` if there is no longer a storefront. */
  onStorefrontChanged?: OnsideListener<[storefront: JSStorefront | null]>;
  /** Called when a restore has delivered all past purchases. */
  onRestoreCompletedTransactionsFinished?: OnsideListener<[]>;
  /** Called when a restore ended before it had delivered all past purchases. */
  onRestoreCompletedTransactionsFailedWithError?: OnsideListener<[error: OnsideTransactionsRestoreError]>;
  /**
   * Decides whether the app continues a transaction in this storefront. Called before anything is paid. `false`
   * discards the transaction; any other answer continues it. The app waits for the answer for as long as the document
   * exists [Causeway].
   */
  shouldContinueTransaction?: ((proposal: OnsideProposal) => boolean | Promise<boolean>) | null | undefined;
}

declare global {
  interface Window {
    /** The bridge. It exists in the main frame of each document from its start, in an app that sells with Onside. */
    onside: OnsideJSBridge;
  }
  /** The same object as `window.onside`. */
  var onside: OnsideJSBridge;
}
