/**
 * The types of GBGBridge, the bridge of a GBG GO journey, for pages.
 *
 * The page posts requests, and the app calls `GBGBridge.receive` with its responses: any number of `acknowledged`
 * responses, then exactly one final response. A response has the `correlationId` of its request. Events go in both
 * directions and have no answer.
 *
 * GBG's public documents name the parts but show no complete message. [Causeway] marks this project's interpretation.
 */

/** A value in a message. */
type GBGValue = string | number | boolean | null | GBGValue[] | GBGData;

/** The `data` of a message. A member that is undefined is left out. */
type GBGData = { [key: string]: GBGValue | undefined };

// Actions

/**
 * The actions, each with the data of its request and of its successful response. A page that uses custom capabilities
 * adds them in its own `interface GBGActions`. The result type includes `undefined` if the app may answer without data.
 */
interface GBGActions {
  /** Returns the app's capabilities, which the app determines again for each request. */
  "capability.query": { request: GBGNoData; result: GBGCapabilities };
  /** Lets the user take a picture of a document. Only one such request can be open at a time. */
  "camera.document.capture": { request: GBGDocumentRequest; result: GBGDocumentCapture };
  /** Lets the user take a picture of themselves. Only one such request can be open at a time. */
  "camera.selfie.capture": { request: GBGData; result: GBGSelfieCapture };
}

/** The name of an action: dotted, lower case. For a custom capability it is the id, such as `nfc.read` [Causeway]. */
type GBGAction = keyof GBGActions;

/** No data, or an empty object. */
type GBGNoData = { [key: string]: never };

/** The data that a request of an action may carry. */
type GBGRequestData<Action extends string> = Action extends GBGAction ? GBGActions[Action]["request"] : GBGData;

/** The data of a successful response to an action. For an action that is not listed, the app may send no data. */
type GBGResult<Action extends string> = Action extends GBGAction ? GBGActions[Action]["result"] : GBGData | undefined;

/** The document to capture. The app returns both fields with the picture [Causeway]. */
type GBGDocumentRequest = {
  /** The type of the document, such as `passport`. */
  documentType?: string | undefined;
  /** The side of the document, such as `front`. */
  side?: string | undefined;
};

/** A picture in a message. The names of the fields are [Causeway]. */
type GBGCapture = {
  /** The file as base64, in the standard alphabet, without the `data:` of a URL [Causeway]. */
  imageData: string;
  /** The file's type, such as `image/jpeg`. */
  mimeType: string;
  /** The picture's width, in pixels. */
  width: number;
  /** The picture's height, in pixels. */
  height: number;
};

/** A picture of a document. */
type GBGDocumentCapture = GBGCapture & {
  /** The request's `documentType`. */
  documentType?: string;
  /** The request's `side`. */
  side?: string;
};

/** A picture of the user. */
type GBGSelfieCapture = GBGCapture & {
  /** Biometric data for GBG's servers, as base64, if the app has any [Causeway]. */
  encryptedBlob?: string;
  /** The same data without encryption [Causeway]. */
  unencryptedBlob?: string;
};

/** The data of the response to `capability.query` [Causeway]. */
type GBGCapabilities = {
  /** The app's version. */
  hostVersion: string;
  /**
   * The capabilities by id: `camera.document`, `camera.selfie`, and custom ones. Capabilities without a handler in the
   * app are absent.
   */
  capabilities: { [id: string]: GBGCapability | undefined };
};

/** The state of one capability. */
type GBGCapability = {
  /** Whether the app would serve a request now. */
  supported: boolean;
  /** The capability's version; `1.0` for the two cameras [Causeway]. */
  version: string;
  /** Whether the user has given permission. Absent if the capability needs no permission. */
  permissionState?: "granted" | "denied" | "notDetermined";
};

// Messages

/** The fields of every message. */
interface GBGEnvelope {
  /**
   * The protocol's version. The app always sends it, and answers a request with another major version with
   * `VERSION_MISMATCH` [Causeway].
   */
  version?: "1.0";
  /** Pairs a response with its request. */
  correlationId: string;
  /**
   * The message's time, in milliseconds since 1970. The app always sends it, and ignores the page's value [Causeway].
   */
  timestamp?: number;
}

/** A request of the page. */
interface GBGRequest<Action extends string = string> extends GBGEnvelope {
  type: "request";
  payload: { action: Action; data?: GBGRequestData<Action> | undefined };
}

/** A response of the app. */
interface GBGResponse<Action extends string = string> extends GBGEnvelope {
  version: "1.0";
  type: "response";
  timestamp: number;
  payload: GBGResponsePayload<Action>;
}

/** The payload of a response. Its `status` is the outcome of the request. */
type GBGResponsePayload<Action extends string = string> =
  | ({ action: Action; status: "success"; error?: undefined } & GBGResultMember<Action>)
  | { action: Action; status: "error"; error: GBGError; data?: undefined }
  | { action: Action; status: "cancelled"; error: GBGError<"CANCELLED">; data?: undefined }
  | { action: Action; status: "unsupported"; error: GBGError<"UNSUPPORTED">; data?: undefined }
  /** The app has received the request and needs time: another response follows. */
  | { action: Action; status: "acknowledged"; data?: GBGData; error?: undefined };

/** The `data` of a successful response. It is present for every listed action, and may be present for other actions. */
type GBGResultMember<Action extends string> =
  Action extends GBGAction ? { data: GBGResult<Action> } : { data?: GBGResult<Action> };

/** The status of a request. Every status except `acknowledged` is final. The strings are [Causeway]. */
type GBGStatus = GBGResponsePayload["status"];

/** The reason why a request was not served. */
interface GBGError<Code extends GBGErrorCode = GBGErrorCode> {
  code: Code;
  /** A text for people. With `CANCELLED`, it is the reason for the cancellation [Causeway]. */
  message: string;
  /** Whether a later request may succeed. The app derives it from the code [Causeway]. */
  recoverable: boolean;
}

/** The public error codes. An app may send other codes. */
type GBGErrorCode = GBGRecoverableCode | GBGLastingCode | (string & {});

/** The codes after which a later request may succeed. */
type GBGRecoverableCode =
  /** The user refused a permission. */
  | "PERMISSION_DENIED"
  /** The user cancelled. */
  | "CANCELLED"
  /** There was no answer before the timeout. */
  | "TIMEOUT"
  /** The same camera is in use by another request. */
  | "BUSY";

/** The codes after which the same request will fail again. */
type GBGLastingCode =
  /** The app does not have the capability, or it is switched off. */
  | "UNSUPPORTED"
  /** The message was malformed. */
  | "INVALID_REQUEST"
  /** The app failed unexpectedly. */
  | "INTERNAL_ERROR"
  /** The app uses another version of the protocol. */
  | "VERSION_MISMATCH";

/** An event, which has no answer. */
interface GBGEvent<Action extends string = string, Data = GBGData> extends GBGEnvelope {
  type: "event";
  payload: { action: Action; data?: Data };
}

/**
 * The events of the app, each with its data. A page whose app sends other events adds them in its own `interface
 * GBGHostEvents`.
 */
interface GBGHostEvents {
  /** The app is ready. `timestamp` is in seconds since 1970 on iOS, and in milliseconds on Android. */
  "host.ready": { timestamp: number };
  /** The user left the app. */
  "host.background": GBGNoData;
  /** The user returned to the app. */
  "host.foreground": GBGNoData;
  /** The user cancelled the journey. */
  "journey.cancel": { reason: string };
  /** The device's orientation changed. */
  "host.orientation": { orientation: string };
}

/** The fields of every event of the app. */
interface GBGHostEnvelope {
  version: "1.0";
  correlationId: `${"ios" | "android"}-event-${string}`;
  timestamp: number;
}

/** A listed event of the app. Its name is in `payload.action`. */
type GBGListedEvent = {
  [Action in keyof GBGHostEvents]: GBGEvent<Action, GBGHostEvents[Action]> &
    GBGHostEnvelope & { payload: { data: GBGHostEvents[Action] } };
}[keyof GBGHostEvents];

/**
 * A placeholder for any text except the names in `GBGHostEvents`, because TypeScript cannot exclude texts from
 * `string`. With `string` instead, a comparison of `payload.action` would not narrow the type to a listed event. With
 * the placeholder, it narrows the type, and the compiler reports a comparison with a name that is not listed.
 */
type GBGOtherEventName = "(a name that is not listed)";

/** An event of the app that is not listed. */
type GBGOtherEvent = GBGEvent<GBGOtherEventName> & GBGHostEnvelope;

/**
 * An event of the app. Its name is in `payload.action`. The app may send events with any name, so code that handles all
 * listed events still needs a default case.
 */
type GBGHostEvent = GBGListedEvent | GBGOtherEvent;

/** A message from the page. Only the app sends responses. */
type GBGPageMessage<Action extends string = string> = GBGRequest<Action> | GBGEvent<Action>;

/** A message from the app. */
type GBGHostMessage = GBGResponse | GBGHostEvent;

/** Any message. Its kind is in `type`. */
type GBGMessage = GBGPageMessage | GBGHostMessage;

// Globals

/** The object with the page's own function and, on Android, the channel to the app. */
interface GBGBridge {
  /**
   * The page's own function, which the app calls with every response and event [Causeway]. Messages are lost while the
   * function is missing. `receive` is declared as a method, so that a page may narrow the parameter's type, for example
   * to `GBGResponse`.
   */
  receive?(message: GBGHostMessage): void;
  /** Sends a message as JSON text on Android. An Apple host does not define it [Causeway]. */
  postMessage?: (json: string) => void;
}

/** The channel to the app on iOS. `postMessage` returns nothing: the app passes responses to `GBGBridge.receive`. */
interface GBGMessageHandler {
  /** Sends a message, or its JSON text [Causeway]. */
  postMessage<Action extends string>(message: GBGPageMessage<Action> | string): void;
}

/** The message handlers of an Apple host. */
interface WebKitMessageHandlers {
  /** The channel to the app on iOS. */
  gbgBridge: GBGMessageHandler;
}

interface WebKitNamespace {
  messageHandlers: WebKitMessageHandlers;
}

/**
 * The namespace of Apple's web views, which does not exist elsewhere. Use `window.webkit?.messageHandlers` in a page
 * that is also shown elsewhere.
 *
 * It is a `var`, because each protocol's file declares it and a program may use several files. It is not a member of
 * `Window`, because that would conflict with a program's own declaration.
 */
declare var webkit: WebKitNamespace;

/**
 * The page's object. The app creates it as an extensible object before the page's first script runs [Causeway]. A page
 * may replace it.
 */
declare var GBGBridge: GBGBridge;
