import { counted, platformName } from "./format.js";
import { readTrace, saveTrace } from "./trace-file.js";
import { Trace } from "./trace.js";
/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {import("./protocol").TraceMessage} TraceMessage */

/**
 * The parts that a session changes.
 * @typedef {{
 *   banner: import("./banner.js").Banner, bar: import("./filter-bar.js").FilterBar, live: Trace,
 *   notices: import("./notices.js").Notices, sheets: import("./sheets.js").Sheets, side: import("./side.js").Side,
 *   top: import("./top-bar.js").TopBar, view: import("./view.js").View,
 * }} Parts
 */

/** The source of the messages that the inspector shows: a server, which may come and go, or a file. */
export class Session {
  /**
   * The addresses of the served pages.
   * @type {string[]}
   */
  pages = [];
  /** Called when the inspector begins to show other messages. */
  onReset = () => {};
  /**
   * Messages that came during a pause; undefined without a pause.
   * @type {TraceMessage[] | undefined}
   */
  #held = undefined;
  #heldLength = 0;
  #title = "trace";
  #wasOpen = false;

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /**
   * @param {Exclude<ServerMessage, { type: "token" }>} message
   * @param {number} length the length of the message's JSON text
   */
  receive(message, length) {
    const { notices, sheets, side, top } = this.parts;
    switch (message.type) {
      case "hello": return this.#greet(message);
      case "messages": return this.#add(message.messages, length);
      case "cleared": return this.#empty();
      case "sheet": return sheets.show(message.sheet);
      case "sheetEnded": return sheets.end(message.id);
      case "panel": return side.show(message.panel);
      case "panelEnded": return side.end(message.id);
      case "notice": return notices.show(message.level, message.text);
      case "platform":
        top.showPlatform(message.platform);
        notices.show("info", `Pages get the bridges of ${platformName(message.platform)} when they are reloaded.`);
    }
  }

  /** @param {import("./connection.js").State} state @param {() => void} retry */
  connected(state, retry) {
    const { banner, notices, sheets, side, top } = this.parts;
    top.showConnection(state);
    side.freeze(state !== "open");
    if (state === "open") {
      banner.hide("connection");
      if (this.#wasOpen) notices.show("info", "The server is running again.");
      this.#wasOpen = true;
      return;
    }
    sheets.endAll();
    if (state === "gone") {
      const text = this.#wasOpen
        ? "The server has stopped. Start it again; the inspector reconnects automatically, and these messages are kept."
        : "The server does not answer. Start it with `causeway serve`; the inspector reconnects automatically.";
      banner.show("connection", text, "error", ["Try now", retry]);
    } else if (state === "refused") {
      banner.show("connection", "The server does not know this tab. Open the address of the inspector that `causeway serve` printed when it started.", "error", ["Try now", retry]);
    }
  }

  /**
   * Holds new messages back, or shows those that were held.
   * @returns {void}
   */
  pause() {
    const { banner, top } = this.parts;
    const held = this.#held;
    this.#held = held ? undefined : [];
    top.showPaused(!held);
    if (!held) return banner.show("pause", "Paused. New messages wait.", "info", ["Continue", () => this.pause()]);
    banner.hide("pause");
    this.#add(held, this.#heldLength);
    this.#heldLength = 0;
  }

  /** @param {(message: import("./protocol").ClientMessage) => boolean} send */
  clear(send) {
    if (this.parts.view.trace !== this.parts.live) return this.#close();
    send({ type: "clear" });
    this.#empty();
  }

  /**
   * Saves the shown messages of one run of the server: the latest run that has any. A trace is one conversation, and each
   * run names its documents and measures its time from the beginning.
   */
  save() {
    const { view, notices } = this.parts;
    const run = view.rows.reduce((latest, exchange) => Math.max(latest, exchange.run), 0);
    const messages = view.rows.filter((exchange) => exchange.run === run).flatMap((exchange) => exchange.messages)
      .sort((one, other) => one.ms - other.ms);
    if (messages.length === 0) return notices.show("warning", "There is no message to export.");
    saveTrace(messages, this.#title);
    const earlier = view.rows.reduce((sum, exchange) => sum + (exchange.run === run ? 0 : exchange.messages.length), 0);
    const rest = earlier ? ` The ${counted(earlier, "message")} from before the server's restart ${earlier === 1 ? "is" : "are"} not in the file.` : "";
    notices.show("info", `${counted(messages.length, "message")} exported.${rest}`);
  }

  /**
   * Shows the messages of a file.
   * @param {string} name
   * @param {string} text
   */
  open(name, text) {
    const { banner, notices } = this.parts;
    const { messages, mistakes } = readTrace(text);
    if (mistakes.length) {
      const more = mistakes.length > 1 ? ` ${counted(mistakes.length - 1, "other line")} could not be read either.` : "";
      notices.show("error", `“${name}”: ${mistakes[0]}${more}`);
    }
    if (messages.length === 0) {
      if (mistakes.length === 0) notices.show("error", `“${name}” is empty.`);
      return;
    }
    const trace = new Trace();
    trace.add(messages, text.length);
    this.parts.bar.know(new Set(messages.map(({ protocol }) => protocol ?? "")));
    this.#look(trace);
    banner.show("file", `You are viewing “${name}”: ${counted(messages.length, "message")}. The server's messages are kept.`, "info", ["Back to the server's messages", () => this.#close()]);
  }

  #close() {
    this.parts.banner.hide("file");
    this.#look(this.parts.live);
  }

  /** @param {Trace} trace */
  #look(trace) {
    this.parts.view.trace = trace;
    this.onReset();
    void this.parts.view.refresh();
  }

  /** @param {import("./protocol").Hello} hello */
  #greet(hello) {
    const { bar, live, notices, side, top, view } = this.parts;
    this.pages = hello.pages;
    this.#title = hello.title;
    top.greet(hello);
    bar.know(hello.protocols);
    if (hello.version !== 2) {
      notices.show("warning", `The server speaks version ${hello.version} of the inspector's messages, but this page speaks version 2. Reload this page.`);
    }
    if (this.#held?.length && hello.started !== live.started) {
      // Add these messages to the earlier run first, because documents of the new run have the same names.
      live.add(this.#held, this.#heldLength);
      this.#held = [];
    }
    if (live.begin(hello.started)) {
      side.reset();
      notices.show("info", "The server has restarted. Its pages reconnect automatically.");
    }
    if (view.trace === live) void view.refresh();
  }

  /** @param {TraceMessage[]} messages @param {number} length */
  #add(messages, length) {
    const { banner, bar, live, view } = this.parts;
    if (this.#held) {
      for (const message of messages) this.#held.push(message);
      this.#heldLength += length;
      const text = `Paused. ${counted(this.#held.length, "new message")} ${this.#held.length === 1 ? "waits" : "wait"}.`;
      return banner.show("pause", text, "info", ["Continue", () => this.pause()]);
    }
    bar.know(new Set(messages.map(({ protocol }) => protocol ?? "")));
    const changed = live.add(messages, length);
    if (view.trace === live) view.update(changed);
  }

  #empty() {
    const { live, view } = this.parts;
    live.clear();
    if (this.#held) this.#held = [];
    if (view.trace !== live) return;
    this.onReset();
    void view.refresh();
  }
}
