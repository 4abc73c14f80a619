import { parseQuery } from "./query.js";
/** @typedef {import("./exchange.js").Exchange} Exchange */

/** The kinds of rows that a person can choose, in the order of their buttons. */
export const kinds = /** @type {const} */ (["all", "requests", "events", "calls", "failed", "waiting", "documents"]);
/** @typedef {(typeof kinds)[number]} Kind */

/** The filter of the timeline's rows: by their kind, by protocols, and by the words of a search. */
export class Filter {
  /** @type {Kind} */
  kind = "all";
  /**
   * The shown protocols; empty for all.
   * @type {Set<string>}
   */
  protocols = new Set();
  /** The text of the search field. */
  #query = "";
  /** @type {import("./query.js").Test[]} */
  #tests = [];

  get query() { return this.#query; }

  set query(text) {
    this.#query = text;
    this.#tests = parseQuery(text);
  }

  /** Whether the filter hides anything. */
  get isActive() { return this.kind !== "all" || this.protocols.size > 0 || this.#tests.length > 0; }

  /** @param {Exchange} exchange */
  admits(exchange) {
    return ofKind(exchange, this.kind) && (this.protocols.size === 0 || this.protocols.has(exchange.protocol))
      && this.#tests.every((test) => test(exchange));
  }
}

/** @param {Exchange} exchange @param {Kind} kind */
function ofKind(exchange, kind) {
  switch (kind) {
    case "all": return true;
    case "requests": return exchange.start.kind === "request";
    case "events": return exchange.start.kind === "event";
    case "calls": return exchange.start.kind === "call";
    case "failed": return exchange.outcome === "failed" || exchange.outcome === "left";
    case "waiting": return exchange.outcome === "waiting";
    case "documents": return exchange.outcome === "note";
  }
}
