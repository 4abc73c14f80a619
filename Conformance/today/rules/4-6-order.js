"use strict";

/**
 * The messages that the window or the document received without a request. A Today host must send none.
 * @type {string[]}
 */
const pushed = [];
for (const target of [window, document]) {
  target.addEventListener("message", (event) => {
    if (!/** @type {any} */ (event).data?.conformance) pushed.push(target === window ? "window" : "document");
  });
}

// Sections 4, 5 and 6: events, errors, lifecycle and order.
conformance.add(
  {
    number: "today-4.1",
    mark: "contract",
    rule: "The host pushes nothing to the page.",
    async check() {
      await today.expectQuiet({ "a message": { type: "track", ename: "conformance" } });
      if (pushed.length > 0) throw new Error(`${pushed.length} message events that answer no request`);
      return "no message event so far";
    },
  },
  {
    number: "today-5.1",
    mark: "contract",
    rule: "The host reports an error as one string, separate from results: a failed refresh rejects with an Error " +
      "that has this string as its message.",
    async check() {
      const reason = await refreshIn("fail");
      if (!(reason instanceof Error)) throw new Error(`rejected with ${describeShape(reason)}, not with an Error`);
      if (typeof reason.message !== "string") throw new Error("the Error's message is not a string");
      const extras = Object.keys(reason);
      if (extras.length > 0) throw new Error(`the Error carries more than its message: ${extras.join(", ")}`);
      return `"${reason.message}"`;
    },
  },
  {
    number: "today-5.2",
    mark: "published",
    rule: "The text of a rejection is not empty, and contains neither secrets nor a stack trace.",
    async check() {
      const { message } = await refreshIn("fail");
      if (typeof message !== "string" || message.trim() === "") throw new Error("the text is empty");
      if (today.hasSecret(message) || /bearer\s+\S{8}/i.test(message)) throw new Error("the text contains a token");
      if (/\n\s+at |^\s*\d+\s+\S+\s+0x[0-9a-f]+/m.test(message)) throw new Error("the text contains a stack trace");
      if (/^\[object|^undefined$|^null$/.test(message)) throw new Error(`the text is "${message}"`);
      return `${message.length} characters`;
    },
  },
  {
    number: "today-6.1",
    mark: "contract",
    rule: "Each message is settled exactly once.",
    async check() {
      const types = ["track", "headers", "refreshToken", "establishSession", "conformanceUnknown", undefined];
      const outcomes = await today.askAll(types.map((type) => ({ type, ename: "conformance" })));
      // Wait for one more exchange, so that a second settlement can arrive.
      await today.expectQuiet({ "the message after": { type: "track", ename: "conformance" } });
      failOn(
        outcomes.flatMap(({ settlements }, place) => {
          return settlements === 1 ? [] : [`${types[place] ?? "no type"}: settled ${settlements} times`];
        }),
      );
      return `${outcomes.length} messages, ${outcomes.length} settlements`;
    },
  },
  {
    number: "today-6.2",
    mark: "contract",
    rule: "Replies may come in any order: each of many messages gets its own answer.",
    async check() {
      /** @type {[any, (value: any) => string[]][]} */
      const kinds = [
        [{ type: "headers" }, today.headersFaults],
        [{ type: "track", ename: "conformance" }, quietFaults],
        [{ type: "establishSession" }, today.sessionFaults],
        [{ type: "conformanceUnknown" }, quietFaults],
        [{ type: "refreshToken" }, today.tokenFaults],
      ];
      const asked = Array.from({ length: 200 }, (_, place) => kinds[(place * 7) % kinds.length]);
      const outcomes = await today.askAll(asked.map(([message]) => message));
      const faults = outcomes.flatMap((outcome, place) => {
        const [message, check] = asked[place];
        const mayReject = message.type === "refreshToken" && outcome.kind === "rejected";
        if (mayReject) return [];
        if (outcome.kind !== "resolved") return [`${message.type}: ${describeOutcome(outcome)}`];
        return today.isTrusted ? check(outcome.value) : quietFaults(outcome.value);
      });
      failOn(faults);
      return `${asked.length} at once, each with its own answer`;
    },
  },
  {
    number: "today-6.3",
    mark: "contract",
    rule: "Sending the same message again is safe.",
    async check() {
      const message = { type: "headers" };
      const event = { type: "track", ename: "conformance", parameters: { again: true } };
      const [first, second, third] = await today.askAll([message, message, message]);
      for (const outcome of [first, second, third]) {
        if (outcome.kind !== "resolved") throw new Error(describeOutcome(outcome));
        failOn(today.isTrusted ? today.headersFaults(outcome.value) : quietFaults(outcome.value));
      }
      await today.expectQuiet({ "an event": event, "the same event": event, "and again": event });
      return "one object sent three times, three answers";
    },
  },
  {
    number: "today-6.4",
    mark: "published",
    rule: "A page can test for support: a host answers known types, and answers undefined to types of later versions.",
    async check() {
      await today.expectQuiet({ "a later capability": { type: "conformanceLaterCapability", version: 2, options: { a: 1 } } });
      for (const type of ["headers", "establishSession"]) {
        if ((await today.trustedAnswer({ type })) === undefined) throw new Error(`${type} seems to be unsupported`);
      }
      return "headers and establishSession are supported, a later capability is not";
    },
  },
);

/** @param {any} value @returns {string[]} */
function quietFaults(value) {
  return value === undefined ? [] : [`${describeShape(value)} where undefined was expected`];
}
