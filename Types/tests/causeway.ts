// What must compile against ../causeway.d.ts, and what must not.
export {};

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};

// The bridge, in the app and elsewhere.
same<typeof causeway, Causeway>(true);
const found = window.causeway;
same<typeof found, Causeway | undefined>(true);
// @ts-expect-error a page is shown without the app too
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
// @ts-expect-error a capability has a name
causeway.call();
// @ts-expect-error bytes are no text
causeway.call("share", {}, { bytes: "text" });
// An app's own errors have codes of their own.
const own: CausewayErrorCode = "CARD_DECLINED";

// Events and the app's calls.
causeway.send("opened", { page: "home" });
causeway.handle("title", (length: number) => document.title.slice(0, length));
const end = causeway.on<{ price: number }>("price", ({ price }) => price.toFixed(2));
same<typeof end, () => void>(true);

// A test without the app sets a mock, and takes it away.
const mock: Causeway = { call: async () => undefined as any, send() {}, handle() {}, on: () => () => {} };
window.causeway = mock;
delete window.causeway;
// @ts-expect-error a mock has every method
window.causeway = { send() {} };
