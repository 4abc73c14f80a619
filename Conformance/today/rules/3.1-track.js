"use strict";

// Section 3.1: track. A page cannot see what the host forwards, only that the call does no harm and resolves undefined.
conformance.add(
  {
    number: "today-3.1.1",
    mark: "brief",
    rule: "track resolves undefined.",
    check: () =>
      today.expectQuiet({
        "no parameters": { type: "track", ename: "conformance" },
        "flat parameters": { type: "track", ename: "conformance", parameters: { text: "a", number: 1.5, flag: true } },
        "the base fields' names": { type: "track", ename: "conformance", parameters: { eid: "page", ts: 0, ctx: "page", uid: "page" } },
      }),
  },
  {
    number: "today-3.1.2",
    mark: "chosen",
    rule: "An event without a name is ignored; the reply is still undefined.",
    check: () =>
      today.expectQuiet({
        missing: { type: "track" }, empty: { type: "track", ename: "" }, null: { type: "track", ename: null },
        number: { type: "track", ename: 5 }, object: { type: "track", ename: { ename: "conformance" } },
      }),
  },
  {
    number: "today-3.1.3",
    mark: "public",
    rule: "Arrays, objects and null among the parameters do no harm.",
    check: () =>
      today.expectQuiet({
        array: { type: "track", ename: "conformance", parameters: { list: [1, [2, [3]]], kept: 1 } },
        object: { type: "track", ename: "conformance", parameters: { map: { deep: { deeper: null } }, kept: 1 } },
        null: { type: "track", ename: "conformance", parameters: { nothing: null, kept: 1 } },
        "numbers JSON has not": { type: "track", ename: "conformance", parameters: { a: NaN, b: Infinity, c: -0 } },
      }),
  },
  {
    number: "today-3.1.4",
    mark: "public",
    rule: "track never rejects, not even when its parameters are no map.",
    check: () =>
      today.expectQuiet({
        string: { type: "track", ename: "conformance", parameters: "text" },
        number: { type: "track", ename: "conformance", parameters: 3 },
        array: { type: "track", ename: "conformance", parameters: ["a", 1] },
        null: { type: "track", ename: "conformance", parameters: null },
        "very deep": { type: "track", ename: "conformance", parameters: { deep: hostile.nested(400) } },
        "very long": { type: "track", ename: "conformance", parameters: { long: "é".repeat(200_000) } },
      }),
  },
  {
    number: "today-3.1.5",
    mark: "chosen",
    rule: "Text that looks like code stays text: quotes, backslashes, line separators, tags and template marks.",
    async check() {
      const { texts } = hostile;
      await today.expectQuiet(
        Object.fromEntries(
          texts.flatMap((text, place) => [
            [`text ${place} as name and parameter`, { type: "track", ename: text, parameters: { [text]: text } }],
            [`text ${place} as type`, { type: text, id: text }],
          ]),
        ),
      );
      hostile.expectNothingRan();
      await today.expectQuiet({ "the message after": { type: "track", ename: "conformance" } });
      return `${texts.length} texts, none ran, and the channel still answers`;
    },
  },
  {
    number: "today-3.1.6",
    mark: "chosen",
    rule: "Keys such as __proto__ and constructor do no harm.",
    async check() {
      const text = '{"type":"track","ename":"conformance","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},'
        + '"parameters":{"__proto__":{"polluted":1},"constructor":"a","toString":"b","then":"c"}}';
      await today.expectQuiet({ "keys of every object": JSON.parse(text) });
      hostile.expectNothingPolluted();
      return "answered undefined, and Object.prototype is as it was";
    },
  },
);
