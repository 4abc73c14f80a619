import { make, setAttribute } from "./dom.js";
import { kinds } from "./filter.js";
import { protocolName } from "./format.js";
/** @typedef {import("./filter.js").Kind} Kind */

/** @type {{ [Name in Kind]: [title: string, help: string] }} */
const titles = {
  all: ["All", "All messages"], requests: ["Requests", "Requests of the page, with their replies"],
  events: ["Events", "Messages without an answer"], calls: ["Calls", "Calls of the app, with the page's answers"],
  failed: ["Failed", "What failed or was dropped"], waiting: ["Waiting", "What has no answer yet"],
  documents: ["Documents", "Documents that appeared or went away"],
};

/** The search field, and the buttons for kinds and protocols. */
export class FilterBar {
  /** Called when the filter has changed. */
  onChange = () => {};
  /**
   * The protocols in the order in which they became known; their positions give the colors.
   * @type {string[]}
   */
  #known = [];
  #timer = 0;

  /**
   * @param {import("./filter.js").Filter} filter
   * @param {{ search: HTMLInputElement, kinds: HTMLElement, protocols: HTMLElement }} places
   */
  constructor(filter, places) {
    this.filter = filter;
    this.places = places;
    const { search } = places;
    search.addEventListener("input", () => {
      // Wait for a short pause, so that fast typing starts only one search. The pause is too short to notice.
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#search(), 60);
    });
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (search.value) {
        search.value = "";
        this.#search();
      } else {
        search.blur();
      }
    });
    places.kinds.append(...kinds.map((kind, index) => make("button", {
      class: "chip", type: "button", role: "radio", text: titles[kind][0], title: `${titles[kind][1]} (${index + 1})`,
      aria: { checked: kind === filter.kind }, data: { kind }, tabIndex: kind === filter.kind ? 0 : -1,
      on: { click: () => this.choose(kind) },
    })));
    places.kinds.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Chooses a kind of rows.
   * @param {Kind} kind
   */
  choose(kind) {
    this.filter.kind = kind;
    for (const chip of this.places.kinds.querySelectorAll("button")) {
      setAttribute(chip, "aria-checked", String(chip.dataset.kind === kind));
      chip.tabIndex = chip.dataset.kind === kind ? 0 : -1;
    }
    this.onChange();
  }

  /** Shows everything again. */
  reset() {
    this.places.search.value = "";
    this.filter.query = "";
    this.filter.protocols.clear();
    for (const chip of this.places.protocols.querySelectorAll("button")) chip.setAttribute("aria-pressed", "false");
    this.choose("all");
  }

  /**
   * Adds buttons for protocols that are not known yet.
   * @param {Iterable<string>} protocols
   */
  know(protocols) {
    for (const protocol of protocols) {
      if (protocol === "" || this.#known.includes(protocol)) continue;
      this.#known.push(protocol);
      this.places.protocols.append(make("button", {
        class: "chip protocol", type: "button", text: protocolName(protocol), aria: { pressed: false },
        title: `Show only ${protocolName(protocol)}; several protocols can be chosen`,
        data: { color: String(this.color(protocol)) },
        on: { click: (/** @type {Event} */ event) => this.#toggle(protocol, /** @type {Element} */ (event.currentTarget)) },
      }));
    }
  }

  /**
   * Returns the number of a protocol's color.
   * @param {string} protocol
   */
  color(protocol) { return Math.max(this.#known.indexOf(protocol), 0) % 6; }

  #search() {
    this.filter.query = this.places.search.value;
    this.onChange();
  }

  /** @param {string} protocol @param {Element} chip */
  #toggle(protocol, chip) {
    const isOn = !this.filter.protocols.has(protocol);
    if (isOn) this.filter.protocols.add(protocol);
    else this.filter.protocols.delete(protocol);
    chip.setAttribute("aria-pressed", String(isOn));
    this.onChange();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = (kinds.indexOf(this.filter.kind) + step + kinds.length) % kinds.length;
    this.choose(kinds[index]);
    const chip = this.places.kinds.children[index];
    if (chip instanceof HTMLElement) chip.focus();
  }
}
