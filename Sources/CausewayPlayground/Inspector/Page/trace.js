import { Exchange } from "./exchange.js";
/** @typedef {import("./protocol").TraceMessage} TraceMessage */

/** The maximum number of exchanges in a trace. */
const maximumCount = 20_000;
/** The maximum length of a trace's JSON text, in characters. The parsed values need several times as much memory. */
const maximumWeight = 24 * 1024 * 1024;

/**
 * The messages that the inspector has received, grouped into exchanges. The exchanges are in the order in which they
 * began.
 */
export class Trace {
  /** @type {Exchange[]} */
  exchanges = [];
  /** The number of messages, without those that were dropped. */
  count = 0;
  /** The number of exchanges that were dropped to save memory. */
  dropped = 0;
  /** The number of the server's current run. Each run names documents and numbers messages from the beginning. */
  #run = 0;
  #started = 0;
  #lastID = -1;
  #next = 0;
  #weight = 0;
  /**
   * Exchanges that can get more messages, by their keys.
   * @type {Map<string, Exchange>}
   */
  #open = new Map();
  /** @type {WeakMap<Exchange, number>} */
  #weights = new WeakMap();

  /**
   * Begins a run, or continues the current one if the server's start is the same. Returns whether the new run replaces
   * an earlier one.
   * @param {number} started
   */
  begin(started) {
    if (started === this.#started) return false;
    const isAnother = this.#started !== 0;
    this.#started = started;
    this.#run += 1;
    this.#lastID = -1;
    for (const exchange of this.#open.values()) this.#leave(exchange, exchange.start.ms);
    this.#open.clear();
    return isAnother;
  }

  /** The start of the current run, in milliseconds since 1970; 0 if it is not known. */
  get started() { return this.#started; }

  /**
   * Adds messages. Returns the exchanges that are new or have changed. Skips messages that are already there, because a
   * server sends all kept messages each time the inspector connects.
   * @param {TraceMessage[]} messages
   * @param {number} length the length of the messages' JSON text
   */
  add(messages, length) {
    /** @type {Set<Exchange>} */
    const changed = new Set();
    const weight = length / Math.max(messages.length, 1);
    for (const message of messages) {
      if (message.id !== undefined) {
        if (message.id <= this.#lastID) continue;
        this.#lastID = message.id;
      }
      this.count += 1;
      const exchange = this.#take(message, changed);
      exchange.version += 1;
      changed.add(exchange);
      this.#weight += weight;
      this.#weights.set(exchange, (this.#weights.get(exchange) ?? 0) + weight);
    }
    this.#shrink();
    return [...changed];
  }

  clear() {
    this.exchanges = [];
    this.#open.clear();
    this.count = this.dropped = this.#weight = 0;
  }

  /** @param {TraceMessage} message @param {Set<Exchange>} changed */
  #take(message, changed) {
    const document = `${this.#run}/${message.document}`;
    const key = message.call === undefined ? undefined : `${document}/${initiator(message)}/${message.call}`;
    const open = key === undefined ? undefined : this.#open.get(key);
    if (open && message.kind === "progress") {
      open.progress.push(message);
      return open;
    }
    if (open && key !== undefined && (message.kind === "reply" || message.kind === "answer")) {
      open.end = message;
      this.#open.delete(key);
      return open;
    }
    const exchange = new Exchange(message, this.#next, this.#run);
    this.#next += 1;
    this.exchanges.push(exchange);
    if (key !== undefined && ["request", "event", "call"].includes(message.kind)) this.#open.set(key, exchange);
    if (message.kind === "closed") {
      for (const [other, waiting] of this.#open) {
        if (waiting.document !== document) continue;
        this.#open.delete(other);
        this.#leave(waiting, message.ms);
        changed.add(waiting);
      }
    }
    return exchange;
  }

  /** @param {Exchange} exchange @param {number} ms */
  #leave(exchange, ms) {
    exchange.leftAt = ms;
    exchange.version += 1;
  }

  /** Drops the oldest tenth of the exchanges if the trace exceeds one of its maximums. */
  #shrink() {
    if (this.exchanges.length <= maximumCount && this.#weight <= maximumWeight) return;
    const count = Math.ceil(this.exchanges.length / 10);
    for (const exchange of this.exchanges.splice(0, count)) {
      this.#weight -= this.#weights.get(exchange) ?? 0;
      this.count -= 1 + exchange.progress.length + (exchange.end ? 1 : 0);
    }
    this.dropped += count;
    const first = this.exchanges[0]?.index ?? this.#next;
    for (const [key, { index }] of this.#open) if (index < first) this.#open.delete(key);
  }
}

/**
 * Returns the side that began the exchange of a message.
 * @param {TraceMessage} message
 */
function initiator({ kind, direction }) {
  switch (kind) {
    case "request": return "page";
    case "reply": return "page";
    case "call": return "app";
    case "answer": return "app";
    case "progress": return direction === "app→page" ? "page" : "app";
    default: return direction === "page→app" ? "page" : "app";
  }
}
