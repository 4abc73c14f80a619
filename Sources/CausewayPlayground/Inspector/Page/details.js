import { copyButton } from "./copy.js";
import { make } from "./dom.js";
import { explain, outcomeText } from "./explain.js";
import { clock, counted, duration, protocolName, size, time, visible } from "./format.js";
import { traceLine } from "./trace-file.js";
import { tree } from "./tree.js";
/** @typedef {import("./exchange.js").Exchange} Exchange */
/** @typedef {import("./protocol").TraceMessage} TraceMessage */

/** The details of one exchange: what it is, why it failed, and each of its payloads. */
export class Details {
  /** @type {Exchange | undefined} */
  exchange = undefined;
  #version = -1;
  /** The parts by message. They are kept so that what the person has opened stays open when an answer arrives. */
  #parts = new Map();

  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.parent = parent;
  }

  /** @param {Exchange | undefined} exchange @param {number} started */
  show(exchange, started) {
    if (exchange === this.exchange && exchange?.version === this.#version) return;
    if (exchange !== this.exchange) {
      this.#parts.clear();
      this.parent.scrollTop = 0;
    }
    this.exchange = exchange;
    this.#version = exchange?.version ?? -1;
    if (!exchange) {
      this.parent.replaceChildren(make("p", { class: "nothing", text: "Select a message to see its content." }));
      return;
    }
    this.parent.replaceChildren(this.#title(exchange), ...this.#problem(exchange), this.#facts(exchange, started),
      ...exchange.messages.flatMap((message, index) => this.#part(exchange, message, index)));
  }

  /** @param {Exchange} exchange */
  #title(exchange) {
    const outcome = outcomeText(exchange) || (exchange.outcome === "sent" ? "no answer expected" : "");
    return make("header", { class: "details-title" },
      make("h2", { text: titles[exchange.start.kind](exchange) }),
      outcome && make("span", { class: "badge", data: { outcome: exchange.outcome }, text: outcome }),
      copyButton("Copy as lines of a trace", () => exchange.messages.map(traceLine).join("\n")));
  }

  /** @param {Exchange} exchange */
  #problem(exchange) {
    const problem = explain(exchange);
    if (!problem) return [];
    const cause = exchange.end?.cause ?? exchange.start.cause;
    return [make("section", { class: "problem", aria: { label: "Failure" } },
      make("h3", { text: problem.title }),
      problem.sentence !== undefined && make("p", { text: visible(problem.sentence) }),
      problem.advice !== undefined && make("p", { class: "advice", text: problem.advice }),
      cause !== undefined && make("dl", { class: "facts" },
        make("dt", { text: "Cause, not shown to the page" }), make("dd", { class: "code", text: visible(cause) })),
      problem.code !== undefined && make("code", { text: problem.code }))];
  }

  /** @param {Exchange} exchange @param {number} started */
  #facts(exchange, started) {
    const { start } = exchange;
    const list = make("dl", { class: "facts" });
    const fact = (/** @type {string} */ label, /** @type {string | undefined} */ value) => {
      if (value) list.append(make("dt", { text: label }), make("dd", { text: value }));
    };
    fact("Protocol", exchange.protocol && protocolName(exchange.protocol));
    fact("Document", `${start.document}, ${start.mainFrame ? "the main frame" : "a frame inside the page"}`);
    fact("Origin", visible(start.origin));
    fact("Time", started ? `${time(start.ms)} (${clock(started + start.ms)})` : time(start.ms));
    const milliseconds = exchange.duration;
    fact("Duration", milliseconds === undefined ? undefined : duration(milliseconds));
    return list;
  }

  /** @param {Exchange} exchange @param {TraceMessage} message @param {number} index */
  #part(exchange, message, index) {
    if (message.kind === "opened" || message.kind === "closed") return [];
    const made = this.#parts.get(message);
    if (made) return [made];
    const offset = message.ms - exchange.start.ms;
    const { body } = message;
    const head = make("header", {},
      make("h3", { text: partTitles[message.kind] ?? "Message" }),
      make("span", { class: "way", data: { from: message.direction === "page→app" ? "page" : "app" },
        text: message.direction === "page→app" ? "page → app" : "app → page" }),
      index > 0 && make("span", { class: "after", text: `after ${duration(offset)}` }),
      body !== undefined && make("span", { class: "after", text: size(JSON.stringify(body).length) }),
      body !== undefined && copyButton("Copy the payload as JSON", () => JSON.stringify(body, null, 2)));
    const part = make("section", { class: "part" }, head,
      body === undefined
        ? make("p", { class: "nothing", text: message.failure === undefined ? "No payload." : "No payload, because of the failure." })
        : tree(body, partTitles[message.kind] ?? "Payload"),
      message.bytes !== undefined && make("p", { class: "nothing", text: `${counted(message.bytes, "byte")} beside the message, which a trace does not contain.` }));
    this.#parts.set(message, part);
    return [part];
  }
}

/** @type {{ [Kind in TraceMessage["kind"]]?: string }} */
const partTitles = {
  request: "Request", reply: "Reply", event: "Event", call: "Call", answer: "Answer", progress: "Progress",
  thrown: "Error", discarded: "Dropped message",
};

/** @type {{ [Kind in TraceMessage["kind"]]: (exchange: Exchange) => string }} */
const titles = {
  request: ({ name }) => visible(name) || "Request without a name",
  reply: ({ name }) => `Reply to ${visible(name)}`,
  event: ({ name }) => visible(name) || "Event without a name",
  call: ({ name }) => visible(name) || "Call without a name",
  answer: ({ name }) => `Answer to ${visible(name)}`,
  progress: ({ name }) => `Progress of ${visible(name)}`,
  thrown: () => "Error in a script of the page",
  discarded: () => "Dropped message",
  opened: ({ start }) => `Document ${start.document} opened`,
  closed: ({ start }) => `Document ${start.document} left`,
};
