/** The interfaces between the scripts of the page runtime. Pages cannot access them. */

/** The host's function that connects the runtime to the app and returns the channel for sending. */
type CausewayConnect = (runtime: {
  /** Processes one packet from the app. */
  receive(packet: string): void;
  /** Ends the conversation because the app's side is gone. Open and later requests fail with this reason. */
  fail(reason: unknown): void;
  /** Begins a new conversation because the app has forgotten this document. Open requests fail. */
  restart(reason: string): void;
  /** Returns whether the page has an open request or listens for messages of the app. */
  isExpecting(): boolean;
}) => {
  send(packet: string): void;
  /**
   * Sends bytes to the app; resolves with the name under which the app keeps them. Absent if the host carries no
   * bytes.
   */
  handOver?(bytes: ArrayBuffer | ArrayBufferView | Blob): Promise<string>;
  /** Fetches the bytes that the app offers under a name. Absent if the host carries no bytes. */
  collect?(name: string): Promise<ArrayBuffer>;
};

/** The page's end of a request's stream: `incoming-streams.js` and `outgoing-streams.js` implement it. */
interface CausewayStream {
  /** The credit that the page grants at first; undefined if the page sends the stream. */
  readonly credit: number | undefined;
  /** Receives a value of the app and the length of its text. */
  value?(value: any, length: number): void;
  /** Receives the name of bytes that the app offers. */
  bytes?(name: string): void;
  /** Adds credit, which allows the page to send more. */
  grant?(credit: number): void;
}

/** A call of the app that the page has not answered yet. */
interface CausewayAnswer {
  __proto__: null;
  /** The number of the call. */
  readonly call: string;
  /** Called when the app no longer wants the answer. The dialect sets the function. */
  cancel: (() => void) | undefined;
  /** Adds credit, which allows the page to send more. The dialect sets the function when it begins a stream. */
  grant: ((credit: number) => void) | undefined;
}

/** A dialect's handlers for the messages and calls that the app starts. */
interface CausewayReceiver {
  message?(body: any): void;
  call?(body: any, answer: CausewayAnswer): any;
  /**
   * Sends the source that `call` returned as a stream, and calls `succeed` or `fail` at the end. `credit` is the number
   * of units that the page may send at first.
   */
  stream?(
    call: string, source: any, answer: CausewayAnswer, credit: number, succeed: () => void,
    fail: (error: any) => void): void;
  /** Closes the source that `call` returned for a stream, because the app has released the stream in the meantime. */
  drop?(source: any): void;
  /** Called on `fail` and `restart`: requests that the dialect sent as messages will get no answer. */
  gone?(): void;
}

/** The runtime's functions for a dialect's page script. */
interface CausewayRuntime {
  /** Whether this is the top-level document. */
  readonly isMainFrame: boolean;
  /** Sends a request; returns a promise of the answer. */
  request(dialect: string, body: any): Promise<any>;
  /**
   * Sends a request and returns its number. Calls `resolve` or `reject` with the answer; `isGone` is true if the app's
   * side is gone, and false if the app refused. Bytes travel beside the body.
   */
  begin(
    dialect: string, body: any, resolve: (value: any) => void, reject: (reason: any, isGone: boolean) => void,
    bytes?: ArrayBuffer | ArrayBufferView | Blob, stream?: CausewayStream, long?: string): number;
  /** Tells the app that the page no longer wants an answer. The app still settles the request. */
  withdraw(id: number): void;
  /** Sends a message that has no answer; returns false if the app's side is gone. */
  post(dialect: string, body: any): boolean;
  /** Sets the receiver of the app's messages and calls in a dialect. */
  receiver(dialect: string, receiver: CausewayReceiver): void;
  /**
   * Runs work that may call a function of the page. Catches an error that the work throws and reports it to the app.
   */
  attempt(dialect: string, work: () => void): void;
  /** Calls the engine's `promise.then`, even if the page replaced it. */
  whenSettled(promise: Promise<any>, onValue: (value: any) => void, onReason: (reason: any) => void): void;
  /** Writes a value as JSON, without a `toJSON` that the page has added to a prototype (see `json-writer.js`). */
  stringify(value: any): string;
  /** Describes an error for the app. */
  describe(error: any): string;
  /** Returns whether the app still waits for the answer to a call. */
  isOpen(answer: CausewayAnswer): boolean;
  /** Sends a line of a stream. */
  sayStreamed(kind: string, id: string | number, rest: string | number): void;
  /** Sends a value of a stream; returns the length of its text. */
  sendValue(kind: string, id: string | number, value: any): number;
  /** Sends bytes of a stream to the app; resolves with the name under which the app keeps them. */
  carry(bytes: ArrayBuffer | ArrayBufferView | Blob): Promise<string>;
  /** Fetches bytes that the app offers. */
  fetchBytes(name: string): Promise<ArrayBuffer>;
  /** Defines `window.webkit.messageHandlers[name]`, whose `postMessage` is the given function. */
  messageHandler(name: string, postMessage: (message: any) => any): void;
}
