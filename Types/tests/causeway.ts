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
// @ts-expect-error the signal is the bridge's
causeway.handle("none", (_, context) => { context.signal = new AbortController().signal; });

// Events in both directions, and calls from the app.
causeway.send("opened", { page: "home" });
causeway.handle("title", (length: number) => document.title.slice(0, length));
const end = causeway.on<{ price: number }>("price", ({ price }) => price.toFixed(2));
same<typeof end, () => void>(true);

// A test without the app sets a mock, and removes it afterwards.
const mock: Causeway = {
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
