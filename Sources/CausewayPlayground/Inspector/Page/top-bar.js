import { byID } from "./dom.js";
import { pageLink } from "./empty.js";
import { platformName } from "./format.js";

/** @type {{ [State in import("./connection.js").State]: string }} */
const states = { connecting: "Connecting", open: "Connected", gone: "Server gone", refused: "Not allowed" };

/** The line at the top: the title, the connection, the platform, and the buttons for the trace. */
export class TopBar {
  /** @type {(platform: string) => void} */
  onPlatform = () => {};
  onPause = () => {};
  onClear = () => {};
  onExport = () => {};
  onHelp = () => {};
  /** @type {HTMLSelectElement} */
  #platform = byID("platform");
  #pause = byID("pause");
  #title = document.title;
  #waiting = "";

  constructor() {
    this.#platform.addEventListener("change", () => this.onPlatform(this.#platform.value));
    this.#pause.addEventListener("click", () => this.onPause());
    byID("clear").addEventListener("click", () => this.onClear());
    byID("export").addEventListener("click", () => this.onExport());
    byID("help-button").addEventListener("click", () => this.onHelp());
    this.showPaused(false);
  }

  /** @param {import("./protocol").Hello} hello */
  greet({ title, pages, platform, platforms, engineInspector }) {
    byID("title").textContent = title;
    this.#title = `${title} – Causeway inspector`;
    this.#showTitle();
    byID("pages").replaceChildren(...pages.slice(0, 2).map(pageLink));
    if (engineInspector) {
      const link = pageLink(engineInspector);
      link.firstChild?.replaceWith("Web inspector");
      link.title = "The engine's own inspector of the page";
      byID("pages").append(link);
    }
    this.#platform.replaceChildren(...platforms.map((name) => new Option(platformName(name), name)));
    this.#platform.value = platform;
  }

  /**
   * Shows in the browser's tab that a sheet waits, because the person may be in the page's tab.
   * @param {string} sheet the sheet's title; empty for none
   */
  showWaiting(sheet) {
    this.#waiting = sheet;
    this.#showTitle();
  }

  #showTitle() {
    document.title = this.#waiting ? `● ${this.#waiting} – ${this.#title}` : this.#title;
  }

  /** @param {string} platform */
  showPlatform(platform) { this.#platform.value = platform; }

  /** @param {import("./connection.js").State} state */
  showConnection(state) {
    const node = byID("connection");
    node.dataset.state = state;
    /** @type {HTMLElement} */ (node.querySelector(".words")).textContent = states[state];
    this.#platform.disabled = state !== "open";
  }

  /** @param {boolean} isPaused */
  showPaused(isPaused) {
    this.#pause.setAttribute("aria-pressed", String(isPaused));
    this.#pause.title = isPaused ? "Show the messages that have arrived (P)" : "Keep the list as it is (P)";
    this.#pause.querySelector("use")?.setAttribute("href", isPaused ? "#icon-play" : "#icon-pause");
    /** @type {HTMLElement} */ (this.#pause.querySelector("span")).textContent = isPaused ? "Continue" : "Pause";
  }
}
