"use strict";

// Section 2: calls.
conformance.add(
  own.rule("causeway-2.1", "Values of every kind come back unchanged.", async () => {
    const values = [
      null, true, false, 0, -1, 0.1, 1e300, 5e-324, 2 ** 53 - 1, "", "é😀\u2028", [], [[null]], {}, { a: { b: [1] } },
      { "": 1, "a.b": 2 },
    ];
    const answers = await Promise.all(values.map((value) => own.app.echo(value)));
    own.expect(answers, values, "the answers");
    return `${values.length} values`;
  }),
  own.rule("causeway-2.2", "A function without a result resolves undefined.", async () => {
    const answer = await own.app.ping();
    if (answer !== undefined) throw new Error(describeShape(answer));
    return "undefined";
  }),
  own.rule("causeway-2.3", "Text that looks like code comes back unchanged, and does not run.", async () => {
    // JSON cannot express a lone surrogate in every encoding, so the host may replace the surrogate.
    const texts = hostile.texts.filter((text) => text !== "\ud800");
    const answers = await Promise.all(texts.map((text) => own.app.echo({ [text]: text })));
    own.expect(answers, texts.map((text) => ({ [text]: text })), "the answers");
    await own.app.echo("\ud800");
    hostile.expectNothingRan();
    return `${texts.length} texts`;
  }),
  own.rule("causeway-2.4", "A long text with characters that JSON escapes comes back unchanged.", async () => {
    const text = '0123456789"\\\n\u0001é😀'.repeat(1 << 16);
    if ((await own.app.echo(text)) !== text) throw new Error("the text was changed");
    return `${text.length} characters`;
  }),
  own.rule("causeway-2.5", "A thousand calls in one task are each answered with their own result.", async () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => index);
    own.expect(await Promise.all(numbers.map((number) => own.app.echo(number))), numbers, "the answers");
    return "1,000 calls";
  }),
  own.rule("causeway-2.6", "A call that waits does not delay other calls.", async () => {
    const controller = new AbortController();
    const waiting = own.failure("the waiting call", () => own.app.time.wait(own.name(), { signal: controller.signal }));
    own.expect(await own.app.echo(1), 1);
    controller.abort();
    await waiting;
    return "answered";
  }),
  own.rule("causeway-2.7", "A name that the app does not serve is refused with UNKNOWN_CAPABILITY.", () =>
    own.expectCode("UNKNOWN_CAPABILITY", {
      "a call": () => own.bridge.call("missing"),
      "a stream": () => own.bridge.stream("missing").next(),
      "an upload": () => own.bridge.upload("missing", null, [1]),
      "a name of objects": () => own.bridge.call("toString"),
      "a name of the page": () => own.bridge.call("double", 1),
    })),
  own.rule("causeway-2.8", "A function cannot be called in another form, such as a stream as a call.", async () => {
    const errors = await Promise.all([
      own.failure("a stream as a call", () => own.bridge.call("streams.count", { name: "", count: 1 })),
      own.failure("a call as a stream", () => own.bridge.stream("echo", 1).next()),
      own.failure("a call as an upload", () => own.bridge.upload("echo", 1, [1])),
    ]);
    return errors.map(({ code }) => code).join(", ");
  }),
  own.rule("causeway-2.9", "A call with a value that has no JSON form rejects, and later calls work.", async () => {
    await own.failure("a cycle", () => own.bridge.call("echo", hostile.cyclic()));
    await own.failure("a BigInt", () => own.bridge.call("echo", 1n));
    own.expect(await own.app.echo(2), 2);
    return "two errors";
  }),
  own.rule("causeway-2.10", "A value that is too deep is refused, and later calls work.", async () => {
    const detail = await own.expectCode("MALFORMED", { "600 levels": () => own.bridge.call("echo", hostile.nested(600)) });
    own.expect(await own.app.echo(3), 3);
    return detail;
  }),
  own.rule("causeway-2.11", "Keys such as __proto__ come back as ordinary members, and change nothing.", async () => {
    const value = JSON.parse('{ "__proto__": { "polluted": 1 }, "constructor": { "prototype": { "polluted": 1 } } }');
    own.expect(await own.app.echo(value), value);
    hostile.expectNothingPolluted();
    return "unchanged";
  }),
  own.rule("causeway-2.12", "A toJSON on Object.prototype does not change the request of a call.", async () => {
    const prototype = /** @type {any} */ (Object.prototype);
    prototype.toJSON = function () { return this === own.sample ? {} : { name: "fail.plain" }; };
    try {
      const answer = own.app.ping();
      delete prototype.toJSON;
      await answer;
    } finally {
      delete prototype.toJSON;
    }
    return "the call was made";
  }),
);
