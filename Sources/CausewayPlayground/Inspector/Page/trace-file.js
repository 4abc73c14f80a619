// Traces as files: one JSON object on each line, as `causeway open --trace` writes them.
/** @typedef {import("./protocol").TraceMessage} TraceMessage */

/** @type {readonly string[]} */
const kinds = [
  "opened", "closed", "request", "reply", "event", "call", "answer", "progress", "thrown", "discarded",
];

/**
 * Returns a message as a line of a trace, without the inspector's own number.
 * @param {TraceMessage} message
 */
export function traceLine({ id: _, ...message }) {
  return JSON.stringify(message);
}

/**
 * Reads a trace.
 * @param {string} text
 * @returns {{ messages: TraceMessage[], mistakes: string[] }} the messages, and the reason for each line that is not a
 * message
 */
export function readTrace(text) {
  /** @type {TraceMessage[]} */
  const messages = [];
  /** @type {string[]} */
  const mistakes = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const mistake = check(line, messages);
    if (mistake) mistakes.push(`Line ${index + 1} ${mistake}`);
  }
  return { messages, mistakes };
}

/** @param {string} line @param {TraceMessage[]} messages @returns {string | undefined} */
function check(line, messages) {
  /** @type {any} */
  let value;
  try {
    value = JSON.parse(line);
    // Check that the value can be written as JSON again, because a search does that.
    JSON.stringify(value);
  } catch (error) {
    return error instanceof RangeError ? "is nested too deeply." : "is not JSON.";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "is not a JSON object.";
  if (!kinds.includes(value.kind)) return "has no known `kind`.";
  if (value.direction !== "page→app" && value.direction !== "app→page") return "has no known `direction`.";
  if (typeof value.ms !== "number") return "has no time in `ms`.";
  for (const name of ["name", "protocol", "failure", "cause"]) {
    if (value[name] !== undefined && typeof value[name] !== "string") return `has a \`${name}\` that is not a text.`;
  }
  const { id: _, ...rest } = value;
  messages.push({
    ...rest, document: String(value.document ?? "#?"), origin: String(value.origin ?? ""),
    mainFrame: value.mainFrame === true, call: typeof value.call === "number" ? value.call : undefined,
  });
  return undefined;
}

/**
 * Saves messages as a file in the person's downloads.
 * @param {TraceMessage[]} messages
 * @param {string} title the served page's name, from which the file gets its own
 */
export function saveTrace(messages, title) {
  const blob = new Blob(messages.map((message) => `${traceLine(message)}\n`), { type: "application/x-ndjson" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  link.download = `${title.replace(/[^\w.-]+/g, "-") || "trace"}-${moment}.jsonl`;
  link.click();
  // Keep the URL for a while, because the download may begin after this task and needs the URL until then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
