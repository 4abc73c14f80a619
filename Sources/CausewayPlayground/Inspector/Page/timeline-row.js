import { icon, make, setAttribute } from "./dom.js";
import { outcomeText } from "./explain.js";
import { clock, counted, duration, protocolName, summary, time, visible } from "./format.js";
/** @typedef {import("./exchange.js").Exchange} Exchange */

/** The element of one row. The timeline has only as many elements as fit, and reuses them while it scrolls. */
export class TimelineRow {
  /** @type {Exchange | undefined} */
  exchange = undefined;
  #version = -1;
  #index = -1;

  constructor() {
    const cell = (/** @type {string} */ name) => make("span", { class: `cell ${name}`, role: "gridcell" });
    this.time = cell("time");
    this.way = cell("way");
    this.protocol = cell("protocol");
    this.name = cell("name");
    this.payload = cell("payload");
    this.frame = cell("frame");
    this.duration = cell("duration");
    this.outcome = cell("outcome");
    this.bar = make("i", { class: "bar" });
    this.length = make("span");
    this.duration.append(this.length, this.bar);
    this.arrow = icon("both");
    this.way.append(this.arrow);
    this.node = make("div", { class: "row", role: "row" }, this.time, this.way, this.protocol, this.name, this.payload,
      this.frame, this.duration, this.outcome);
  }

  /**
   * Shows an exchange in the row, and moves the row to the exchange's position.
   * @param {Exchange} exchange
   * @param {{ index: number, height: number, isSelected: boolean, color: number, started: number }} place
   */
  show(exchange, { index, height, isSelected, color, started }) {
    const { node } = this;
    if (this.#index !== index || this.exchange !== exchange) {
      node.style.transform = `translateY(${index * height}px)`;
      setAttribute(node, "aria-rowindex", String(index + 2));
      node.id = `row-${exchange.index}`;
      node.classList.toggle("odd", index % 2 === 1);
      this.#index = index;
    }
    if (isSelected !== (node.getAttribute("aria-selected") === "true")) {
      node.setAttribute("aria-selected", String(isSelected));
    }
    if (this.exchange === exchange && this.#version === exchange.version) return;
    this.exchange = exchange;
    this.#version = exchange.version;
    this.#fill(exchange, color, started);
  }

  /** @param {Exchange} exchange @param {number} color @param {number} started */
  #fill(exchange, color, started) {
    const { start, outcome, isFromPage } = exchange;
    this.node.dataset.outcome = outcome;
    this.node.dataset.from = isFromPage ? "page" : "app";
    this.time.textContent = time(start.ms);
    this.time.title = started ? clock(started + start.ms) : "";
    const { drawing, words } = direction(exchange);
    this.arrow.firstElementChild?.setAttribute("href", `#icon-${drawing}`);
    this.way.title = words;
    setAttribute(this.way, "aria-label", words);
    this.protocol.textContent = exchange.protocol && protocolName(exchange.protocol);
    this.node.dataset.color = exchange.protocol ? String(color) : "";
    this.name.textContent = name(exchange);
    this.name.title = this.name.textContent;
    this.payload.textContent = payload(exchange);
    this.frame.textContent = `${start.document} ${start.mainFrame ? "main" : "frame"}`;
    this.frame.title = visible(start.origin);
    const milliseconds = exchange.duration;
    this.length.textContent = milliseconds === undefined ? "" : duration(milliseconds);
    // A bar of full length is 10 seconds; the scale is logarithmic, because answers differ by powers of ten.
    const part = milliseconds === undefined ? 0 : Math.min(Math.log10(1 + milliseconds) / 4, 1);
    this.bar.style.transform = `scaleX(${part.toFixed(3)})`;
    this.outcome.textContent = outcomeText(exchange);
    this.outcome.title = exchange.failure === undefined ? "" : visible(exchange.failure);
  }
}

/** @param {Exchange} exchange */
function direction({ start, isFromPage, outcome }) {
  if (outcome === "note") return { drawing: "document", words: "Document" };
  const isPair = start.kind === "request" || start.kind === "call";
  const words = isFromPage ? "Page to app" : "App to page";
  return { drawing: isFromPage ? "to-app" : "to-page", words: isPair ? `${words}, with an answer` : words };
}

/** @param {Exchange} exchange */
function name({ start, name: own, outcome }) {
  if (outcome === "note") return start.kind === "opened" ? "Document opened" : "Document left";
  if (own) return visible(own);
  return start.kind === "discarded" ? "Dropped message" : start.kind === "thrown" ? "Error in the page" : "—";
}

/** @param {Exchange} exchange */
function payload({ start, progress, outcome, failure }) {
  if (outcome === "note") return `${start.mainFrame ? "main frame" : "frame"} ${visible(start.origin)}`;
  if (start.body !== undefined) return summary(start.body);
  if (failure !== undefined) return visible(failure);
  if (start.bytes) return counted(start.bytes, "byte");
  return progress.length ? `${progress.length} × progress` : "";
}
