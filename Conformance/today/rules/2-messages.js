"use strict";

// Section 2: message shapes. Section 3.0: `type` alone selects the capability.
conformance.add(
  {
    number: "today-2.1",
    mark: "contract",
    rule: "The host dispatches on `type` alone, regardless of other fields.",
    async check() {
      const lures = { name: "refreshToken", action: "refreshToken", method: "refreshToken", capability: "refreshToken" };
      failOn(today.headersFaults(await today.trustedAnswer({ ...lures, type: "headers" })));
      await today.expectQuiet({
        "misleading fields beside track": { ...lures, type: "track", ename: "conformance" },
        "misleading fields without a type": lures,
        "`Type` and `TYPE`": { Type: "headers", TYPE: "headers" },
        "a message inside a message": { message: { type: "headers" }, data: { type: "headers" }, detail: { type: "headers" } },
      });
      return "fields that look like another request changed nothing";
    },
  },
  {
    number: "today-2.2",
    mark: "contract",
    rule: "Unknown fields are ignored.",
    async check() {
      const extras = { id: "page", result: 1, error: "page", version: 9, refresh: [], nested: { list: [null, 1.5] } };
      const plain = await today.trustedAnswer({ type: "headers" });
      const padded = await today.trustedAnswer({ ...extras, type: "headers" });
      failOn(today.headersFaults(padded));
      const names = (/** @type {any} */ value) => Object.keys(value).sort().join();
      if (names(plain) !== names(padded)) throw new Error("the headers differ if the message has unknown fields");
      await today.expectQuiet({ track: { ...extras, type: "track", ename: "conformance" } });
      failOn(today.sessionFaults(await today.trustedAnswer({ type: "establishSession", ...extras, refresh: false })));
      return "the answers to headers, track and establishSession are the same as without them";
    },
  },
  {
    number: "today-2.3",
    mark: "contract",
    rule: "A reply is the bare result, without a { data } wrapper.",
    async check() {
      const session = await today.trustedAnswer({ type: "establishSession" });
      failOn(today.sessionFaults(session));
      const headers = await today.trustedAnswer({ type: "headers" });
      failOn(today.headersFaults(headers));
      for (const value of [session, headers]) {
        for (const wrapper of ["data", "result", "payload", "value"]) {
          if (typeof value[wrapper] === "object") throw new Error(`wrapped in { ${wrapper} }`);
        }
      }
      await today.expectQuiet({ track: { type: "track", ename: "conformance" } });
      return "objects for headers and establishSession, undefined for track";
    },
  },
  {
    number: "today-3.0.1",
    mark: "contract",
    rule: "An unknown type resolves undefined and does not reject.",
    check: () =>
      today.expectQuiet({
        "an unknown type": { type: "conformanceUnknown" },
        "an empty type": { type: "" },
        "another letter case": { type: "Headers" },
        "a space at the end": { type: "headers " },
        "a NUL at the end": { type: "headers\0" },
        "a path": { type: "headers/refreshToken" },
      }),
  },
  {
    number: "today-3.0.2",
    mark: "contract",
    rule: "Names that every object inherits are also unknown types.",
    check: () =>
      today.expectQuiet(
        Object.fromEntries(
          ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "then"].map((type) => [`type ${type}`, { type }]),
        ),
      ),
  },
  {
    number: "today-3.0.3",
    mark: "contract",
    rule: "A message without a type resolves undefined.",
    check: () =>
      today.expectQuiet({
        "an empty object": {},
        "other fields only": { ename: "conformance", refresh: true },
        "type undefined": { type: undefined },
        "a type in __proto__ only": JSON.parse('{ "__proto__": { "type": "headers" } }'),
      }),
  },
  {
    number: "today-3.0.4",
    mark: "contract",
    rule: "A message whose type is not a string resolves undefined.",
    check: () =>
      today.expectQuiet({
        null: { type: null }, zero: { type: 0 }, number: { type: 7.5 }, boolean: { type: true },
        array: { type: ["headers"] }, object: { type: { type: "headers" } },
      }),
  },
  {
    number: "today-3.0.5",
    mark: "published",
    rule: "A body that is not an object resolves undefined.",
    check: () =>
      today.expectQuiet({
        string: "headers", "JSON in a string": '{"type":"headers"}', "empty string": "", number: 42, zero: 0,
        boolean: true, null: null, undefined: undefined, "empty array": [], array: [{ type: "headers" }, "type", "headers"],
      }),
  },
  {
    number: "today-3.0.6",
    mark: "published",
    rule: "A body that cannot be sent is refused by the channel itself or answered with undefined; it never stays " +
      "unanswered.",
    async check() {
      const cyclic = /** @type {any} */ ({ type: "track", ename: "conformance" });
      cyclic.parameters = cyclic;
      const getter = { get type() { throw new RangeError("conformance"); } };
      /** @type {{ [label: string]: any }} */
      const bodies = {
        function: () => "headers", symbol: Symbol("headers"), "big integer": 1n, cyclic, "a getter that throws": getter,
        "a method among the fields": { type: "track", ename: "conformance", run() {} },
        "a JSON form of its own": { type: "track", ename: "conformance", toJSON: () => ({}) },
      };
      const labels = Object.keys(bodies);
      const outcomes = await today.askAll(Object.values(bodies));
      const refusals = ["DataCloneError", "TypeError", "RangeError"];
      /** @type {string[]} */
      const faults = [];
      /** @type {string[]} */
      const refused = [];
      outcomes.forEach((outcome, place) => {
        if (outcome.kind === "resolved" && outcome.value === undefined) return;
        const isRefusal = ["rejected", "threw"].includes(outcome.kind) && refusals.includes(outcome.value?.name);
        (isRefusal ? refused : faults).push(isRefusal ? labels[place] : `${labels[place]}: ${describeOutcome(outcome)}`);
      });
      failOn(faults);
      return refused.length > 0 ? `refused by the channel: ${refused.join(", ")}` : "all answered undefined";
    },
  },
);
