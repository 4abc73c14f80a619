// Failures in plain words: what happened, and what helps. The codes are the engine's; other codes are a capability's own.

/** @type {{ [code: string]: [title: string, advice: string] }} */
const failures = {
  MALFORMED: ["The app could not read this message",
    "Compare the message with the protocol's description. Often a member is missing, or an object was sent as text."],
  UNKNOWN_CAPABILITY: ["The app has no capability of this name",
    "Check the spelling of the name, and whether the chosen platform offers it."],
  REFUSED: ["This frame may not send this request",
    "The app serves only some frames, usually the main frame of its own site. Send the request from such a frame."],
  TOO_LARGE: ["The message is too large", "Send less at once, or send large values as bytes."],
  TOO_MANY_REQUESTS: ["Too many requests wait for answers", "Wait for some answers before the page asks again."],
  DUPLICATE: ["A request with the same id is still open", "Give each request an id of its own."],
  INVALID_PARAMETERS: ["The parameters do not have the right shape", "The sentence below says which member is wrong."],
  DEADLINE_EXCEEDED: ["The app took too long", "The page got this error instead of an answer. It may ask again."],
  UNANSWERED: ["The app forgot to answer", "This is a mistake of the app, not of the page."],
  BYTES_NOT_CARRIED: ["The bytes of the answer could not be delivered", "Too many bytes already wait for this page."],
  TOO_MANY_STREAMS: ["The page's open streams have used all memory for streams", "Read or cancel some of them."],
  KEY_REFUSED: ["The key of this call cannot be used", 
    "Use a key of 1 to 256 bytes, in a page whose origin is not opaque, for a function with a JSON result. The sentence below says which of these is missing."],
  KEY_REUSED: ["The key belongs to another call", "Use a new key for each new call."],
  UNKNOWN_KEY: ["No call with this key is known", "The call never arrived, or its outcome is no longer kept."],
  OUTCOME_NOT_KEPT: ["The outcome was too large to keep", "The call has run, but its answer is lost. A call with a new key would run again."],
  TOO_MANY_KEYS: ["Pages of this origin have used too many keys", "Keys become free some minutes after their calls."],
  FAILED: ["The app could not do this", "Its error stays in the app. The cause below is for you; the page never sees it."],
  CANCELLED: ["The page withdrew the request", "Nothing is wrong: the page no longer needs the answer."],
  DOCUMENT_GONE: ["The page was left or reloaded before the answer", "There is no page that could get the answer."],
};

/**
 * Explains why an exchange failed.
 * @param {import("./exchange.js").Exchange} exchange
 * @returns {{ code?: string, title: string, sentence?: string, advice?: string } | undefined} undefined if it did not
 */
export function explain(exchange) {
  if (exchange.outcome === "left") {
    const [title, advice] = failures.DOCUMENT_GONE;
    return { title, advice };
  }
  const { failure } = exchange;
  if (failure === undefined) return undefined;
  if (exchange.start.kind === "thrown") {
    return {
      title: "A script of the page threw an error", sentence: failure,
      advice: "The page received the message, but its own code failed. The browser's console has the stack.",
    };
  }
  if (exchange.start.kind === "discarded") {
    return {
      title: "The app dropped a message that it could not process", sentence: failure,
      advice: "Such a message gets no answer.",
    };
  }
  const [, code, sentence] = /^([A-Za-z][\w.-]*): ([^]*)$/.exec(failure) ?? [undefined, undefined, failure];
  const known = code !== undefined && Object.hasOwn(failures, code) ? failures[code] : undefined;
  if (known) return { code, title: known[0], sentence, advice: known[1] };
  return { code, title: code === undefined ? "This failed" : "The app answered with an error of its own", sentence };
}

/**
 * Returns the outcome as one or two words for the table.
 * @param {import("./exchange.js").Exchange} exchange
 */
export function outcomeText(exchange) {
  switch (exchange.outcome) {
    case "ok": return "answered";
    case "waiting": return exchange.progress.length ? `waiting · ${exchange.progress.length} so far` : "waiting";
    case "left": return "page left";
    case "sent": return "";
    case "note": return "";
    case "failed": break;
  }
  if (exchange.start.kind === "thrown") return "page threw";
  if (exchange.start.kind === "discarded") return "dropped";
  const code = /^([A-Za-z][\w.-]*): /.exec(exchange.failure ?? "")?.[1];
  return code ? code.toLowerCase().replaceAll("_", " ") : "failed";
}
