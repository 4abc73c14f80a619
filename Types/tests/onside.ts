// What must compile against ../onside.d.ts, and what must not.
import type {
  BridgeError, BridgeErrorCode, JSPaymentTransaction, JSPaymentTransactionState, JSPeriod, JSPrice, JSPricePeriod,
  JSProduct, JSStorefront, OnsideJSBridge, OnsideLoginError, OnsidePaymentTransactionError, OnsidePredefinedEvent,
  OnsideRejection, OnsideRejections, OnsideSignedInAppsHistoryRequestError, OnsideTransactionsRestoreError,
} from "../onside";

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};
/** Fails to compile unless every case was taken. */
const never = (value: never) => value;

// The global.
same<typeof window.onside, OnsideJSBridge>(true);
same<typeof onside, OnsideJSBridge>(true);
void window.onside.initializeOnside("v1");

// A test without the app sets a mock, or mocks a method.
declare const mock: OnsideJSBridge;
window.onside = mock;
onside = mock;
globalThis.onside = mock;
onside.requestLogin = async () => {};
// @ts-expect-error a mock has every method
window.onside = { requestLogin: async () => {} };
// @ts-expect-error a mock's method has the method's type
onside.requestLogin = async () => 7;
// @ts-expect-error the bridge is not taken away
window.onside = undefined;
// @ts-expect-error nothing else is there
onside.shouldContinueTransactionAfterLogin = () => true;

// Initialisation.
same<ReturnType<typeof onside.initializeOnside>, Promise<void>>(true);
void onside.initializeOnside("v1");
// @ts-expect-error there is one version
onside.initializeOnside("v2");
// @ts-expect-error and it is named
onside.initializeOnside();

// What is sent and forgotten returns nothing.
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
// @ts-expect-error Onside names no such event
const misspelt: OnsidePredefinedEvent = "purchaseComplete";
// @ts-expect-error nobody answers
onside.logout().then;
// @ts-expect-error the native theme is called `system`
onside.setAppearance("auto");
// @ts-expect-error an empty text takes it back
onside.setDefaultCountryCodeAssumption(null);
// @ts-expect-error an event has a name
onside.trackEvent({ parameters: {} });
// @ts-expect-error lists hold no lists
onside.trackEvent({ name: "nested", parameters: { list: [[1]] } });
// @ts-expect-error and nothing is nothing
onside.trackEvent({ name: "empty", parameters: { value: null } });
// @ts-expect-error nor are there objects
onside.trackEvent({ name: "deep", parameters: { value: { a: 1 } } });

// What is answered.
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
  // @ts-expect-error nobody may be logged in
  storefront.countryCode;
  // @ts-expect-error only subscriptions have a period
  subscriptionPeriod.unit;
  // @ts-expect-error identifiers are a list
  await onside.loadProducts({ productIdentifiers: "a" });
  // @ts-expect-error in an object
  await onside.loadProducts(["a"]);
  // @ts-expect-error a purchase is of a product
  await onside.purchase({ appAccountToken: "reader-1" });
  // @ts-expect-error of which the identifier is enough
  await onside.purchase(products[0].productIdentifier);
  // @ts-expect-error there is no quantity
  await onside.purchase({ productIdentifier, quantity: 2 });
  // @ts-expect-error a transaction goes by its id
  await onside.finishTransaction({ id: transaction.id });
  // @ts-expect-error what was bought comes to `onTransactionsUpdated`
  bought.transactionState;
  return refererUrl;
}

const weekly: JSPeriod = { unit: "week", numberOfUnits: 2 };
// @ts-expect-error there are four units
const hourly: JSPeriod = { unit: "hour", numberOfUnits: 2 };
// @ts-expect-error prices are numbers
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
// @ts-expect-error a handler is a function
onside.onTransactionsUpdated = "refresh";
// @ts-expect-error the storefront may be gone
onside.onStorefrontChanged = (storefront: JSStorefront) => void storefront;
// @ts-expect-error several transactions come at once
onside.onTransactionsUpdated = (transaction: JSPaymentTransaction) => void transaction;
// @ts-expect-error the answer is yes or no
onside.shouldContinueTransaction = () => "yes";
// @ts-expect-error and there is one
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
// @ts-expect-error nothing is put off
const deferred: JSPaymentTransactionState = "deferred";

// Errors: by the case, narrowed until none is left.
function explain(error: OnsideRejection<"purchase">): string {
  if (error instanceof Error) {
    same<typeof error, BridgeError>(true);
    return code(error.code);
  }
  if ("unknownProduct" in error) return "Load it first.";
  if ("loginDiscarded" in error) return "Nobody is logged in.";
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
// @ts-expect-error a login is not refused by a server
const refused: OnsideLoginError = { connectionError: {} };
// @ts-expect-error an error is an object
const told: OnsideLoginError = "loginDiscarded";
// @ts-expect-error errors of Onside are no `Error`
const thrown: OnsidePaymentTransactionError = new Error("cancelled");
// @ts-expect-error every case has its value
const bare: OnsidePaymentTransactionError = {};
// @ts-expect-error what never rejects by itself has no error
const none: OnsideRejections["getTransactions"] = { internalError: {} };
// @ts-expect-error what returns nothing never rejects
type Nothing = OnsideRejection<"logout">;

// Every promise method is in the map, and nothing else.
type Methods = { [Name in keyof OnsideJSBridge]-?: OnsideJSBridge[Name] extends (...values: any) => Promise<any> ? Name : never }[keyof OnsideJSBridge];
same<Methods, keyof OnsideRejections>(true);

void [
  shop, weekly, hourly, written, outcome, deferred, explain, reason, discarded, cancelled, refused, told, thrown, bare,
  none, misspelt,
];
