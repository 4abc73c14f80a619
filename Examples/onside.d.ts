// The types of `Types/onside.d.ts` for this repository's page scripts, which are not modules. Your own page needs only
// `Types/onside.d.ts`: a module imports a type from it, and a script writes `import("./onside").JSProduct`.

type BridgeError = import("../Types/onside").BridgeError;
type BridgeErrorCode = import("../Types/onside").BridgeErrorCode;
type JSPaymentTransaction = import("../Types/onside").JSPaymentTransaction;
type JSPeriod = import("../Types/onside").JSPeriod;
type JSPrice = import("../Types/onside").JSPrice;
type JSProduct = import("../Types/onside").JSProduct;
type JSStorefront = import("../Types/onside").JSStorefront;
type OnsideCases = import("../Types/onside").OnsideCases;
type OnsideJSBridge = import("../Types/onside").OnsideJSBridge;
type OnsideProposal = import("../Types/onside").OnsideProposal;
type OnsideRejection<Method extends keyof OnsideRejections> = import("../Types/onside").OnsideRejection<Method>;
type OnsideRejections = import("../Types/onside").OnsideRejections;
type OnsideTransactionsRestoreError = import("../Types/onside").OnsideTransactionsRestoreError;
