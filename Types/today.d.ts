/**
 * The Today WebView Bridge, as a page sees it.
 *
 * The page sends flat messages, told apart by `type`, and awaits the bare result. A host that does not know a type,
 * or will not serve this frame, resolves `undefined`: a page tests for support by `result !== undefined`.
 */

/** An analytics event. The host adds its own fields (session, user, device, time) and forwards it. */
interface TodayTrackMessage {
  type: "track";
  /** The event's name; an event without one is ignored. */
  ename: string;
  /** Flat: the host drops arrays, objects and null. */
  parameters?: Record<string, string | number | boolean | undefined> | undefined;
}

/** Asks for the headers that the page puts on its own requests. */
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

/** The channel: the same on every platform. */
interface TodayWebViewBridge {
  /** Resolves `undefined`, always and in every frame; nothing waits for the event's delivery. */
  postMessage(message: TodayTrackMessage): Promise<undefined>;
  /** Never rejects. `{}` if there is nothing to put on; `undefined` in a sub-frame and in a page that is not trusted. */
  postMessage(message: TodayHeadersMessage): Promise<Record<string, string> | undefined>;
  /**
   * Rejects with an `Error` whose message is one readable sentence if the session is over: expired, revoked or signed
   * out. Then sign in again. `undefined` in a sub-frame and in a page that is not trusted.
   */
  postMessage(message: TodayRefreshTokenMessage): Promise<TodayAuthorization | undefined>;
  /** Never rejects; a failure is `ok: false`. `undefined` in a sub-frame and in a page that is not trusted. */
  postMessage(message: TodayEstablishSessionMessage): Promise<TodaySession | undefined>;
  /** One of several messages. */
  postMessage(
    message: TodayMessage,
  ): Promise<Record<string, string> | TodayAuthorization | TodaySession | undefined>;
  /** What this version of the contract does not know: `undefined` from a host that does not know it either. */
  postMessage(message: { type: string; [field: string]: unknown }): Promise<unknown>;
}

/** Which app the page is in. A hint for how to look, never a reason to trust. */
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
 * There in Apple's web views only, so ask `window.webkit?.messageHandlers` in a page that is shown elsewhere too.
 *
 * A `var`, because each protocol's file declares it and a program may have several. It is not a member of `Window` here,
 * so that a program which declares one of its own has no conflict.
 */
declare var webkit: WebKitNamespace;

interface Window {
  /** The channel on Android and Windows. An Apple host does not define it. A test may put a mock here. */
  todayWebViewBridge?: TodayWebViewBridge;
  /** There before the page's first script, in the main frame only. */
  __todayWebView?: TodayWebViewTag;
}
