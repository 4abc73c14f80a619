/**
 * The types of the Today WebView Bridge, for pages.
 *
 * The page sends flat messages, whose `type` selects the capability, and awaits the result, which has no envelope. A
 * host that does not support a type, or does not serve this frame, resolves with `undefined`. A page can therefore
 * detect support with `result !== undefined`.
 */

/** An analytics event. The host adds its own fields (session, user, device, time) and forwards the event. */
interface TodayTrackMessage {
  type: "track";
  /** The event's name. An event without a name is ignored. */
  ename: string;
  /** The event's parameters, without nesting: the host drops arrays, objects and null. */
  parameters?: Record<string, string | number | boolean | undefined> | undefined;
}

/** Asks for the headers that the page must add to its own requests. */
interface TodayHeadersMessage {
  type: "headers";
}

/** Asks the host to refresh the session. Calls made at the same time share one refresh. */
interface TodayRefreshTokenMessage {
  type: "refreshToken";
}

/** Asks the host to set the session's cookie, which scripts cannot read. */
interface TodayEstablishSessionMessage {
  type: "establishSession";
  /** Whether to refresh the session first. */
  refresh?: boolean | undefined;
}

/** Every message of the contract. */
type TodayMessage =
  | TodayTrackMessage
  | TodayHeadersMessage
  | TodayRefreshTokenMessage
  | TodayEstablishSessionMessage;

/** The answer to `refreshToken`. */
interface TodayAuthorization {
  /** A ready-made value for the Authorization header, such as `Bearer <token>`. */
  authorization: string;
}

/** The answer to `establishSession`. */
interface TodaySession {
  /** Whether the cookie is set. */
  ok: boolean;
}

/** The channel to the app. It is the same on every platform. */
interface TodayWebViewBridge {
  /** Always resolves with `undefined`, in every frame, without waiting for the event's delivery. */
  postMessage(message: TodayTrackMessage): Promise<undefined>;
  /**
   * Never rejects. Resolves with `{}` if the app has no headers or could not get them, and with `undefined` in a
   * sub-frame or an untrusted page.
   */
  postMessage(message: TodayHeadersMessage): Promise<Record<string, string> | undefined>;
  /**
   * Rejects with an `Error` whose message is one readable sentence if the session is over: expired, revoked or signed
   * out. The user must then sign in again. Resolves with `undefined` in a sub-frame or an untrusted page.
   */
  postMessage(message: TodayRefreshTokenMessage): Promise<TodayAuthorization | undefined>;
  /** Never rejects; a failure is `ok: false`. Resolves with `undefined` in a sub-frame or an untrusted page. */
  postMessage(message: TodayEstablishSessionMessage): Promise<TodaySession | undefined>;
  /** Sends a message whose type is known only at run time. */
  postMessage(
    message: TodayMessage,
  ): Promise<Record<string, string> | TodayAuthorization | TodaySession | undefined>;
  /**
   * Sends a message whose type this version of the contract does not define. A host that does not support the type
   * resolves with `undefined`.
   */
  postMessage(message: { type: string; [field: string]: unknown }): Promise<unknown>;
}

/** The app's platform. Use it only as a hint for the page's appearance, never for trust. */
interface TodayWebViewTag {
  readonly platform: "ios" | "macos" | "android" | "windows";
}

/** The message handlers of an Apple host. */
interface WebKitMessageHandlers {
  /** The channel on iOS and macOS. */
  todayWebViewBridge: TodayWebViewBridge;
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

interface Window {
  /** The channel on Android and Windows. An Apple host does not define it. A test may assign a mock. */
  todayWebViewBridge?: TodayWebViewBridge;
  /** The app's platform tag. It exists before the page's first script runs, and only in the main frame. */
  __todayWebView?: TodayWebViewTag;
}
