/** What the scripts of the page runtime give each other. Not visible to pages. */

/** How a host carries packets: given the runtime's ends, it gives a way to send. */
type CausewayConnect = (runtime: {
  /** Takes one packet from the app. */
  receive(packet: string): void;
  /** The app's side is gone, for this reason. */
  fail(reason: unknown): void;
  /** The app has forgotten this document; what is open fails, and a new conversation begins. */
  restart(reason: string): void;
  /** Whether the page waits for anything from the app. */
  isExpecting(): boolean;
}) => {
  send(packet: string): void;
  /** Hands bytes to the app, and gives the name under which it has them. Absent where there is no way. */
  handOver?(bytes: ArrayBuffer | ArrayBufferView | Blob): Promise<string>;
  /** Fetches the bytes that the app has put ready under a name. */
  collect?(name: string): Promise<ArrayBuffer>;
};

/** What a dialect does with what the app sends of itself. */
interface CausewayReceiver {
  message?(body: any): void;
  call?(body: any): any;
  /** What the app was asked by messages of the dialect's own will not be answered any more. */
  gone?(): void;
}

/** What a dialect's script builds its surface on. */
interface CausewayRuntime {
  /** Whether this is the top-level document. */
  readonly isMainFrame: boolean;
  /** Asks, and gives a promise of the answer. */
  request(dialect: string, body: any): Promise<any>;
  /**
   * Asks, and calls one of two functions with the answer; gives the request's number. The second one is told whether it
   * is the app that refuses, or there is no app any more. Bytes travel beside the body.
   */
  begin(
    dialect: string, body: any, resolve: (value: any) => void, reject: (reason: any, isGone: boolean) => void,
    bytes?: ArrayBuffer | ArrayBufferView | Blob): number;
  /** Tells the app that an answer is no longer wanted; the request is still settled, by the app. */
  withdraw(id: number): void;
  /** Tells something that has no answer; false if there is nobody to tell. */
  post(dialect: string, body: any): boolean;
  /** Says who takes the app's messages and calls of a dialect. */
  receiver(dialect: string, receiver: CausewayReceiver): void;
  /** Runs what may call a function of the page's own; what it throws is told to the app and does no other harm. */
  attempt(dialect: string, work: () => void): void;
  /** `promise.then`, whatever the page did to promises. */
  whenSettled(promise: Promise<any>, onValue: (value: any) => void, onReason: (reason: any) => void): void;
  /** Presents `window.webkit.messageHandlers[name]`, whose `postMessage` is the given function. */
  messageHandler(name: string, postMessage: (message: any) => any): void;
}
