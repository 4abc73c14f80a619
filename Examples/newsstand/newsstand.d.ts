/** How an article stands with its reader. */
type TideStand =
  /** Nothing was bought, or nobody knows yet. */
  | "locked"
  /** Being bought: before the app has taken the purchase, while it is paid, and while the server looks at it. */
  | "asking" | "paying" | "checking"
  /** The server says that the reader may read it. */
  | "open"
  /** It was bought once: the money went back, the time is over, or it was another reader who bought it. */
  | "refunded" | "expired" | "another";

/** What an article is sold by, as its gate shows it. */
interface TideOffer {
  stand: TideStand;
  /** Nil as long as the app has not said what it costs. */
  product?: JSProduct;
  /** When it ends, if it does. */
  expiresAt?: Date;
}

/** Where something happens on the way of a purchase. */
type TideStation = "page" | "sdk" | "store" | "backend" | "merchant" | "ledger";

/** What the paper's server decided about one order. */
interface TideDecision {
  order_id: string;
  product_id: string;
  decision: "granted" | "alreadyGranted" | "revoked" | "expired" | "belongsToAnother";
  /** Whether the store has confirmed the order to the server just now, apart from the app. */
  confirmed: boolean;
}

/** An order that the store could not confirm to the server, so that nothing was decided about it. */
interface TideUnconfirmed {
  order_id: string;
  product_id: string;
  code: string;
}

/** What a customer has. */
interface TideEntitlement {
  product_id: string;
  product_type: string;
  quantity: number;
  order_id: string;
  expires_at: string | null;
}

/** What `POST /validate` answers. */
interface TideValidation {
  entitlements: TideEntitlement[];
  decisions: TideDecision[];
  unconfirmed: TideUnconfirmed[];
}

/** What it answers instead (RFC 9457). */
interface TideProblem {
  status: number;
  title: string;
  code: string;
}
