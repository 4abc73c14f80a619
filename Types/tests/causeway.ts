// Code that must compile with ../causeway.d.ts, and code that must not.
export {};

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};

// The bridge's global object, which exists only in the app.
same<typeof causeway, Causeway>(true);
const found = window.causeway;
same<typeof found, Causeway | undefined>(true);
// @ts-expect-error `window.causeway` is undefined if the page is shown without the app
window.causeway.call("share");

// Calls.
async function share(photograph: Blob, signal: AbortSignal): Promise<string> {
  const result = await causeway.call<{ target: string }>("share", { text: "Hello" }, { bytes: photograph, signal });
  return result.target;
}
async function refused(): Promise<CausewayErrorCode> {
  try {
    await causeway.call("share");
    return "FAILED";
  } catch (error) {
    return (error as CausewayError).code;
  }
}
// @ts-expect-error `call` needs the name of a capability
causeway.call();
// @ts-expect-error `bytes` cannot be a text
causeway.call("share", {}, { bytes: "text" });
// An app can define codes for its own errors.
const own: CausewayErrorCode = "CARD_DECLINED";

// Streams from the app.
async function total(signal: AbortSignal): Promise<number> {
  let sum = 0;
  for await (const { price } of causeway.stream<{ price: number }>("prices", { symbol: "BTC" }, { signal })) {
    sum += price;
    if (sum > 100) break;
  }
  return sum;
}
const untyped = causeway.stream("prices");
same<typeof untyped, AsyncIterableIterator<any>>(true);
causeway.stream<number>("count", 3, { signal: undefined }).next().then(({ value }) => value);
// @ts-expect-error `stream` needs the name of a capability
causeway.stream();
// @ts-expect-error a stream of the app takes no bytes beside its parameters
causeway.stream("prices", {}, { bytes: new Uint8Array(1) });

// Streams to the app, from every kind of source.
async function* lines(): AsyncGenerator<string> { yield "first"; }
function* numbers() { yield 1; }
async function sendAll(file: File, body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<number> {
  for (const source of [file, body, new Uint8Array(2), new ArrayBuffer(2), new DataView(new ArrayBuffer(2))]) {
    await causeway.upload("save", { name: file.name }, source);
  }
  await causeway.upload("add", null, [1, { b: 2 }]);
  await causeway.upload("add", null, numbers());
  await causeway.upload("add", undefined, new Set(["a"]), { signal: undefined });
  return causeway.upload<number>("write", {}, lines(), { signal });
}
// @ts-expect-error a text is not a stream
causeway.upload("save", {}, "text");
// @ts-expect-error an object is not a stream
causeway.upload("save", {}, {});
// @ts-expect-error `upload` needs a source
causeway.upload("save", {});
const full: CausewayErrorCode = "TOO_MANY_STREAMS";

// Streams with which the page answers.
causeway.handle("prices", async function* (symbol: string, { signal }) {
  same<typeof signal, AbortSignal>(true);
  for (let price = 1; !signal.aborted; price += 1) yield { symbol, price };
});
causeway.handle("lines", () => lines());
causeway.handle<{ id: number }>("file", async ({ id }, context) =>
  (await fetch(`/files/${id}`, { signal: context.signal })).body);
// @ts-expect-error the bridge sets the signal, so a handler cannot replace it
causeway.handle("none", (_, context) => { context.signal = new AbortController().signal; });

// Events in both directions, and calls from the app.
causeway.send("opened", { page: "home" });
causeway.handle("title", (length: number) => document.title.slice(0, length));
const end = causeway.on<{ price: number }>("price", ({ price }) => price.toFixed(2));
same<typeof end, () => void>(true);

// Timeouts and progress.
causeway.call("export", {}, { timeout: 5_000, onProgress: (fraction: number) => fraction.toFixed(2) });
causeway.upload("save", {}, numbers(), { timeout: 5_000, onProgress(value) { same<typeof value, any>(true); } });
causeway.handle("export", async (_, { report }) => { report(0.5); report({ step: "upload" }); });
// @ts-expect-error the timeout is a number of milliseconds
causeway.call("export", {}, { timeout: "5 s" });
// @ts-expect-error a stream reports no progress
causeway.stream("prices", {}, { onProgress() {} });

// The contract.
same<typeof causeway.contract, CausewayContract>(true);
const names: string[] = causeway.contract.members.filter(({ caller }) => caller === "page").map(({ name }) => name);
if (causeway.offers("share")) causeway.call("share");
// @ts-expect-error the app sets the contract, so a page cannot replace it
causeway.contract = { causeway: 1, name: "Mine", members: [] };

// A connection without the app's declarations.
const anything = causeway.connect();
same<typeof anything, CausewayConnection>(true);
anything["report"].save("x", numbers());
anything.on.theme((data: { name: string }) => data.name);
anything.handle({ title: () => document.title });

// A connection with the app's declarations.
declare class NotSignedIn extends Error {
  readonly code: "NOT_SIGNED_IN";
}
interface Shop {
  share(parameters: { text: string; url?: string | null }, options?: CausewayCallOptions): Promise<boolean>;
  prices(parameters: string, options?: CausewayStreamOptions): AsyncIterableIterator<number>;
  readonly report: {
    save(parameters: string, source: CausewaySource, options?: CausewayUploadOptions): Promise<number>;
  };
  readonly on: { theme(listener: (data: { name: "dark" | "light" }) => void): () => void };
  handle(handlers: {
    title?: (parameters: { length: number }, context: CausewayCallContext) => string | Promise<string>;
  }): void;
  readonly errors: { readonly NotSignedIn: typeof NotSignedIn };
}
const shop = causeway.connect<Shop>();
async function buy(): Promise<boolean> {
  try {
    for await (const price of shop.prices("BTC")) same<typeof price, number>(true);
    await shop.report.save("x", new Blob([]));
    return await shop.share({ text: "Hello" }, { timeout: 1_000 });
  } catch (error) {
    return error instanceof shop.errors.NotSignedIn && error.code === "NOT_SIGNED_IN";
  }
}
shop.on.theme(({ name }) => same<typeof name, "dark" | "light">(true));
shop.handle({ title: ({ length }, { signal }) => document.title.slice(0, signal.aborted ? 0 : length) });
// @ts-expect-error the parameters must have the types of the contract
shop.share({ text: 1 });
// @ts-expect-error the app does not have this function
shop.shere({ text: "Hello" });
// @ts-expect-error the answer is a text
shop.handle({ title: () => 1 });

// A test without the app sets a mock, and removes it afterward.
const mock: Causeway = {
  contract: { causeway: 1, name: "Shop", members: [] },
  offers: () => true,
  connect: () => ({}) as any,
  call: async () => undefined as any,
  resume: async () => undefined as any,
  async *stream() {},
  upload: async () => undefined as any,
  send() {},
  handle() {},
  on: () => () => {},
};
window.causeway = mock;
delete window.causeway;
// @ts-expect-error a mock needs every method of the bridge
window.causeway = { send() {} };
