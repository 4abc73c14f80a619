// Code that must compile with ../gbg.d.ts, and code that must not.
export {};

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};
/** Fails to compile unless the code before it has handled every case. */
const never = (value: never) => value;

// The objects through which the page sends messages to the app.
const handler = window.webkit?.messageHandlers?.gbgBridge;
same<typeof handler, GBGMessageHandler>(true);
webkit.messageHandlers.gbgBridge.postMessage("{}");
window.webkit.messageHandlers.gbgBridge.postMessage("{}");
// @ts-expect-error the handler's name is `gbgBridge`, with a small g
window.webkit?.messageHandlers.GBGBridge;
// A test without the app sets mocks.
window.webkit.messageHandlers.gbgBridge = { postMessage(message) { void message; } };
// @ts-expect-error a mock needs the method `postMessage`
window.webkit.messageHandlers.gbgBridge = {};

declare const ios: GBGMessageHandler;
declare const bridge: GBGBridge;

ios.postMessage({ type: "request", correlationId: "1", payload: { action: "capability.query" } });
ios.postMessage('{ "type": "request" }');
bridge.postMessage?.('{ "type": "request" }');
// @ts-expect-error `postMessage` returns nothing, because the app's handler has no reply
ios.postMessage("{}").then;
// @ts-expect-error `postMessage` may be missing, because only Android apps provide it
bridge.postMessage("{}");
// @ts-expect-error on Android a message must be JSON text
bridge.postMessage?.({ type: "request", correlationId: "1", payload: { action: "capability.query" } });
bridge.postMessage = (json) => void JSON.parse(json);
delete bridge.postMessage;

// The page's object, on which the app calls `receive`.
window.GBGBridge ??= {};
window.GBGBridge.receive = (message) => same<typeof message, GBGHostMessage>(true);
// @ts-expect-error `receive` takes a message, not its JSON text
bridge.receive = (text: string) => JSON.parse(text);
GBGBridge.receive = (message) => same<typeof message, GBGHostMessage>(true);
GBGBridge.receive = (message: GBGResponse) => void message.payload.status;
GBGBridge = { receive(message) { same<typeof message, GBGHostMessage>(true); } };

// Requests.
const passport: GBGRequest<"camera.document.capture"> = {
  version: "1.0", type: "request", correlationId: "1", timestamp: 1,
  payload: { action: "camera.document.capture", data: { documentType: "passport", side: "front" } },
};
ios.postMessage(passport);
const custom: GBGRequest = {
  type: "request", correlationId: "1", payload: { action: "type-test.free", data: { list: [1, null, { a: true }] } },
};
ios.postMessage(custom);
ios.postMessage({
  // @ts-expect-error a known action accepts only its own data
  type: "request", correlationId: "1",
  payload: { action: "camera.document.capture", data: { documentType: 7 } },
});
ios.postMessage({
  // @ts-expect-error `capability.query` has no data
  type: "request", correlationId: "1",
  payload: { action: "capability.query", data: { ids: ["type-test.free"] } },
});
// @ts-expect-error a message needs a `correlationId`
const anonymous: GBGRequest = { type: "request", payload: { action: "capability.query" } };
// @ts-expect-error the `correlationId` must be text
const numbered: GBGRequest = { type: "request", correlationId: 1, payload: { action: "capability.query" } };
// @ts-expect-error a message needs a payload
const bare: GBGRequest = { type: "request", correlationId: "1" };
// @ts-expect-error a payload needs an action
const idle: GBGRequest = { type: "request", correlationId: "1", payload: {} };
// @ts-expect-error only responses have a status
const stated: GBGRequest = { type: "request", correlationId: "1", payload: { action: "type-test.free", status: "success" } };
// @ts-expect-error the only version is "1.0"
const newer: GBGRequest = { version: "2.0", type: "request", correlationId: "1", payload: { action: "type-test.free" } };
// @ts-expect-error JSON cannot contain functions
const living: GBGRequest = { type: "request", correlationId: "1", payload: { action: "a", data: { run() {} } } };
// @ts-expect-error the only types are "request", "response" and "event"
const typed: GBGMessage = { type: "notice", correlationId: "1", payload: { action: "a" } };
// @ts-expect-error `data` must be an object, not a list
const listed: GBGRequest = { type: "request", correlationId: "1", payload: { action: "a", data: [1] } };

// The app's messages, narrowed by their type and their status.
function receive(message: GBGHostMessage): string {
  same<typeof message.version, "1.0">(true);
  same<typeof message.timestamp, number>(true);
  switch (message.type) {
    case "response": return outcome(message.payload);
    case "event": return happened(message);
    default: return never(message);
  }
}

function outcome(payload: GBGResponsePayload): string {
  // @ts-expect-error `data` can be used only after a check of `status`
  payload.data.anything;
  switch (payload.status) {
    case "success":
      same<typeof payload.data, GBGData | undefined>(true);
      same<typeof payload.error, undefined>(true);
      return JSON.stringify(payload.data);
    case "error":
      same<typeof payload.data, undefined>(true);
      same<typeof payload.error.recoverable, boolean>(true);
      return payload.error.message;
    case "cancelled":
      same<typeof payload.error.code, "CANCELLED">(true);
      return payload.error.message;
    case "unsupported":
      same<typeof payload.error.code, "UNSUPPORTED">(true);
      return payload.error.message;
    case "acknowledged":
      same<typeof payload.error, undefined>(true);
      return "";
    default: return never(payload);
  }
}

// The results of each action.
function results(
  query: GBGResponse<"capability.query">, document: GBGResponse<"camera.document.capture">,
  selfie: GBGResponse<"camera.selfie.capture">, nfc: GBGResponse<"type-test.free">,
) {
  if (query.payload.status === "success") {
    const { hostVersion, capabilities } = query.payload.data;
    same<typeof hostVersion, string>(true);
    // @ts-expect-error a capability without a handler in the app is missing from the list
    capabilities["camera.document"].supported;
    const state = capabilities["camera.document"]?.permissionState;
    same<typeof state, "granted" | "denied" | "notDetermined" | undefined>(true);
  }
  if (document.payload.status === "success") {
    const { imageData, mimeType, width, height, side, documentType } = document.payload.data;
    same<[typeof imageData, typeof mimeType, typeof width, typeof height], [string, string, number, number]>(true);
    same<[typeof side, typeof documentType], [string | undefined, string | undefined]>(true);
    // @ts-expect-error only a selfie capture has biometric data
    document.payload.data.encryptedBlob;
  }
  if (selfie.payload.status === "success") {
    same<typeof selfie.payload.data, GBGSelfieCapture>(true);
    // @ts-expect-error a selfie capture has no side
    selfie.payload.data.side;
  }
  // Code that does not depend on the action can use all responses together.
  const all: GBGResponse[] = [query, document, selfie, nfc];
  if (nfc.payload.status === "success") {
    same<typeof nfc.payload.data, GBGData | undefined>(true);
    // @ts-expect-error the app may answer a custom action without data
    nfc.payload.data.documentNumber;
  }
  return all;
}

const done: GBGResponsePayload<"type-test.free"> = { action: "type-test.free", status: "success" };
// @ts-expect-error a successful capture needs a picture
const empty: GBGResponsePayload<"camera.selfie.capture"> = { action: "camera.selfie.capture", status: "success" };

// Statuses and error codes.
same<GBGStatus, "success" | "error" | "cancelled" | "unsupported" | "acknowledged">(true);
// @ts-expect-error `GBGStatus` has no status "pending"
const pending: GBGStatus = "pending";
same<GBGRecoverableCode, "PERMISSION_DENIED" | "CANCELLED" | "TIMEOUT" | "BUSY">(true);
same<GBGLastingCode, "UNSUPPORTED" | "INVALID_REQUEST" | "INTERNAL_ERROR" | "VERSION_MISMATCH">(true);
const ownCode: GBGErrorCode = "CHIP_LOST";
// @ts-expect-error an error must say whether it is recoverable
const partial: GBGError = { code: "BUSY", message: "" };
// @ts-expect-error a camera's permission has only the states "granted", "denied" and "notDetermined"
const permission: GBGCapability = { supported: true, version: "1.0", permissionState: "restricted" };

// Events.
ios.postMessage({ type: "event", correlationId: "2", payload: { action: "user.action", data: { button: "help" } } });
function happened(event: GBGHostEvent): string {
  same<typeof event.correlationId, `ios-event-${string}` | `android-event-${string}`>(true);
  switch (event.payload.action) {
    case "host.ready":
      same<typeof event.payload.data, { timestamp: number }>(true);
      return "";
    case "host.background": return "";
    case "host.foreground": return "";
    case "journey.cancel": return event.payload.data.reason;
    case "host.orientation": return event.payload.data.orientation;
    case "type-test.listed": return event.payload.data.page;
    default:
      // @ts-expect-error the app may send events of any name, so this case can occur
      never(event.payload);
      // @ts-expect-error an event that is not declared may have no data
      event.payload.data.page;
      same<typeof event.payload.data, GBGData | undefined>(true);
      return event.payload.action;
  }
}
function unlisted(event: GBGHostEvent, name: string): boolean {
  // @ts-expect-error a comparison compiles only with the names of declared events
  if (event.payload.action === "type-test.unlisted") return true;
  return event.payload.action === name;
}
function cancelled({ payload }: GBGEvent<"journey.cancel", GBGHostEvents["journey.cancel"]>) {
  same<typeof payload.data, { reason: string } | undefined>(true);
}
const ready: GBGHostEvent = {
  version: "1.0", type: "event", correlationId: "ios-event-1", timestamp: 1,
  payload: { action: "host.ready", data: { timestamp: 1 } },
};
const early: GBGHostEvent = {
  // @ts-expect-error the `correlationId` of an event begins with `ios-event-` or `android-event-`
  version: "1.0", type: "event", correlationId: "1", timestamp: 1, payload: { action: "host.ready", data: { timestamp: 1 } },
};
const reasonless: GBGHostEvent = {
  version: "1.0", type: "event", correlationId: "ios-event-1", timestamp: 1,
  // @ts-expect-error an event must have the data that its name requires
  payload: { action: "journey.cancel", data: { timestamp: 1 } },
};
declare const answer: GBGResponse;
// @ts-expect-error only the app sends responses
ios.postMessage(answer);

// Capabilities and events that a page declares itself.
declare global {
  interface GBGActions {
    "type-test.read": { request: { can: string }; result: { documentNumber: string } };
    "type-test.beep": { request: GBGNoData; result: GBGNoData | undefined };
  }
  interface GBGHostEvents {
    "type-test.listed": { page: string };
  }
}
const read: GBGRequest<"type-test.read"> = {
  type: "request", correlationId: "1", payload: { action: "type-test.read", data: { can: "123456" } },
};
const misread: GBGRequest<"type-test.read"> = {
  type: "request", correlationId: "1",
  // @ts-expect-error the data of a declared action is checked like the data of a known action
  payload: { action: "type-test.read", data: { can: 123456 } },
};
same<GBGResult<"type-test.read">, { documentNumber: string }>(true);
same<GBGResult<"type-test.beep">, GBGNoData | undefined>(true);

void [
  anonymous, numbered, bare, idle, stated, newer, living, typed, listed, receive, results, pending, ownCode, partial,
  permission, done, empty, unlisted, cancelled, ready, early, reasonless, read, misread,
];
