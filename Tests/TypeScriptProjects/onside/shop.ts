// A shop in a project that has only onside.d.ts. The shop uses the types as they are published.
import { OnsideEvents } from "./onside";
import type { JSPaymentTransaction, JSProduct, JSStorefront, OnsideJSBridge } from "./onside";

export class Shop {
  products: JSProduct[] = [];
  storefront: JSStorefront | null = null;

  constructor(private readonly bridge: OnsideJSBridge = window.onside) {}

  async open(identifiers: string[]): Promise<void> {
    this.bridge.onTransactionsUpdated = async (transactions: JSPaymentTransaction[]): Promise<void> => {
      for (const transaction of transactions) await this.take(transaction);
    };
    this.bridge.onStorefrontChanged = (storefront) => {
      this.storefront = storefront;
    };
    this.bridge.shouldContinueTransaction = ({ transaction, storefront }) =>
      transaction.storefront.countryCode === storefront.countryCode;
    await this.bridge.initializeOnside("v1");
    const { products, invalidProductIdentifiers } = await this.bridge.loadProducts({ productIdentifiers: identifiers });
    if (invalidProductIdentifiers.length > 0) throw new Error(`Not for sale: ${invalidProductIdentifiers.join(", ")}`);
    this.products = products;
  }

  async buy(product: JSProduct, reader: string): Promise<"begun" | "not logged in" | "not loaded"> {
    try {
      await this.bridge.purchase({ productIdentifier: product.productIdentifier, appAccountToken: reader });
      return "begun";
    } catch (error) {
      if (error instanceof Error || typeof error !== "object" || error === null) throw error;
      return "loginDiscarded" in error ? "not logged in" : "not loaded";
    }
  }

  private async take(transaction: JSPaymentTransaction): Promise<void> {
    if (transaction.transactionState === "purchasing") return;
    await onside.finishTransaction(transaction.id);
    onside.trackEvent({ name: OnsideEvents.purchaseCompleted });
  }
}
