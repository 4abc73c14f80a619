"use strict";

// Section 2: the shapes of the app's values.
conformance.add(
  {
    number: "onside-2.1",
    mark: "published",
    rule: "Products have the contract's fields; a field without a value is absent, never `null`.",
    async check() {
      const answer = await onsideBridge.answer("loadProducts", { productIdentifiers: onsideCustomer.identifiers() });
      failOn(onsideShapes.products(answer));
      return `${answer.products.length} products`;
    },
  },
  {
    number: "onside-2.2",
    mark: "published",
    rule: "Only subscriptions have a group, an introductory or a discounted price, and all of them have a period.",
    async check() {
      const products = await onsideCustomer.load(...onsideCustomer.identifiers());
      const names = ["subscriptionGroupIdentifier", "introductoryPrice", "discountedPrice"];
      failOn(products.flatMap((product) => {
        const own = names.filter((name) => name in product);
        if (product.subscriptionPeriod || own.length === 0) return [];
        return [`${product.productIdentifier} has ${own.join(", ")}`];
      }));
      return `${products.filter(({ subscriptionPeriod }) => subscriptionPeriod).length} subscriptions`;
    },
  },
  {
    number: "onside-2.3",
    mark: "causeway",
    rule: "The products match the suite's catalog: titles, prices in major units, periods and offers.",
    async check() {
      onsideCustomer.catalog();
      const expected = onsideCatalog.products;
      const products = await onsideCustomer.load(...onsideCustomer.identifiers());
      failOn(expected.flatMap((product, place) => {
        const names = /** @type {(keyof JSProduct)[]} */ (Object.keys({ ...product, ...products[place] }));
        const odd = names.filter((name) => onsideText(products[place][name]) !== onsideText(product[name]));
        return odd.map((name) => `${product.productIdentifier}: ${name} is ${onsideText(products[place][name])}`);
      }));
      return expected.map(({ localizedTitle }) => localizedTitle).join(", ");
    },
  },
  {
    number: "onside-2.4",
    mark: "published",
    rule: "A storefront has an id and a country of two letters.",
    async check() {
      const storefront = await onsideCustomer.logIn();
      failOn(onsideShapes.storefront(storefront));
      const { countryCode } = storefront;
      if (onsideBridge.state.isCatalog && countryCode !== onsideCatalog.countryCode) {
        throw new Error(`the country is ${countryCode}`);
      }
      return countryCode;
    },
  },
  {
    number: "onside-2.5",
    mark: "published",
    rule: "Transactions have the contract's fields, in every state.",
    async check() {
      const storefront = await onsideCustomer.logIn();
      const { token, transaction } = await onsidePurchases.one();
      const transactions = onsidePurchases.story(token).map((event) => event.transaction);
      failOn(transactions.flatMap((each) => onsideShapes.transaction(each)));
      if (onsideText(transaction.storefront) !== onsideText(storefront)) throw new Error(
        "the transaction has another storefront");
      return [...new Set(transactions.map(({ transactionState }) => transactionState))].join(", ");
    },
  },
  {
    number: "onside-2.6",
    mark: "published",
    rule: "A transaction keeps its id in all states, and different transactions have different ids.",
    async check() {
      await onsideCustomer.logIn();
      const first = await onsidePurchases.one();
      const second = await onsidePurchases.buy();
      await onsidePurchases.finish(second);
      const ids = [first, second].map(({ token }) => {
        return new Set(onsidePurchases.story(token).map(({ transaction }) => transaction.id));
      });
      if (ids.some(({ size }) => size !== 1)) throw new Error("a transaction has changed its id");
      if (first.transaction.id === second.transaction.id) throw new Error("two transactions have the same id");
      return "two transactions, two ids";
    },
  },
  {
    number: "onside-2.7",
    mark: "contract",
    rule: "A transaction's payment has the loaded product and the `appAccountToken` of the purchase.",
    async check() {
      await onsideCustomer.logIn();
      const { token, transaction } = await onsidePurchases.one();
      const [product] = await onsideCustomer.load(onsideCustomer.identifiers()[0]);
      if (onsideText(transaction.payment.product) !== onsideText(product)) {
        throw new Error("the payment has another product than the loaded one");
      }
      if (transaction.payment.appAccountToken !== token) throw new Error(
        "the payment's appAccountToken differs from the purchase's");
      return "the product and the token are the same";
    },
  },
  {
    number: "onside-2.8",
    mark: "published",
    rule: "The payment of a purchase without an `appAccountToken` has no token either.",
    async check() {
      await onsideCustomer.logIn();
      const [productIdentifier] = onsideCustomer.identifiers();
      await onsideCustomer.load(productIdentifier);
      const before = onsideBridge.heard.length;
      await onsideBridge.answer("purchase", { productIdentifier });
      const { id, payment } = await onsideBridge.until("the end of the payment", () => {
        const told = onsideBridge.calls("onTransactionsUpdated", before).flatMap(([transactions]) => transactions);
        return told.find(({ transactionState }) => transactionState !== "purchasing");
      });
      await onsideBridge.answer("finishTransaction", id);
      if ("appAccountToken" in payment) throw new Error(`the token is ${describeShape(payment.appAccountToken)}`);
      return "absent";
    },
  },
  {
    number: "onside-2.9",
    mark: "published",
    rule: "A new purchase that is paid has a `transactionIdentifier`, and `originalTransactionIdentifier` equals it.",
    async check() {
      onsideCustomer.payment("approve");
      await onsideCustomer.logIn();
      const { transactionIdentifier, originalTransactionIdentifier } = (await onsidePurchases.one()).transaction;
      if (transactionIdentifier === undefined) throw new Error("there is no transactionIdentifier");
      if (originalTransactionIdentifier !== undefined && originalTransactionIdentifier !== transactionIdentifier) {
        throw new Error("originalTransactionIdentifier differs from transactionIdentifier");
      }
      return "present, and originalTransactionIdentifier does not differ";
    },
  },
  {
    number: "onside-2.10",
    mark: "causeway",
    rule: "The signed history is base64 with padding; `string` has the same bytes as text.",
    async check() {
      onsideCustomer.store("service");
      await onsideCustomer.logIn();
      const history = await onsideBridge.answer("getSignedInAppsHistory");
      const { dataBase64, string } = history;
      if (typeof dataBase64 !== "string" || dataBase64.length % 4 !== 0) {
        throw new Error(`dataBase64 is ${describeShape(dataBase64)}`);
      }
      const bytes = Uint8Array.from(atob(dataBase64), (character) => character.charCodeAt(0));
      const text = onsideUTF8(bytes);
      if (text !== string) throw new Error(`string is ${describeShape(string)}, and dataBase64 has another text`);
      return `${bytes.length} bytes`;
    },
  },
);

/**
 * Returns a value as text. Equal values have equal texts, regardless of the order of their fields.
 * @param {any} value
 * @returns {string}
 */
function onsideText(value) {
  return String(JSON.stringify(value, (_, member) =>
    isPlainObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member));
}

/** @param {Uint8Array} bytes @returns {string | undefined} */
function onsideUTF8(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined; // The bytes are not UTF-8, so the text must be absent.
  }
}
