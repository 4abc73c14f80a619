/** The state of an article for its reader. */
type TideStand =
  /** Nothing was bought, or the server has not answered yet. */
  | "locked"
  /** A purchase is in progress: the app has not accepted it yet, the user pays, or the server checks it. */
  | "asking" | "paying" | "checking"
  /** The server allows the reader to read the article. */
  | "open"
  /** There was a purchase, but it was refunded, has expired, or belongs to another reader. */
  | "refunded" | "expired" | "another";

/** The offer for an article, as its gate shows it. */
interface TideOffer {
  stand: TideStand;
  /** The product that unlocks the article; undefined until the app has loaded it. */
  product?: JSProduct;
  /** The end of the paid time, if it has an end. */
  expiresAt?: Date;
}

/** A step on the path of a purchase, named after the part of the system that performs it. */
type TideStation = "page" | "sdk" | "store" | "backend" | "merchant" | "ledger";

/** The decision of the paper's server about one order. */
interface TideDecision {
  order_id: string;
  product_id: string;
  decision: "granted" | "alreadyGranted" | "revoked" | "expired" | "belongsToAnother";
  /** Whether the store has confirmed the order directly to the server for this answer. */
  confirmed: boolean;
}

/** An order that the store could not confirm to the server. The server has therefore not decided about it. */
interface TideUnconfirmed {
  order_id: string;
  product_id: string;
  code: string;
}

/** A product that a customer owns. */
interface TideEntitlement {
  product_id: string;
  product_type: string;
  quantity: number;
  order_id: string;
  expires_at: string | null;
}

/** The answer of `POST /validate`. */
interface TideValidation {
  entitlements: TideEntitlement[];
  decisions: TideDecision[];
  unconfirmed: TideUnconfirmed[];
}

/** The answer of `POST /validate` if it fails (RFC 9457). */
interface TideProblem {
  status: number;
  title: string;
  code: string;
}
