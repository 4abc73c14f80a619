import { icon, make, setAttribute } from "./dom.js";
import { timelineHead } from "./timeline-head.js";
import { TimelineRow } from "./timeline-row.js";
/** @typedef {import("./exchange.js").Exchange} Exchange */
/** @typedef {import("./view.js").View} View */

/** The number of rows that are drawn beyond each edge, so that quick scrolling shows no gap. */
const overscan = 6;

/** The table of messages. It is virtual: only the rows that can be seen have elements. */
export class Timeline {
  /** @type {Exchange | undefined} */
  selected = undefined;
  /**
   * Called when the person selects a row.
   * @type {(exchange: Exchange) => void}
   */
  onSelect = () => {};
  /** Called when the person presses Enter on a row. */
  onEnter = () => {};
  /**
   * The number of a protocol's color.
   * @type {(protocol: string) => number}
   */
  color = () => 0;
  /**
   * Returns the content that is shown if there are no rows.
   * @type {() => Node}
   */
  empty = () => make("p");

  /**
   * Called when the visible rows have changed, with the positions of the first and the last.
   * @type {(first: number, last: number) => void}
   */
  onScroll = () => {};

  /** @type {TimelineRow[]} */
  #pool = [];
  #height = 27;
  #follows = true;
  #frame = 0;
  #rows;
  #sizer = make("div", { class: "sizer", role: "presentation" });
  #hole = make("div", { class: "hole" });
  #newest;
  #grid;

  /** @param {HTMLElement} parent @param {View} view */
  constructor(parent, view) {
    this.view = view;
    this.#rows = make("div", { class: "rows", role: "rowgroup" }, this.#sizer);
    const head = timelineHead(view, () => {
      this.#rows.scrollTop = 0;
      this.#follows = false;
    });
    this.#grid = make("div", {
      class: "grid", role: "grid", tabIndex: 0, aria: { label: "Messages" },
      on: { keydown: (event) => this.#key(event), mousedown: (event) => this.#press(event) },
    }, head, this.#rows);
    this.#newest = make("button", {
      class: "newest", type: "button", hidden: true, on: { click: () => this.follow() },
    }, icon("down"), "Newest");
    parent.append(this.#grid, this.#hole, this.#newest);
    this.#rows.addEventListener("scroll", () => {
      const { scrollTop, clientHeight, scrollHeight } = this.#rows;
      this.#follows = scrollTop + clientHeight >= scrollHeight - 4;
      this.draw();
    }, { passive: true });
    new ResizeObserver(() => this.#measure()).observe(this.#rows);
    view.onChange = () => this.draw();
  }

  focus() { this.#grid.focus(); }

  /** Scrolls to the newest row, and stays there when rows are added. */
  follow() {
    this.#follows = true;
    this.draw();
  }

  /** Draws the rows before the next frame. */
  draw() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /** @param {Exchange | undefined} exchange */
  select(exchange) {
    this.selected = exchange;
    if (exchange) {
      const top = this.view.rows.indexOf(exchange) * this.#height;
      const { scrollTop, clientHeight } = this.#rows;
      if (top < scrollTop) this.#rows.scrollTop = top;
      else if (top + this.#height > scrollTop + clientHeight) this.#rows.scrollTop = top + this.#height - clientHeight;
      this.onSelect(exchange);
    }
    this.draw();
  }

  /**
   * Selects the row that is some rows further down.
   * @param {number} distance
   */
  move(distance) {
    const { rows } = this.view;
    if (rows.length === 0) return;
    const index = this.selected ? rows.indexOf(this.selected) : -1;
    const start = index >= 0 ? index : distance > 0 ? -1 : rows.length;
    this.select(rows[Math.min(Math.max(start + distance, 0), rows.length - 1)]);
  }

  /**
   * Scrolls to the first row that begins at a time or later.
   * @param {number} ms
   */
  scrollTo(ms) {
    const index = this.view.rows.findIndex(({ start }) => start.ms >= ms);
    this.#follows = false;
    this.#rows.scrollTop = index * this.#height - this.#rows.clientHeight / 2;
  }

  #measure() {
    const isNarrow = this.#rows.clientWidth < 560;
    this.#grid.classList.toggle("narrow", isNarrow);
    const height = isNarrow ? 50 : 27;
    if (height !== this.#height) {
      this.#height = height;
      this.#pool = [];
      this.#sizer.replaceChildren();
    }
    this.draw();
  }

  #draw() {
    this.#frame = 0;
    const { rows } = this.view;
    const total = rows.length * this.#height;
    this.#sizer.style.height = `${total}px`;
    setAttribute(this.#grid, "aria-rowcount", String(rows.length + 1));
    const visible = this.#rows.clientHeight;
    if (this.#follows && this.view.column === "time" && !this.view.isDescending) this.#rows.scrollTop = total;
    const first = Math.max(Math.floor(this.#rows.scrollTop / this.#height) - overscan, 0);
    const size = Math.ceil(visible / this.#height) + 2 * overscan;
    while (this.#pool.length < size) {
      const row = new TimelineRow();
      this.#pool.push(row);
      this.#sizer.append(row.node);
    }
    const { started } = this.view.trace;
    const { length } = this.#pool;
    for (let index = first; index < first + length; index += 1) {
      const row = this.#pool[index % length];
      const exchange = rows[index];
      row.node.hidden = !exchange;
      if (!exchange) continue;
      row.show(exchange, {
        index, height: this.#height, isSelected: exchange === this.selected, color: this.color(exchange.protocol),
        started,
      });
    }
    this.onScroll(Math.floor(this.#rows.scrollTop / this.#height),
      Math.floor((this.#rows.scrollTop + visible) / this.#height));
    setAttribute(this.#grid, "aria-activedescendant", this.selected && `row-${this.selected.index}`);
    this.#newest.hidden = this.#follows || total <= visible;
    if ((rows.length === 0) === this.#hole.hidden) this.#hole.hidden = rows.length > 0;
    if (rows.length === 0) this.#hole.replaceChildren(this.empty());
  }

  /** @param {MouseEvent} event */
  #press(event) {
    const node = event.target instanceof Element && event.target.closest(".rows .row");
    const row = node && this.#pool.find((row) => row.node === node);
    if (row && row.exchange && event.button === 0) this.select(row.exchange);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(Math.floor(this.#rows.clientHeight / this.#height) - 1, 1);
    const distances = {
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    if (event.key in distances) this.move(distances[/** @type {keyof typeof distances} */ (event.key)]);
    else if (event.key === "Enter" && this.selected && event.target === this.#grid) this.onEnter();
    else return;
    event.preventDefault();
  }
}
