// Code that must compile with ../onside.d.ts, and code that must not.
import type {
  BridgeError, BridgeErrorCode, JSPaymentTransaction, JSPaymentTransactionState, JSPeriod, JSPrice, JSPricePeriod,
  JSProduct, JSStorefront, OnsideJSBridge, OnsideLoginError, OnsidePaymentTransactionError, OnsidePredefinedEvent,
  OnsideRejection, OnsideRejections, OnsideSignedInAppsHistoryRequestError, OnsideTransactionsRestoreError,
} from "../onside";

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};
/** Fails to compile unless the code before it has handled every case. */
const never = (value: never) => value;

// The global object.
same<typeof window.onside, OnsideJSBridge>(true);
same<typeof onside, OnsideJSBridge>(true);
void window.onside.initializeOnside("v1");

// A test without the app sets a mock, or replaces one method.
declare const mock: OnsideJSBridge;
window.onside = mock;
onside = mock;
globalThis.onside = mock;
onside.requestLogin = async () => {};
// @ts-expect-error a mock needs every method of the bridge
window.onside = { requestLogin: async () => {} };
// @ts-expect-error a mock of a method needs the type of the method
onside.requestLogin = async () => 7;
// @ts-expect-error the bridge cannot be set to `undefined`
window.onside = undefined;
// @ts-expect-error the bridge has no such member
onside.shouldContinueTransactionAfterLogin = () => true;

// Initialization.
same<ReturnType<typeof onside.initializeOnside>, Promise<void>>(true);
void onside.initializeOnside("v1");
// @ts-expect-error the only version is "v1"
onside.initializeOnside("v2");
// @ts-expect-error the version is required
onside.initializeOnside();

// Methods without an answer return nothing.
same<ReturnType<typeof onside.setAppearance>, void>(true);
same<ReturnType<typeof onside.setShouldForceLocalLoginMethods>, void>(true);
same<ReturnType<typeof onside.setDefaultCountryCodeAssumption>, void>(true);
same<ReturnType<typeof onside.trackEvent>, void>(true);
same<ReturnType<typeof onside.logout>, void>(true);
onside.setAppearance("system");
onside.setShouldForceLocalLoginMethods(true);
onside.setDefaultCountryCodeAssumption("DE");
onside.setDefaultCountryCodeAssumption("");
onside.logout();
onside.trackEvent({ name: "chapter_read" });
onside.trackEvent({ name: "chapter_read", parameters: { chapter: 3, first: true, title: "Tea", tags: ["a", 1, false] } });
const completed: OnsidePredefinedEvent = "purchaseCompleted";
onside.trackEvent({ name: completed });
onside.trackEvent({ name: "subscriptionStarted" });
declare const custom: string;
onside.trackEvent({ name: custom });
// @ts-expect-error "purchaseComplete" is not a predefined event
const misspelt: OnsidePredefinedEvent = "purchaseComplete";
// @ts-expect-error `logout` returns no promise
onside.logout().then;
// @ts-expect-error the theme that follows the system is called "system"
onside.setAppearance("auto");
// @ts-expect-error an empty string clears the assumed country; `null` is not allowed
onside.setDefaultCountryCodeAssumption(null);
// @ts-expect-error an event needs a name
onside.trackEvent({ parameters: {} });
// @ts-expect-error a list cannot contain a list
onside.trackEvent({ name: "nested", parameters: { list: [[1]] } });
// @ts-expect-error a parameter cannot be `null`
onside.trackEvent({ name: "empty", parameters: { value: null } });
// @ts-expect-error a parameter cannot be an object
onside.trackEvent({ name: "deep", parameters: { value: { a: 1 } } });

// Methods with an answer.
async function shop() {
  const { products, invalidProductIdentifiers } = await onside.loadProducts({ productIdentifiers: ["a", "b"] });
  same<typeof products, JSProduct[]>(true);
  same<typeof invalidProductIdentifiers, string[]>(true);
  const [{ productIdentifier, price, subscriptionPeriod, introductoryPrice, iconUrl }] = products;
  same<typeof price, JSPrice>(true);
  same<typeof subscriptionPeriod, JSPeriod | undefined>(true);
  same<typeof introductoryPrice, JSPricePeriod | undefined>(true);
  same<typeof iconUrl, string | undefined>(true);
  await onside.purchase({ productIdentifier });
  const bought = await onside.purchase({ productIdentifier, appAccountToken: "reader-1" });
  same<typeof bought, void>(true);
  const [transaction] = await onside.getTransactions();
  same<typeof transaction, JSPaymentTransaction>(true);
  await onside.finishTransaction(transaction.id);
  await onside.restoreCompletedTransactions();
  await onside.requestLogin();
  await onside.presentPaymentMethodsManager();
  const storefront = await onside.getCurrentStorefront();
  same<typeof storefront, JSStorefront | null>(true);
  const { refererUrl } = await onside.getAttributionMetadata();
  const { dataBase64, string } = await onside.getSignedInAppsHistory();
  same<typeof dataBase64, string>(true);
  same<typeof string, string | undefined>(true);
  // @ts-expect-error the storefront may be `null`
  storefront.countryCode;
  // @ts-expect-error only subscriptions have a period
  subscriptionPeriod.unit;
  // @ts-expect-error the identifiers must be a list
  await onside.loadProducts({ productIdentifiers: "a" });
  // @ts-expect-error the identifiers must be a member of an object
  await onside.loadProducts(["a"]);
  // @ts-expect-error a purchase needs a `productIdentifier`
  await onside.purchase({ appAccountToken: "reader-1" });
  // @ts-expect-error the `productIdentifier` must be a member of an object
  await onside.purchase(products[0].productIdentifier);
  // @ts-expect-error a purchase has no quantity
  await onside.purchase({ productIdentifier, quantity: 2 });
  // @ts-expect-error the argument is the transaction's id itself
  await onside.finishTransaction({ id: transaction.id });
  // @ts-expect-error `purchase` resolves without a value; the transaction arrives in `onTransactionsUpdated`
  bought.transactionState;
  return refererUrl;
}

const weekly: JSPeriod = { unit: "week", numberOfUnits: 2 };
// @ts-expect-error the only units are day, week, month and year
const hourly: JSPeriod = { unit: "hour", numberOfUnits: 2 };
// @ts-expect-error a price must be a number
const written: JSPrice = { value: "4.99", currencyCode: "EUR" };

// Callbacks.
onside.onTransactionsUpdated = (transactions) => same<typeof transactions, JSPaymentTransaction[]>(true);
onside.onTransactionsRemoved = async (transactions) => same<typeof transactions, JSPaymentTransaction[]>(true);
onside.onStorefrontChanged = (storefront) => same<typeof storefront, JSStorefront | null>(true);
onside.onRestoreCompletedTransactionsFinished = () => 7;
onside.onRestoreCompletedTransactionsFailedWithError = (error) => same<typeof error, OnsideTransactionsRestoreError>(true);
onside.shouldContinueTransaction = ({ transaction, storefront }) =>
  transaction.storefront.countryCode === storefront.countryCode;
onside.shouldContinueTransaction = async () => false;
onside.onTransactionsUpdated = undefined;
onside.onTransactionsUpdated = null;
onside.shouldContinueTransaction = undefined;
onside.shouldContinueTransaction = null;
// @ts-expect-error a handler must be a function
onside.onTransactionsUpdated = "refresh";
// @ts-expect-error the handler must accept `null`, because the storefront may be missing
onside.onStorefrontChanged = (storefront: JSStorefront) => void storefront;
// @ts-expect-error the handler gets a list of transactions
onside.onTransactionsUpdated = (transaction: JSPaymentTransaction) => void transaction;
// @ts-expect-error the answer must be a Boolean
onside.shouldContinueTransaction = () => "yes";
// @ts-expect-error the answer is required
onside.shouldContinueTransaction = () => {};

// Transactions.
function outcome(transaction: JSPaymentTransaction): string {
  const { transactionState, error } = transaction;
  switch (transactionState) {
    case "purchasing": return "On its way.";
    case "purchased": case "restored": return "Yours.";
    case "failed": return error === undefined || "cancelled" in error ? "Not bought." : "Try again.";
    default: return never(transactionState);
  }
}
// @ts-expect-error there is no state "deferred"
const deferred: JSPaymentTransactionState = "deferred";

// The errors of each method, narrowed case by case until no case is left.
function explain(error: OnsideRejection<"purchase">): string {
  if (error instanceof Error) {
    same<typeof error, BridgeError>(true);
    return code(error.code);
  }
  if ("unknownProduct" in error) return "Load it first.";
  if ("loginDiscarded" in error) return "No user is logged in.";
  return never(error);
}
function reason(error: OnsideSignedInAppsHistoryRequestError): string {
  if ("notLoggedIn" in error) return "Log in first.";
  if ("notSupportedInLocalTesting" in error) return "Not here.";
  if ("cancelled" in error || "connectionError" in error || "serviceUnavailable" in error) return "Try again.";
  if ("appNotRegistered" in error || "internalError" in error) return "Sorry.";
  return never(error);
}
function code(name: BridgeErrorCode): string {
  switch (name) {
    case "notInitialized": case "unsupportedVersion": case "invalidArguments": return "The page is wrong.";
    case "disallowedFrame": return "Not in this frame.";
    case "bridgeDetached": case "timeout": case "tooLarge": return "Try again.";
    default: return never(name);
  }
}
same<OnsideLoginError, { loginDiscarded: {} }>(true);
const discarded: OnsideLoginError = { loginDiscarded: {} };
const cancelled: OnsidePaymentTransactionError = { cancelled: {} };
same<OnsideRejection<"getTransactions">, BridgeError>(true);
same<OnsideRejection<"requestLogin">, OnsideLoginError | BridgeError>(true);
// @ts-expect-error a login error has no case `connectionError`
const refused: OnsideLoginError = { connectionError: {} };
// @ts-expect-error an error must be an object
const told: OnsideLoginError = "loginDiscarded";
// @ts-expect-error the errors of Onside are not instances of `Error`
const thrown: OnsidePaymentTransactionError = new Error("cancelled");
// @ts-expect-error an error must have one of the cases
const bare: OnsidePaymentTransactionError = {};
// @ts-expect-error `getTransactions` rejects only with errors of the bridge
const none: OnsideRejections["getTransactions"] = { internalError: {} };
// @ts-expect-error `logout` returns no promise, so it has no rejection
type Nothing = OnsideRejection<"logout">;

// The map contains exactly the methods that return a promise.
type Methods = { [Name in keyof OnsideJSBridge]-?: OnsideJSBridge[Name] extends (...values: any) => Promise<any> ? Name : never }[keyof OnsideJSBridge];
same<Methods, keyof OnsideRejections>(true);

void [
  shop, weekly, hourly, written, outcome, deferred, explain, reason, discarded, cancelled, refused, told, thrown, bare,
  none, misspelt,
];
