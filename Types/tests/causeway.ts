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

// Events in both directions, and calls from the app.
causeway.send("opened", { page: "home" });
causeway.handle("title", (length: number) => document.title.slice(0, length));
const end = causeway.on<{ price: number }>("price", ({ price }) => price.toFixed(2));
same<typeof end, () => void>(true);

// A test without the app sets a mock, and removes it afterwards.
const mock: Causeway = { call: async () => undefined as any, send() {}, handle() {}, on: () => () => {} };
window.causeway = mock;
delete window.causeway;
// @ts-expect-error a mock needs every method of the bridge
window.causeway = { send() {} };
