// Code that must compile with ../today.d.ts, and code that must not.
export {};

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};
/** Fails to compile unless the code before it has handled every case. */
const never = (value: never) => value;

// The channel, on every platform.
const channel = window.webkit?.messageHandlers?.todayWebViewBridge ?? window.todayWebViewBridge;
same<typeof channel, TodayWebViewBridge>(true);
window.webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" });
// @ts-expect-error the global object does not exist on every platform
window.todayWebViewBridge.postMessage({ type: "headers" });
// A test without the app sets mocks, and removes them afterward.
const mock: TodayWebViewBridge = { postMessage: async (_: { type: string }): Promise<any> => undefined };
window.todayWebViewBridge = mock;
delete window.todayWebViewBridge;
window.webkit = { messageHandlers: { todayWebViewBridge: mock } } as typeof webkit;
webkit.messageHandlers.todayWebViewBridge = mock;
// @ts-expect-error the `postMessage` of a mock must be a function
window.todayWebViewBridge = { postMessage: 7 };
// Pages that run only where `webkit` exists can use it without checks.
webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" });
// @ts-expect-error the only handler of this protocol is `todayWebViewBridge`
webkit.messageHandlers.todayBridge;

declare const bridge: TodayWebViewBridge;

// track
same<ReturnType<typeof track>, Promise<undefined>>(true);
function track() {
  return bridge.postMessage({ type: "track", ename: "opened", parameters: { place: 1, list: "home", again: false } });
}
const named: TodayTrackMessage = { type: "track", ename: "opened" };
// @ts-expect-error an event needs an `ename`
const nameless: TodayTrackMessage = { type: "track" };
// @ts-expect-error the `ename` must be text
const numbered: TodayTrackMessage = { type: "track", ename: 7 };
// @ts-expect-error a parameter cannot be an object
const deep: TodayTrackMessage = { type: "track", ename: "opened", parameters: { place: { row: 1 } } };
// @ts-expect-error a parameter cannot be `null`
const empty: TodayTrackMessage = { type: "track", ename: "opened", parameters: { place: null } };
// @ts-expect-error a parameter cannot be a list
const list: TodayTrackMessage = { type: "track", ename: "opened", parameters: { places: [1, 2] } };

// headers
async function headers() {
  const answer = await bridge.postMessage({ type: "headers" });
  same<typeof answer, Record<string, string> | undefined>(true);
  // @ts-expect-error the answer to a page that is not trusted is undefined
  answer["X-Client"];
  new Headers(answer);
}

// refreshToken
async function refreshToken() {
  const answer = await bridge.postMessage({ type: "refreshToken" });
  same<typeof answer, TodayAuthorization | undefined>(true);
  // @ts-expect-error the answer to a page that is not trusted is undefined
  answer.authorization;
  // @ts-expect-error the answer has only the whole header value, and no separate token
  answer?.token;
  const value: string | undefined = answer?.authorization;
  return value;
}

// establishSession
async function establishSession() {
  const answer = await bridge.postMessage({ type: "establishSession", refresh: true });
  same<typeof answer, TodaySession | undefined>(true);
  // @ts-expect-error the answer to a page that is not trusted is undefined
  answer.ok;
  const plain: TodayEstablishSessionMessage = { type: "establishSession" };
  // @ts-expect-error `refresh` must be a Boolean
  const odd: TodayEstablishSessionMessage = { type: "establishSession", refresh: "yes" };
  return [plain, odd, answer?.ok === true];
}

// Messages that a later version of the contract may define.
async function later() {
  const answer = await bridge.postMessage({ type: "readAloud", speed: 1.2 });
  same<typeof answer, unknown>(true);
  // @ts-expect-error the type of this answer is `unknown`
  answer.ok;
}
// @ts-expect-error a message needs a type
bridge.postMessage({ ename: "opened" });
// @ts-expect-error a message must be an object
bridge.postMessage("headers");
// @ts-expect-error the channel's only member is `postMessage`
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
// @ts-expect-error the contract has no message of this type
const unknown: TodayMessage = { type: "readAloud" };

// The platform tag.
const platform: "ios" | "macos" | "android" | "windows" | undefined = window.__todayWebView?.platform;
// @ts-expect-error the tag does not exist outside the app
window.__todayWebView.platform;
// @ts-expect-error the contract has no platform "linux"
platform === "linux";
// A test without the app sets the tag itself.
window.__todayWebView = { platform: "ios" };

void [named, nameless, numbered, deep, empty, list, headers, refreshToken, establishSession, later, pass, describe, unknown];
