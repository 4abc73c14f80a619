// Tests of the shop in shop.ts without an app: one mocks the whole bridge, and one mocks a single method.
import type { JSPaymentTransaction, OnsideJSBridge } from "./onside";
import { Shop } from "./shop";

const sale: JSPaymentTransaction = {
  id: "A",
  payment: {
    product: {
      productIdentifier: "coins", localizedTitle: "Coins", localizedDescription: "A hundred",
      price: { value: 4.99, currencyCode: "EUR" },
    },
  },
  transactionState: "purchased",
  storefront: { id: "1", countryCode: "DE" },
};

class MockBridge implements OnsideJSBridge {
  onTransactionsUpdated?: OnsideJSBridge["onTransactionsUpdated"] = null;
  readonly finished: string[] = [];
  async initializeOnside(_version: "v1"): Promise<void> {}
  setAppearance(): void {}
  setShouldForceLocalLoginMethods(): void {}
  setDefaultCountryCodeAssumption(): void {}
  trackEvent(): void {}
  logout(): void {}
  async requestLogin(): Promise<void> {}
  async presentPaymentMethodsManager(): Promise<void> {}
  async getCurrentStorefront() {
    return sale.storefront;
  }
  async loadProducts(input: { productIdentifiers: string[] }) {
    return { products: [sale.payment.product], invalidProductIdentifiers: input.productIdentifiers.slice(1) };
  }
  async purchase(_input: { productIdentifier: string; appAccountToken?: string }): Promise<void> {
    this.onTransactionsUpdated?.([sale]);
  }
  async restoreCompletedTransactions(): Promise<void> {}
  async getTransactions() {
    return [sale];
  }
  async finishTransaction(id: string): Promise<void> {
    this.finished.push(id);
  }
  async getAttributionMetadata() {
    return {};
  }
  async getSignedInAppsHistory() {
    return { dataBase64: "" };
  }
}

export async function buysAndFinishes(): Promise<void> {
  const mock = new MockBridge();
  window.onside = mock;
  globalThis.onside = mock;
  const shop = new Shop();
  await shop.open(["coins"]);
  if ((await shop.buy(sale.payment.product, "reader-1")) !== "begun") throw new Error("no purchase was begun");
  if (mock.finished.join() !== "A") throw new Error(`finished: ${mock.finished.join()}`);
}

export async function knowsWhoIsNotLoggedIn(): Promise<void> {
  window.onside.purchase = () => Promise.reject({ loginDiscarded: {} });
  if ((await new Shop().buy(sale.payment.product, "reader-1")) !== "not logged in") throw new Error("a purchase was begun");
}
