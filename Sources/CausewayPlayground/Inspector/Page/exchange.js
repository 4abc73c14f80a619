/** @typedef {import("./protocol").TraceMessage} TraceMessage */

/**
 * The outcome of an exchange. "waiting": it has not ended yet. "left": the document went away before the answer.
 * "sent": an event, which has no answer. "note": a document appeared or went away.
 * @typedef {"ok" | "failed" | "waiting" | "left" | "sent" | "note"} Outcome
 */

/** A row of the timeline: a request with its progress and its reply, a call with its answer, or a single message. */
export class Exchange {
  /** Increases with each change, so that a view knows whether it shows the current state. */
  version = 0;
  /**
   * Progress of the request or call.
   * @type {TraceMessage[]}
   */
  progress = [];
  /**
   * The reply or answer.
   * @type {TraceMessage | undefined}
   */
  end = undefined;
  /**
   * The time of the document's end in milliseconds, if it came before the answer.
   * @type {number | undefined}
   */
  leftAt = undefined;
  #text = "";
  #textVersion = -1;

  /**
   * @param {TraceMessage} start
   * @param {number} index the position in the trace
   * @param {number} run the number of the server's run
   */
  constructor(start, index, run) {
    this.start = start;
    this.index = index;
    this.run = run;
  }

  /** The document's key, which no other run of the server uses. */
  get document() { return `${this.run}/${this.start.document}`; }

  get isFromPage() { return this.start.direction === "page→app"; }
  get name() { return this.start.name ?? ""; }
  get protocol() { return this.start.protocol ?? ""; }
  get failure() { return this.end?.failure ?? this.start.failure; }

  /** All messages, in their order. */
  get messages() { return [this.start, ...this.progress, ...(this.end ? [this.end] : [])]; }

  /** @returns {Outcome} */
  get outcome() {
    if (this.failure !== undefined) return "failed";
    switch (this.start.kind) {
      case "request":
      case "call":
        return this.end ? "ok" : this.leftAt === undefined ? "waiting" : "left";
      case "thrown":
      case "discarded":
        return "failed";
      case "opened":
      case "closed":
        return "note";
      default:
        return "sent";
    }
  }

  /** The time from the request to the answer, in milliseconds; undefined without an answer. */
  get duration() { return this.end && this.end !== this.start ? Math.max(this.end.ms - this.start.ms, 0) : undefined; }

  /** All text that a search examines, in lower case. */
  get searchText() {
    if (this.#textVersion !== this.version) {
      this.#textVersion = this.version;
      this.#text = this.messages
        .map(({ name, protocol, origin, failure, cause, body }) =>
          [name, protocol, origin, failure, cause, body === undefined ? "" : JSON.stringify(body)].join("\n"))
        .join("\n").toLowerCase();
    }
    return this.#text;
  }
}
