"use strict";

// Section 7: streams of the page.
conformance.add(
  own.rule("causeway-7.1", "The values of an array, an iterable and an async generator all arrive once, in order.", async () => {
    async function* generated() { for (let number = 1; number <= 100; number += 1) yield number; }
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    const sums = await Promise.all([
      own.app.uploads.sum(undefined, numbers), own.app.uploads.sum(undefined, new Set(numbers)),
      own.app.uploads.sum(undefined, generated()), own.app.uploads.sum(undefined, []),
    ]);
    own.expect(sums, [5050, 5050, 5050, 0], "the sums");
    return "4 sources";
  }),
  own.rule("causeway-7.2", "Bytes of every kind of source arrive in order.", async () => {
    const count = 2_500_000;
    const bytes = own.pattern(count);
    const readable = new ReadableStream({
      start(controller) {
        for (let start = 0; start < count; start += 400_000) controller.enqueue(bytes.slice(start, start + 400_000));
        controller.close();
      },
    });
    const sources = { buffer: bytes.buffer, view: bytes.subarray(0), blob: new Blob([bytes]), readable };
    const found = await Promise.all(Object.values(sources).map((source) => own.app.uploads.measure(undefined, source)));
    own.expect(found.map(({ count, isPattern }) => [count, isPattern]), found.map(() => [count, true]), "the measures");
    return Object.keys(sources).join(", ");
  }),
  own.rule("causeway-7.3", "If the app does not read, the page stops reading its source.", async () => {
    const topic = own.name();
    let made = 0;
    async function* source() { for (; made < 20_000; made += 1) yield "x".repeat(1000); }
    const result = own.app.uploads.slow(topic, source());
    let before = -1;
    while (before !== made) {
      before = made;
      await own.app.ping();
      await own.app.ping();
    }
    if (made > 10_000) throw new Error(`${made} values of 1,000 characters were taken by an app that has read none`);
    own.app.events.note({ topic, number: 0 });
    own.expect(await result, 20_000, "the number of values");
    return `${before} values of 1,000 characters ahead`;
  }),
  own.rule("causeway-7.4", "A handler that ends early closes the source, and its result arrives.", async () => {
    let isClosed = false;
    async function* source() { try { for (;;) yield 1; } finally { isClosed = true; } }
    own.expect(await own.app.uploads.first(3, source()), 3, "the number of values");
    // The runtime closes the source in a later task, so this loop waits until the source is closed.
    for (let turn = 0; turn < 100 && !isClosed; turn += 1) await own.app.ping();
    own.expect(isClosed, true, "whether the generator's finally ran");
    return "closed";
  }),
  own.rule("causeway-7.5", "If the source throws, the upload rejects with the source's error.", async () => {
    const reason = new Error("the source fails");
    async function* source() { yield 1; throw reason; }
    const error = await own.failure("the upload", () => own.app.uploads.sum(undefined, source()));
    if (error !== reason) throw new Error(describeError(error));
    return "the same error";
  }),
  own.rule("causeway-7.6", "Aborting the signal rejects with its reason, and closes the source.", async () => {
    const controller = new AbortController();
    let isClosed = false;
    async function* source() { try { for (;;) { yield 1; await own.app.ping(); } } finally { isClosed = true; } }
    const sending = own.failure("the upload", () => own.app.uploads.sum(undefined, source(), { signal: controller.signal }));
    await own.app.ping();
    const reason = new Error("enough");
    controller.abort(reason);
    if ((await sending) !== reason) throw new Error("it rejected with another reason");
    for (let turn = 0; turn < 100 && !isClosed; turn += 1) await own.app.ping();
    own.expect(isClosed, true, "whether the generator's finally ran");
    return "closed";
  }),
);
