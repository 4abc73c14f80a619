/**
 * GBGBridge, the bridge of a GBG GO journey, as a page sees it.
 *
 * The page posts requests, and the app calls `GBGBridge.receive` with its responses: as many `acknowledged` ones as it
 * likes, then exactly one final one, told apart by the request's `correlationId`. Events go both ways and have no answer.
 *
 * GBG's public documents name the parts and show no literal message. What is marked [chosen] is our reading of them.
 */

/** What a message can carry. */
type GBGValue = string | number | boolean | null | GBGValue[] | GBGData;

/** The `data` of a message; a member that is undefined is left out. */
type GBGData = { [key: string]: GBGValue | undefined };

// Actions

/**
 * The actions, each with the data of its request and the data of its successful response. A page that uses custom
 * capabilities adds them here, in an `interface GBGActions` of its own; the result has `| undefined` where the app may
 * answer without data.
 */
interface GBGActions {
  /** What the app can do, found out anew for each request. */
  "capability.query": { request: GBGNoData; result: GBGCapabilities };
  /** Lets the user take a picture of a document; one at a time. */
  "camera.document.capture": { request: GBGDocumentRequest; result: GBGDocumentCapture };
  /** Lets the user take a picture of themselves; one at a time. */
  "camera.selfie.capture": { request: GBGData; result: GBGSelfieCapture };
}

/** The name of an action: dotted, lower case. That of a custom capability is its id, as in `nfc.read` [chosen]. */
type GBGAction = keyof GBGActions;

/** No data at all, or an empty object. */
type GBGNoData = { [key: string]: never };

/** The data that a request of an action may carry. */
type GBGRequestData<Action extends string> = Action extends GBGAction ? GBGActions[Action]["request"] : GBGData;

/** The data of a successful response to an action; of one that is not listed the app may send none. */
type GBGResult<Action extends string> = Action extends GBGAction ? GBGActions[Action]["result"] : GBGData | undefined;

/** Which document to capture. The app hands both fields back [chosen]. */
type GBGDocumentRequest = {
  /** Such as `passport`. */
  documentType?: string | undefined;
  /** Such as `front`. */
  side?: string | undefined;
};

/** A picture as it travels. The names of the fields are [chosen]. */
type GBGCapture = {
  /** The file as base64, in the standard alphabet, without the `data:` of a URL [chosen]. */
  imageData: string;
  /** The file's type, such as `image/jpeg`. */
  mimeType: string;
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
};

/** A picture of a document. */
type GBGDocumentCapture = GBGCapture & {
  /** As the request named it. */
  documentType?: string;
  /** As the request named it. */
  side?: string;
};

/** A picture of the user. */
type GBGSelfieCapture = GBGCapture & {
  /** Biometric data for GBG's servers, as base64, if the app has any [chosen]. */
  encryptedBlob?: string;
  /** The same without encryption [chosen]. */
  unencryptedBlob?: string;
};

/** The answer to `capability.query` [chosen]. */
type GBGCapabilities = {
  /** The app's version. */
  hostVersion: string;
  /** By id: `camera.document`, `camera.selfie`, and custom ones. What the app has no handler for is not listed. */
  capabilities: { [id: string]: GBGCapability | undefined };
};

/** What the app says of one capability. */
type GBGCapability = {
  /** Whether a request would be served now. */
  supported: boolean;
  /** `1.0` for the two cameras [chosen]. */
  version: string;
  /** Whether the user has given permission, where it takes one. */
  permissionState?: "granted" | "denied" | "notDetermined";
};

// Messages

/** What every message has. */
interface GBGEnvelope {
  /** The app always sends it; with another major number than its own it answers `VERSION_MISMATCH` [chosen]. */
  version?: "1.0";
  /** Pairs a response with its request. */
  correlationId: string;
  /** In milliseconds since 1970. The app always sends it, and ignores the page's [chosen]. */
  timestamp?: number;
}

/** The page asks. */
interface GBGRequest<Action extends string = string> extends GBGEnvelope {
  type: "request";
  payload: { action: Action; data?: GBGRequestData<Action> | undefined };
}

/** The app answers. */
interface GBGResponse<Action extends string = string> extends GBGEnvelope {
  version: "1.0";
  type: "response";
  timestamp: number;
  payload: GBGResponsePayload<Action>;
}

/** What became of a request, told apart by `status`. */
type GBGResponsePayload<Action extends string = string> =
  | ({ action: Action; status: "success"; error?: undefined } & GBGResultMember<Action>)
  | { action: Action; status: "error"; error: GBGError; data?: undefined }
  | { action: Action; status: "cancelled"; error: GBGError<"CANCELLED">; data?: undefined }
  | { action: Action; status: "unsupported"; error: GBGError<"UNSUPPORTED">; data?: undefined }
  /** Received, and it takes time: another response follows. */
  | { action: Action; status: "acknowledged"; data?: GBGData; error?: undefined };

/** The `data` of a successful response: there for every action that is listed, and maybe for others. */
type GBGResultMember<Action extends string> =
  Action extends GBGAction ? { data: GBGResult<Action> } : { data?: GBGResult<Action> };

/** How a request stands; every status but `acknowledged` is final. The strings are [chosen]. */
type GBGStatus = GBGResponsePayload["status"];

/** Why a request was not served. */
interface GBGError<Code extends GBGErrorCode = GBGErrorCode> {
  code: Code;
  /** For people. With `CANCELLED` it is the reason [chosen]. */
  message: string;
  /** Whether it may work another time. The app fills it in by the table of codes [chosen]. */
  recoverable: boolean;
}

/** The public codes; an app may have others. */
type GBGErrorCode = GBGRecoverableCode | GBGLastingCode | (string & {});

/** Codes of what may work another time. */
type GBGRecoverableCode =
  /** The user refused a permission. */
  | "PERMISSION_DENIED"
  /** The user cancelled. */
  | "CANCELLED"
  /** There was no answer in time. */
  | "TIMEOUT"
  /** The same camera is in use by another request. */
  | "BUSY";

/** Codes of what will not work another time. */
type GBGLastingCode =
  /** The app has no such feature, or it is switched off. */
  | "UNSUPPORTED"
  /** The message was malformed. */
  | "INVALID_REQUEST"
  /** Something unexpected in the app. */
  | "INTERNAL_ERROR"
  /** The app speaks another version of the protocol. */
  | "VERSION_MISMATCH";

/** Something happened, and nobody answers. */
interface GBGEvent<Action extends string = string, Data = GBGData> extends GBGEnvelope {
  type: "event";
  payload: { action: Action; data?: Data };
}

/**
 * The events of the app, each with its data. A page whose app sends others adds them here, in an
 * `interface GBGHostEvents` of its own.
 */
interface GBGHostEvents {
  /** The app is there. `timestamp` is in seconds since 1970 on iOS, in milliseconds on Android. */
  "host.ready": { timestamp: number };
  /** The user left the app. */
  "host.background": GBGNoData;
  /** The user came back. */
  "host.foreground": GBGNoData;
  /** The user gave up. */
  "journey.cancel": { reason: string };
  /** The device was turned. */
  "host.orientation": { orientation: string };
}

/** What every event of the app has. */
interface GBGHostEnvelope {
  version: "1.0";
  correlationId: `${"ios" | "android"}-event-${string}`;
  timestamp: number;
}

/** The events of the app that are listed, told apart by `payload.action`. */
type GBGListedEvent = {
  [Action in keyof GBGHostEvents]: GBGEvent<Action, GBGHostEvents[Action]> &
    GBGHostEnvelope & { payload: { data: GBGHostEvents[Action] } };
}[keyof GBGHostEvents];

/**
 * Stands for any text but the names in `GBGHostEvents`, which a type cannot say. With `string` nobody could tell the
 * listed events apart; so they can, and who compares with a name that is not listed is told so.
 */
type GBGOtherEventName = "(a name that is not listed)";

/** An event of the app that is not listed. */
type GBGOtherEvent = GBGEvent<GBGOtherEventName> & GBGHostEnvelope;

/**
 * An event of the app, told apart by `payload.action`. The app may send events of any name, so nobody who has taken the
 * listed ones has taken them all.
 */
type GBGHostEvent = GBGListedEvent | GBGOtherEvent;

/** What a page sends. Responses go from the app to the page only. */
type GBGPageMessage<Action extends string = string> = GBGRequest<Action> | GBGEvent<Action>;

/** What a page receives. */
type GBGHostMessage = GBGResponse | GBGHostEvent;

/** Every message, told apart by `type`. */
type GBGMessage = GBGPageMessage | GBGHostMessage;

// Globals

/** The page's half, and on Android the way to the app. */
interface GBGBridge {
  /**
   * The page's own function: the app calls it with every response and event [chosen]. What comes while there is none is
   * lost. A method, so that a page may type the parameter as what it listens to, such as `GBGResponse`.
   */
  receive?(message: GBGHostMessage): void;
  /** The way to the app on Android, for JSON text. An Apple host does not define it [chosen]. */
  postMessage?: (json: string) => void;
}

/** The way to the app on iOS. It returns nothing: answers come to `GBGBridge.receive`. */
interface GBGMessageHandler {
  /** Takes a message, or its JSON text [chosen]. */
  postMessage<Action extends string>(message: GBGPageMessage<Action> | string): void;
}

/** The message handlers of an Apple host. */
interface WebKitMessageHandlers {
  /** The way to the app on iOS. */
  gbgBridge: GBGMessageHandler;
}

interface WebKitNamespace {
  messageHandlers: WebKitMessageHandlers;
}

/**
 * There in Apple's web views only, so ask `window.webkit?.messageHandlers` in a page that is shown elsewhere too.
 *
 * A `var`, because each protocol's file declares it and a program may have several. It is not a member of `Window` here,
 * so that a program which declares one of its own has no conflict.
 */
declare var webkit: WebKitNamespace;

/** In the app it is there, and extensible, before the page's first script [chosen]; a page may replace it. */
declare var GBGBridge: GBGBridge;
