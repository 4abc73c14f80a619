// The contract "Shop" of an app, for pages. Generated from the types of the app: do
// not edit this file; generate it again when the types change. The types whose names begin with "Causeway" are
// those of causeway.d.ts.

export type Größe = number;

export interface Item {
  name: string;
  sizes: Size[];
  inside: Item[];
  "in stock": boolean;
  notes: { [name: string]: string | null };
  more: unknown;
  "constructor": string;
}

export interface Page_Item_ {
  items: Item[];
}

export type Payment =
  | { card: { number: string }; cash?: never; "gift card"?: never }
  | { cash: {}; card?: never; "gift card"?: never }
  | { "gift card": number; card?: never; cash?: never };

export interface Price {
  amount: number;
}

export interface Promise_2 {}

export type Query = { text?: string | undefined } | null;

export interface Share {
  text: string;
  url?: string | null | undefined;
  via?: string | undefined;
}

export type ShopEvents_2 = string;

export type Size = "small" | "L" | 3;

export interface Theme {
  name: "dark" | "light";
  payment: Payment;
}

export interface class_2 {
  "new": boolean;
  children: class_2[];
}

export interface CardDeclined extends Error {
  readonly name: "CardDeclined";
  readonly code: "CARD_DECLINED";
  readonly details: { attemptsLeft: number };
}

/** Nobody is signed in. */
export interface NotSignedIn extends Error {
  readonly name: "NotSignedIn";
  readonly code: "NOT_SIGNED_IN";
  readonly details: undefined;
}

/** The events that the app sends. Each function adds a listener, and returns a function that removes it. */
export interface ShopEvents {
  readonly cart: {
    changed(listener: (data: Item) => void): () => void;
  };
  suspended(listener: () => void): () => void;
  /** The user chose another theme. */
  theme(listener: (data: Theme) => void): () => void;
}

/** The page's handlers for the calls of the app. */
export interface ShopHandlers {
  page?: {
    /** @deprecated Nothing replaces it. */
    close?: ((parameters: undefined, context: CausewayCallContext) => void | Promise<void>) | undefined;
    pictures?: ((parameters: undefined, context: CausewayCallContext) => CausewaySource | Promise<CausewaySource>) | undefined;
    scores?: ((parameters: string, context: CausewayCallContext) => AsyncIterable<string> | (Iterable<string> & object) | ReadableStream<string> | Promise<AsyncIterable<string> | (Iterable<string> & object) | ReadableStream<string>>) | undefined;
  } | undefined;
  /** The title of the page. */
  title?: (((parameters: number, context: CausewayCallContext<number>) => string | Promise<string>) & {
    short?: ((parameters: undefined, context: CausewayCallContext) => string | Promise<string>) | undefined;
  }) | undefined;
}

/** The classes of the app's errors, for `instanceof`. */
export interface ShopErrors {
  readonly CardDeclined: new (reason: { code: "CARD_DECLINED"; message: string; details: { attemptsLeft: number } }) => CardDeclined;
  readonly NotSignedIn: new (reason: { code: "NOT_SIGNED_IN"; message: string }) => NotSignedIn;
}

/** The app: `causeway.connect<Shop>()`. */
export interface Shop {
  closed(data?: undefined): void;
  find(parameters?: string | null | undefined, options?: CausewayCallOptions): Promise<ArrayBuffer>;
  group(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
  opened(data: Share): void;
  pack(parameters?: undefined, options?: CausewayCallOptions<Size>): Promise<void>;
  photo(parameters: number, options?: CausewayStreamOptions): AsyncIterableIterator<ArrayBuffer>;
  ping(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
  /** @throws {NotSignedIn} */
  prices(parameters: string, options?: CausewayStreamOptions): AsyncIterableIterator<Price>;
  readonly report: {
    "constructor"(parameters?: undefined, options?: CausewayCallOptions): Promise<Size>;
    readonly lines: {
      add(parameters: undefined, source: AsyncIterable<string> | (Iterable<string> & object) | ReadableStream<string>, options?: CausewayUploadOptions): Promise<number>;
    };
    /** Saves a report, and returns its number. */
    save(parameters: string, source: CausewaySource, options?: CausewayUploadOptions<Price>): Promise<number>;
  };
  search(parameters?: Query | undefined, options?: CausewayCallOptions): Promise<(Item | null)[]>;
  /**
   * Shares an item.
   * The share sheet opens. *\/ export const broken = 1; /*
   * The app also takes `options.bytes`.
   * @throws {CardDeclined}
   * @throws {NotSignedIn}
   * @deprecated Use send.
   */
  share(parameters: Share, options?: CausewayCallOptions): Promise<boolean>;
  "two words"(parameters?: unknown, options?: CausewayCallOptions): Promise<unknown>;
  /** Adds listeners for the events of the app. */
  readonly on: ShopEvents;
  /** Sets the page's handlers for the calls of the app. */
  handle(handlers: ShopHandlers): void;
  /** The classes of the app's errors. */
  readonly errors: ShopErrors;
}
