import { make, setAttribute } from "./dom.js";
import { time } from "./format.js";
/** @typedef {import("./view.js").View} View */

/** The width of a bar, in CSS pixels. */
const barWidth = 4;
/** The time between two drawings, in milliseconds. */
const interval = 150;

/** @typedef {{ fromPage: number, fromApp: number, failed: number }} Bar */

/**
 * The strip above the table: the number of messages over time, and the period that the table shows. A press at a
 * position scrolls the table to that time.
 */
export class Overview {
  /**
   * Called with a time, in milliseconds since the start of the trace.
   * @type {(ms: number) => void}
   */
  onPress = () => {};
  #canvas = make("canvas");
  #window = make("div", { class: "shown" });
  #timer = 0;
  #span = { start: 0, end: 1 };

  /** @param {HTMLElement} parent @param {View} view */
  constructor(parent, view) {
    this.view = view;
    this.node = make("div", { class: "overview", hidden: true, aria: { hidden: true } }, this.#canvas, this.#window);
    parent.prepend(this.node);
    this.node.addEventListener("pointerdown", (event) => {
      this.node.setPointerCapture(event.pointerId);
      this.#press(event);
    });
    this.node.addEventListener("pointermove", (event) => {
      const ms = this.#time(event);
      setAttribute(this.node, "title", time(ms));
      if (this.node.hasPointerCapture(event.pointerId)) this.#press(event);
    });
    new ResizeObserver(() => this.draw()).observe(this.node);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Draws the strip soon; many changes are drawn at once. */
  draw() {
    this.#timer ||= window.setTimeout(() => {
      this.#timer = 0;
      this.#draw();
    }, interval);
  }

  /**
   * Marks the period of the rows that the table shows.
   * @param {number} first
   * @param {number} last
   */
  show(first, last) {
    const { rows } = this.view;
    // Hide the mark if the table shows all rows, or is not sorted by time.
    this.#window.hidden = this.view.column !== "time" || !rows[first] || (first === 0 && last >= rows.length - 1);
    if (this.#window.hidden) return;
    const { start, end } = this.#span;
    const place = (/** @type {number} */ index) =>
      100 * ((rows[Math.min(index, rows.length - 1)].start.ms - start) / (end - start));
    const [left, right] = [place(first), place(last)].sort((one, other) => one - other);
    this.#window.style.left = `${left}%`;
    this.#window.style.width = `${Math.max(right - left, 0.4)}%`;
  }

  #draw() {
    const { rows } = this.view;
    const { clientWidth: width, clientHeight: height } = this.node;
    // A single message needs no overview. If the table is not sorted by time, the strip would not match it.
    this.node.hidden = rows.length < 2 || this.view.column !== "time";
    // A strip that has just appeared, or that a narrow table leaves out, has no width; the observer draws it later.
    if (this.node.hidden || width === 0) return;
    let [start, end] = [Infinity, -Infinity];
    for (const { start: { ms }, end: last } of rows) {
      if (ms < start) start = ms;
      if ((last?.ms ?? ms) > end) end = last?.ms ?? ms;
    }
    this.#span = { start, end: Math.max(end, start + 1) };
    const bars = this.#bars(Math.max(Math.floor(width / barWidth), 1));
    this.#paint(bars, width, height);
  }

  /**
   * Counts the rows of each bar.
   * @param {number} count
   */
  #bars(count) {
    const { start, end } = this.#span;
    /** @type {Bar[]} */
    const bars = Array.from({ length: count }, () => ({ fromPage: 0, fromApp: 0, failed: 0 }));
    for (const exchange of this.view.rows) {
      const part = (exchange.start.ms - start) / (end - start);
      const bar = bars[Math.min(Math.floor(part * count), count - 1)];
      if (exchange.outcome === "failed") bar.failed += 1;
      else if (exchange.isFromPage) bar.fromPage += 1;
      else bar.fromApp += 1;
    }
    return bars;
  }

  /** @param {Bar[]} bars @param {number} width @param {number} height */
  #paint(bars, width, height) {
    const scale = devicePixelRatio;
    this.#canvas.width = width * scale;
    this.#canvas.height = height * scale;
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    context.scale(scale, scale);
    const style = getComputedStyle(this.node);
    const colors = ["--error", "--app", "--page"].map((name) => style.getPropertyValue(name));
    const most = Math.max(...bars.map(({ fromPage, fromApp, failed }) => fromPage + fromApp + failed));
    // Use square roots of the counts, so that single messages are visible beside a burst.
    const unit = (height - 6) / Math.sqrt(most);
    bars.forEach(({ fromPage, fromApp, failed }, index) => {
      const sum = fromPage + fromApp + failed;
      if (sum === 0) return;
      let bottom = height;
      [failed, fromApp, fromPage].forEach((part, color) => {
        const size = Math.max(Math.sqrt(sum) * unit, 3) * (part / sum);
        context.fillStyle = colors[color];
        context.fillRect(index * barWidth, bottom - size, barWidth - 1, size);
        bottom -= size;
      });
    });
  }

  /** @param {PointerEvent} event */
  #time({ clientX }) {
    const { left, width } = this.node.getBoundingClientRect();
    const { start, end } = this.#span;
    return start + (end - start) * Math.min(Math.max((clientX - left) / width, 0), 1);
  }

  /** @param {PointerEvent} event */
  #press(event) { this.onPress(this.#time(event)); }
}
