// What must compile against ../today.d.ts, and what must not.
export {};

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};
/** Fails to compile unless every case was taken. */
const never = (value: never) => value;

// The channel, on every platform.
const channel = window.webkit?.messageHandlers?.todayWebViewBridge ?? window.todayWebViewBridge;
same<typeof channel, TodayWebViewBridge>(true);
window.webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" });
// @ts-expect-error the global object is not there on every platform
window.todayWebViewBridge.postMessage({ type: "headers" });
// A test without the app sets mocks, and takes them away.
const mock: TodayWebViewBridge = { postMessage: async (_: { type: string }): Promise<any> => undefined };
window.todayWebViewBridge = mock;
delete window.todayWebViewBridge;
window.webkit = { messageHandlers: { todayWebViewBridge: mock } } as typeof webkit;
webkit.messageHandlers.todayWebViewBridge = mock;
// @ts-expect-error a mock takes messages
window.todayWebViewBridge = { postMessage: 7 };
// The bare name is for pages that know where they are.
webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" });
// @ts-expect-error there is only one handler of this protocol
webkit.messageHandlers.todayBridge;

declare const bridge: TodayWebViewBridge;

// track
same<ReturnType<typeof track>, Promise<undefined>>(true);
function track() {
  return bridge.postMessage({ type: "track", ename: "opened", parameters: { place: 1, list: "home", again: false } });
}
const named: TodayTrackMessage = { type: "track", ename: "opened" };
// @ts-expect-error an event has a name
const nameless: TodayTrackMessage = { type: "track" };
// @ts-expect-error which is text
const numbered: TodayTrackMessage = { type: "track", ename: 7 };
// @ts-expect-error its parameters are flat
const deep: TodayTrackMessage = { type: "track", ename: "opened", parameters: { place: { row: 1 } } };
// @ts-expect-error and have no null
const empty: TodayTrackMessage = { type: "track", ename: "opened", parameters: { place: null } };
// @ts-expect-error nor lists
const list: TodayTrackMessage = { type: "track", ename: "opened", parameters: { places: [1, 2] } };

// headers
async function headers() {
  const answer = await bridge.postMessage({ type: "headers" });
  same<typeof answer, Record<string, string> | undefined>(true);
  // @ts-expect-error a page that is not trusted gets undefined
  answer["X-Client"];
  new Headers(answer);
}

// refreshToken
async function refreshToken() {
  const answer = await bridge.postMessage({ type: "refreshToken" });
  same<typeof answer, TodayAuthorization | undefined>(true);
  // @ts-expect-error a page that is not trusted gets undefined
  answer.authorization;
  // @ts-expect-error the answer has the whole header value and no token beside it
  answer?.token;
  const value: string | undefined = answer?.authorization;
  return value;
}

// establishSession
async function establishSession() {
  const answer = await bridge.postMessage({ type: "establishSession", refresh: true });
  same<typeof answer, TodaySession | undefined>(true);
  // @ts-expect-error a page that is not trusted gets undefined
  answer.ok;
  const plain: TodayEstablishSessionMessage = { type: "establishSession" };
  // @ts-expect-error `refresh` is yes or no
  const odd: TodayEstablishSessionMessage = { type: "establishSession", refresh: "yes" };
  return [plain, odd, answer?.ok === true];
}

// What a later version may bring.
async function later() {
  const answer = await bridge.postMessage({ type: "readAloud", speed: 1.2 });
  same<typeof answer, unknown>(true);
  // @ts-expect-error nothing is known of the answer
  answer.ok;
}
// @ts-expect-error a message has a type
bridge.postMessage({ ename: "opened" });
// @ts-expect-error and is an object
bridge.postMessage("headers");
// @ts-expect-error the channel has nothing but postMessage
bridge.onmessage = () => {};

// The union of all messages.
async function pass(message: TodayMessage, some: TodayTrackMessage | TodayHeadersMessage) {
  await bridge.postMessage(some);
  const answer = await bridge.postMessage(message);
  same<typeof answer, Record<string, string> | TodayAuthorization | TodaySession | undefined>(true);
  return answer;
}
function describe(message: TodayMessage): string {
  switch (message.type) {
    case "track": return message.ename;
    case "headers": return "";
    case "refreshToken": return "";
    case "establishSession": return String(message.refresh);
    default: return never(message);
  }
}
// @ts-expect-error the contract has no such type
const unknown: TodayMessage = { type: "readAloud" };

// The tag.
const platform: "ios" | "macos" | "android" | "windows" | undefined = window.__todayWebView?.platform;
// @ts-expect-error elsewhere there is no tag
window.__todayWebView.platform;
// @ts-expect-error there is no such platform
platform === "linux";
// A test without the app sets it.
window.__todayWebView = { platform: "ios" };

void [named, nameless, numbered, deep, empty, list, headers, refreshToken, establishSession, later, pass, describe, unknown];
