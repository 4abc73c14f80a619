// Code that must compile with shop.d.ts, and code that must not.
import type {
  CardDeclined, Größe, Item, NotSignedIn, Page_Item_, Payment, Query, Shop, ShopEvents, ShopEvents_2, ShopHandlers,
} from "./shop";

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};

const shop = causeway.connect<Shop>();

// Calls.
export async function call(signal: AbortSignal): Promise<void> {
  const isShared = await shop.share({ text: "a" }, { timeout: 5, signal, bytes: new Uint8Array(1) });
  same<typeof isShared, boolean>(true);
  await shop.share({ text: "a", url: null, via: undefined });
  await shop.share({ text: "a", url: undefined }, { key: "1" });
  same<ReturnType<typeof shop.ping>, Promise<void>>(true);
  await shop.ping();
  await shop.ping(undefined, { signal });
  same<ReturnType<typeof shop.find>, Promise<ArrayBuffer>>(true);
  await shop.find();
  await shop.find(null);
  await shop.find("a", { timeout: 5 });
  await shop.pack(undefined, { onProgress: (size) => same<typeof size, "small" | "L" | 3>(true) });
  const items: (Item | null)[] = await shop.search({ text: "a" });
  await shop.search();
  const size = await shop.report.constructor();
  same<typeof size, "small" | "L" | 3>(true);
  const anything = await shop["two words"]({ any: ["value"] });
  same<typeof anything, unknown>(true);
  await shop["two words"]();
  await shop.group();
  for (const item of items) console.log(item?.notes["a"], item?.["in stock"], item?.inside[0]?.name, item?.constructor);
  // @ts-expect-error the text is missing
  await shop.share({ url: "a" });
  // @ts-expect-error the parameters are missing
  await shop.share();
  // @ts-expect-error a text cannot be null
  await shop.share({ text: null });
  // @ts-expect-error this member may be missing, but not null
  await shop.share({ text: "a", via: null });
  // @ts-expect-error `Share` has no member with this misspelled name
  await shop.share({ text: "a", ulr: "b" });
  // @ts-expect-error the function has no parameters
  await shop.ping(7);
  // @ts-expect-error a size is no number
  await shop.pack(undefined, { onProgress: (size: number) => size });
  // @ts-expect-error the app has no such function
  shop.unknown();
  // @ts-expect-error the connection has no members with a part `then`, because they would look like promises
  shop.maybe;
  // @ts-expect-error the connection has its own member `handle`
  await shop.handle();
  // @ts-expect-error the connection omits the functions of a group that has the name of a function
  await shop.group.inside();
  // @ts-expect-error a group of functions cannot be replaced
  shop.report = shop.report;
  // @ts-expect-error the app has no such size
  const wrong: "medium" = await shop.report.constructor();
}

// Streams in both directions.
export async function stream(signal: AbortSignal, file: File, pieces: ReadableStream<Uint8Array>): Promise<void> {
  for await (const price of shop.prices("BTC", { signal })) if (price.amount > 1) break;
  for await (const piece of shop.photo(3)) same<typeof piece, ArrayBuffer>(true);
  for (const source of [file, pieces, new Uint8Array(1), new ArrayBuffer(1)]) {
    const count = await shop.report.save("June", source, { timeout: 5, onProgress: ({ amount }) => console.log(amount) });
    same<typeof count, number>(true);
  }
  await shop.report.lines.add(undefined, ["a", "b"]);
  await shop.report.lines.add(undefined, (async function* () { yield "a"; })());
  await shop.report.lines.add(undefined, new Set(["a"]));
  // @ts-expect-error the elements are texts
  await shop.report.lines.add(undefined, [1]);
  // @ts-expect-error a text is not a stream
  await shop.report.lines.add(undefined, "text");
  // @ts-expect-error the source is missing
  await shop.report.save("June");
  for await (const price of shop.prices("BTC", { timeout: 5 })) price.amount;
  // @ts-expect-error a stream has no progress
  shop.prices("BTC", { onProgress() {} });
}

// Events.
same<ReturnType<typeof shop.opened>, void>(true);
shop.opened({ text: "a" });
shop.closed();
const end = shop.on.theme(({ name, payment }) => {
  same<typeof name, "dark" | "light">(true);
  describe(payment);
});
same<typeof end, () => void>(true);
shop.on.cart.changed((item) => item.sizes);
shop.on.suspended(() => {});
// @ts-expect-error `title` is a call and not an event
shop.on.title(() => {});
// @ts-expect-error the theme has no member `colour`
shop.on.theme(({ colour }) => colour);
// @ts-expect-error the data is missing
shop.opened();

// An enum with associated values.
function describe(payment: Payment): string {
  if ("card" in payment && payment.card !== undefined) return payment.card.number;
  if (payment.cash !== undefined) return "cash";
  same<(typeof payment)["gift card"], number>(true);
  return `gift card ${payment["gift card"]}`;
}
describe({ card: { number: "1" } });
describe({ "gift card": 3 });
// @ts-expect-error a payment is one of the cases
describe({ card: { number: "1" }, cash: {} });
// @ts-expect-error a payment is one of the cases
describe({});

// Handlers.
shop.handle({
  title: (length, { signal, report }) => {
    report(0.5);
    return signal.aborted ? "" : "a".slice(0, length);
  },
  page: {
    async close() {},
    async *scores(name) { yield name; },
    pictures: () => new Blob(["a"]),
  },
});
shop.handle({ title: Object.assign(async () => "a", { short: () => "b" }) });
shop.handle({ title: undefined, page: { scores: async () => ["a"] } });
shop.handle({});
// @ts-expect-error the progress is a number
shop.handle({ title: (_, { report }) => { report("half"); return "a"; } });
// @ts-expect-error the answer is a text
const number: ShopHandlers = { title: () => 7 };
// @ts-expect-error the parameter is a number
const text: ShopHandlers = { title: (length: string) => length };
// @ts-expect-error a text is not a stream
const source: ShopHandlers = { page: { scores: () => "text" } };
// @ts-expect-error the app has no call with this name
shop.handle({ titel: () => "a" });

// Errors.
export function explain(error: unknown): string {
  if (error instanceof shop.errors.NotSignedIn) {
    same<typeof error, NotSignedIn>(true);
    same<typeof error.code, "NOT_SIGNED_IN">(true);
    return error.message;
  }
  if (error instanceof shop.errors.CardDeclined) return `${error.details.attemptsLeft} attempts left`;
  // @ts-expect-error the app has no such error
  return shop.errors.Unknown.name;
}
const declined: CardDeclined = new shop.errors.CardDeclined({
  code: "CARD_DECLINED", message: "No.", details: { attemptsLeft: 1 },
});
const unknown: NotSignedIn = new shop.errors.NotSignedIn({ code: "NOT_SIGNED_IN", message: "Sign in." });
// @ts-expect-error the details are missing
new shop.errors.CardDeclined({ code: "CARD_DECLINED", message: "No." });

// The names of types.
same<Größe, number>(true);
same<ShopEvents_2, string>(true);
same<Page_Item_["items"], Item[]>(true);
same<Query, { text?: string | undefined } | null>(true);
declare const events: ShopEvents;
same<typeof shop.on, typeof events>(true);
