/** @typedef {import("./exchange.js").Exchange} Exchange */
/** @typedef {import("./filter.js").Filter} Filter */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {"time" | "protocol" | "name" | "frame" | "duration" | "outcome"} Column */

/** The longest time for which the filter works without a pause, in milliseconds: half of a frame. */
const slice = 8;

/** The filtered and sorted rows of a trace. */
export class View {
  /**
   * The rows, in the order in which they are shown.
   * @type {Exchange[]}
   */
  rows = [];
  /** @type {Column} */
  column = "time";
  isDescending = false;
  /** Called when the rows have changed. */
  onChange = () => {};
  #scan = 0;
  /**
   * The exchanges that were added or changed while the filter works; undefined while the filter is idle.
   * @type {Set<Exchange> | undefined}
   */
  #changed = undefined;

  /** @param {Trace} trace @param {Filter} filter */
  constructor(trace, filter) {
    this.trace = trace;
    this.filter = filter;
  }

  /**
   * Applies new or changed exchanges.
   * @param {Exchange[]} exchanges
   */
  update(exchanges) {
    if (exchanges.length > 2_000 && this.filter.isActive) return void this.refresh();
    for (const exchange of exchanges) this.#changed?.add(exchange);
    const first = this.trace.exchanges[0]?.index ?? Infinity;
    if (this.rows.length && this.trace.dropped) this.rows = this.rows.filter(({ index }) => index >= first);
    for (const exchange of exchanges) if (exchange.index >= first) this.#place(exchange);
    if (this.column !== "time" || this.isDescending) this.#sort();
    this.onChange();
  }

  /** Filters everything again. Works in slices, so that the page stays quick with many and large payloads. */
  async refresh() {
    const scan = ++this.#scan;
    const changed = (this.#changed = new Set());
    const rows = [];
    let deadline = performance.now() + slice;
    // A copy, because the trace may drop its oldest exchanges during the pauses.
    for (const exchange of [...this.trace.exchanges]) {
      if (this.filter.admits(exchange)) rows.push(exchange);
      if (performance.now() < deadline) continue;
      await new Promise((resolve) => setTimeout(resolve));
      // A later call of this method has begun in the meantime and replaces this one.
      if (scan !== this.#scan) return;
      deadline = performance.now() + slice;
    }
    this.#changed = undefined;
    const first = this.trace.exchanges[0]?.index ?? Infinity;
    this.rows = rows.filter(({ index }) => index >= first);
    for (const exchange of changed) if (exchange.index >= first) this.#place(exchange);
    if (this.column !== "time" || this.isDescending) this.#sort();
    this.onChange();
  }

  /**
   * Sorts the rows by a column. Reverses the order if the rows are already sorted by that column.
   * @param {Column} column
   */
  sort(column) {
    this.isDescending = this.column === column && !this.isDescending;
    this.column = column;
    this.#sort();
    this.onChange();
  }

  /**
   * Adds, keeps or removes a row.
   * @param {Exchange} exchange
   */
  #place(exchange) {
    const isIn = this.filter.admits(exchange);
    const inOrder = this.column === "time" && !this.isDescending;
    const last = this.rows[this.rows.length - 1];
    if (isIn && inOrder && (!last || last.index < exchange.index)) return void this.rows.push(exchange);
    const index = inOrder ? position(this.rows, exchange) : this.rows.indexOf(exchange);
    const isThere = index >= 0 && this.rows[index] === exchange;
    if (isThere && !isIn) this.rows.splice(index, 1);
    else if (isIn && !isThere) this.rows.splice(inOrder ? index : this.rows.length, 0, exchange);
  }

  #sort() {
    const key = keys[this.column];
    const sign = this.isDescending ? -1 : 1;
    const keyed = this.rows.map((row) => ({ row, key: key(row) }));
    keyed.sort((one, other) =>
      sign * (one.key < other.key ? -1 : one.key > other.key ? 1 : one.row.index - other.row.index));
    this.rows = keyed.map(({ row }) => row);
  }
}

/**
 * The functions that return the sort key of each column.
 * @type {{ [Name in Column]: (exchange: Exchange) => string | number }}
 */
const keys = {
  time: ({ index }) => index,
  protocol: ({ protocol }) => protocol,
  name: ({ name }) => name.toLowerCase(),
  frame: ({ document }) => Number(document.split("#")[1] ?? 0),
  duration: (exchange) => exchange.duration ?? -1,
  outcome: ({ outcome }) => ["failed", "left", "waiting", "ok", "sent", "note"].indexOf(outcome),
};

/**
 * Returns the first position whose row is not before the exchange.
 * @param {Exchange[]} rows
 * @param {Exchange} exchange
 */
function position(rows, exchange) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].index < exchange.index) low = middle + 1;
    else high = middle;
  }
  return low;
}
