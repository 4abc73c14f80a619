// The contract "Conformance" of an app, for pages. Generated from the types of the app: do
// not edit this file; generate it again when the types change. The types whose names begin with "Causeway" are
// those of causeway.d.ts.

export interface Counting {
  name: string;
  count: number;
  length?: number | null | undefined;
}

export interface Details {
  attemptsLeft: number;
}

export interface Emission {
  topic: string;
  count: number;
}

export interface Measure {
  count: number;
  isPattern: boolean;
}

export type Mood = "calm" | "merry";

export interface Note {
  topic: string;
  number: number;
}

export type PageAnswer =
  | { number: { value: number }; rejected?: never; invalid?: never; late?: never; other?: never }
  | { rejected: { text: string }; number?: never; invalid?: never; late?: never; other?: never }
  | { invalid: { path: string; expected: string; found: string }; number?: never; rejected?: never; late?: never; other?: never }
  | { late: {}; number?: never; rejected?: never; invalid?: never; other?: never }
  | { other: { text: string }; number?: never; rejected?: never; invalid?: never; late?: never };

export interface Payment {
  topic: string;
  amount: number;
}

export interface Receipt {
  payments: number;
}

export interface Sample {
  flag: boolean;
  byte: number;
  whole: number;
  number: number;
  text: string;
  list: number[];
  map: { [name: string]: boolean };
  mood: Mood;
  shape: Shape;
  nested?: Note | null | undefined;
}

export type Shape =
  | { circle: { radius: number }; square?: never }
  | { square: { side: number }; circle?: never };

export interface Busy extends Error {
  readonly name: "Busy";
  readonly code: "BUSY";
  readonly details: undefined;
}

/** An error with details, for the rules about errors. */
export interface Declined extends Error {
  readonly name: "Declined";
  readonly code: "DECLINED";
  readonly details: Details;
}

/** The events that the app sends. Each function adds a listener, and returns a function that removes it. */
export interface ConformanceEvents {
  /** One of the events that events.emit sends. */
  tick(listener: (data: Note) => void): () => void;
}

/** The page's handlers for the calls of the app. */
export interface ConformanceHandlers {
  /** Sends 0, 1, 2 … without an end. */
  count?: ((parameters: undefined, context: CausewayCallContext) => AsyncIterable<number> | (Iterable<number> & object) | ReadableStream<number> | Promise<AsyncIterable<number> | (Iterable<number> & object) | ReadableStream<number>>) | undefined;
  /** Returns twice the number. */
  double?: ((parameters: number, context: CausewayCallContext) => number | Promise<number>) | undefined;
  /** Does not answer. */
  hang?: ((parameters: string, context: CausewayCallContext) => void | Promise<void>) | undefined;
  /** Reports 1 / n, 2 / n … 1. */
  report?: ((parameters: number, context: CausewayCallContext) => void | Promise<void>) | undefined;
  /** Reports the given number of notes. */
  stages?: ((parameters: number, context: CausewayCallContext<Note>) => void | Promise<void>) | undefined;
}

/** The classes of the app's errors, for `instanceof`. */
export interface ConformanceErrors {
  readonly Busy: new (reason: { code: "BUSY"; message: string }) => Busy;
  readonly Declined: new (reason: { code: "DECLINED"; message: string; details: Details }) => Declined;
}

/** The app: `causeway.connect<Conformance>()`. */
export interface Conformance {
  readonly bytes: {
    /**
     * Returns the bytes of the call.
     * The app also takes `options.bytes`.
     */
    echo(parameters?: undefined, options?: CausewayCallOptions): Promise<ArrayBuffer>;
    /** Returns the given number of bytes; the value of each is its position modulo 251. */
    load(parameters: number, options?: CausewayCallOptions): Promise<ArrayBuffer>;
  };
  /** Returns its parameters. */
  echo(parameters?: unknown, options?: CausewayCallOptions): Promise<unknown>;
  readonly events: {
    /** Sends the given number of tick events with the topic. */
    emit(parameters: Emission, options?: CausewayCallOptions): Promise<void>;
    /** Stores a note for events.notes, and marks its topic. */
    note(data: Note): void;
    /** The numbers of the notes of a topic, in their order. */
    notes(parameters: string, options?: CausewayCallOptions): Promise<number[]>;
  };
  readonly fail: {
    /**
     * Always fails with the error Busy.
     * @throws {Busy}
     */
    plain(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
    /** Fails with an error that is not for pages. */
    private(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
    /** Fails with an error that is for pages but is not declared. */
    public(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
    /**
     * Always fails with the error Declined.
     * @throws {Busy}
     * @throws {Declined}
     */
    typed(parameters: number, options?: CausewayCallOptions): Promise<void>;
  };
  readonly keys: {
    /**
     * Returns the number of payments so far.
     * @throws {Declined}
     */
    pay(parameters: Payment, options?: CausewayCallOptions): Promise<Receipt>;
    /** Like keys.pay, but waits until events.note has marked the topic. */
    payLater(parameters: Payment, options?: CausewayCallOptions): Promise<Receipt>;
  };
  /** @deprecated Use ping. */
  old(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
  readonly page: {
    /** Calls the page's stream count, and returns the given number of its values. */
    count(parameters: Counting, options?: CausewayCallOptions): Promise<number[]>;
    /** Calls the page's function double, and returns the outcome. */
    double(parameters: number, options?: CausewayCallOptions): Promise<PageAnswer>;
    /** Calls the page's function hang with a deadline of 200 ms, and returns the outcome. */
    hang(parameters: string, options?: CausewayCallOptions): Promise<PageAnswer>;
    /** Calls report, and returns the progress. */
    report(parameters: number, options?: CausewayCallOptions): Promise<number[]>;
    /** Calls stages, and returns the numbers of its notes. */
    stages(parameters: number, options?: CausewayCallOptions): Promise<number[]>;
  };
  /** Does nothing. */
  ping(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
  readonly policy: {
    /** Serves every frame. */
    everyone(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
    /** Serves every main frame. */
    mainFrame(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
    /** Serves no frame. */
    nobody(parameters: number, options?: CausewayCallOptions): Promise<void>;
    /** Serves the frames of the page's own origin. */
    sameOrigin(parameters?: undefined, options?: CausewayCallOptions): Promise<void>;
  };
  readonly streams: {
    /** Sends the given number of bytes; the value of each is its position modulo 251. */
    bytes(parameters: number, options?: CausewayStreamOptions): AsyncIterableIterator<ArrayBuffer>;
    /** Sends texts that begin with 0, 1, 2 …. */
    count(parameters: Counting, options?: CausewayStreamOptions): AsyncIterableIterator<string>;
    /**
     * Sends 0, 1, 2 …, and then fails.
     * @throws {Declined}
     */
    fail(parameters: number, options?: CausewayStreamOptions): AsyncIterableIterator<number>;
    /** The number of texts that streams.count has sent for a name. */
    sent(parameters: string, options?: CausewayCallOptions): Promise<number>;
  };
  readonly time: {
    /** Returns when a name has been marked. */
    ended(parameters: string, options?: CausewayCallOptions): Promise<void>;
    /** Like time.wait, with a deadline of 200 ms. */
    late(parameters: string, options?: CausewayCallOptions): Promise<void>;
    /** Reports the numbers from 1 to the parameter as progress, and returns the parameter. */
    report(parameters: number, options?: CausewayCallOptions): Promise<number>;
    /** Reports the given number of notes. */
    stages(parameters: number, options?: CausewayCallOptions<Note>): Promise<void>;
    /** Waits until the call is cancelled, and then marks the name. */
    wait(parameters: string, options?: CausewayCallOptions): Promise<void>;
  };
  readonly types: {
    /** Decodes its parameters, and returns them. */
    echo(parameters: Sample, options?: CausewayCallOptions): Promise<Sample>;
    /** Returns the number of times that the handler of types.echo has run. */
    runs(parameters?: undefined, options?: CausewayCallOptions): Promise<number>;
  };
  readonly uploads: {
    /** Reads at most the given number of values, and returns the number of values read. */
    first(parameters: number, source: AsyncIterable<unknown> | (Iterable<unknown> & object) | ReadableStream<unknown>, options?: CausewayUploadOptions): Promise<number>;
    /** Returns the number of bytes, and whether they have the pattern of bytes.load. */
    measure(parameters: undefined, source: CausewaySource, options?: CausewayUploadOptions): Promise<Measure>;
    /** Reads nothing until events.note has marked the topic, and returns the number of values. */
    slow(parameters: string, source: AsyncIterable<unknown> | (Iterable<unknown> & object) | ReadableStream<unknown>, options?: CausewayUploadOptions): Promise<number>;
    /** Returns the sum of the numbers. */
    sum(parameters: undefined, source: AsyncIterable<number> | (Iterable<number> & object) | ReadableStream<number>, options?: CausewayUploadOptions): Promise<number>;
  };
  /** Adds listeners for the events of the app. */
  readonly on: ConformanceEvents;
  /** Sets the page's handlers for the calls of the app. */
  handle(handlers: ConformanceHandlers): void;
  /** The classes of the app's errors. */
  readonly errors: ConformanceErrors;
}
