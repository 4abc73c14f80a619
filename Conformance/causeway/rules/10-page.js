"use strict";

// Section 10: calls of the app.
conformance.add(
  own.rule("causeway-10.1", "The app gets the value of a handler, and of the promise that a handler returns.", async () => {
    own.app.handle({ double: (number) => number * 2 });
    const first = await own.app.page.double(21);
    own.app.handle({ double: async (number) => (await Promise.resolve(number)) * 2 });
    own.expect([first, await own.app.page.double(4)], [{ number: { value: 42 } }, { number: { value: 8 } }], "the answers");
    return "42, 8";
  }),
  own.rule("causeway-10.2", "If the handler throws or rejects, the app gets the error as text.", async () => {
    own.app.handle({ double: () => { throw new RangeError("too large"); } });
    const first = /** @type {any} */ (await own.app.page.double(1));
    own.app.handle({ double: async () => { throw new RangeError("too late"); } });
    const second = /** @type {any} */ (await own.app.page.double(1));
    const texts = [first.rejected?.text, second.rejected?.text];
    if (!texts[0]?.includes("too large") || !texts[1]?.includes("too late")) throw new Error(JSON.stringify(texts));
    return texts.join("; ");
  }),
  own.rule("causeway-10.3", "The app's deadline ends its call, and aborts the handler's signal.", async () => {
    /** @type {AbortSignal | undefined} */
    let signal;
    own.app.handle({ hang: (_, context) => { signal = context.signal; return new Promise(() => {}); } });
    own.expect(Object.keys(await own.app.page.hang(own.name())), ["late"], "the outcome");
    for (let turn = 0; turn < 100 && !signal?.aborted; turn += 1) await own.app.ping();
    own.expect(signal?.aborted, true, "whether the signal is aborted");
    return "aborted";
  }),
  own.rule("causeway-10.4", "The app reads the values of a generator, and closes it when it has read enough.", async () => {
    let [made, isClosed] = [0, false];
    own.app.handle({ async *count() { try { for (;;) yield made++; } finally { isClosed = true; } } });
    own.expect(await own.app.page.count({ name: "", count: 100 }), Array.from({ length: 100 }, (_, index) => index), "the values");
    for (let turn = 0; turn < 100 && !isClosed; turn += 1) await own.app.ping();
    own.expect(isClosed, true, "whether the generator's finally ran");
    return `100 values read, ${made} made`;
  }),
  own.rule("causeway-10.5", "The app gets the handler's progress in order.", async () => {
    own.app.handle({ report: (count, { report }) => { for (let done = 1; done <= count; done += 1) report(done / count); } });
    own.expect(await own.app.page.report(4), [0.25, 0.5, 0.75, 1], "the progress");
    return "4 reports";
  }),
  own.rule("causeway-10.6", "A handler that reports progress of another type than the declared one gets a TypeError.", async () => {
    /** @type {any} */
    let mistake;
    own.app.handle({
      stages(count, { report }) {
        for (let number = 0; number < count; number += 1) report({ topic: "stage", number });
        try { report(/** @type {any} */ ({ topic: "stage" })); } catch (error) { mistake = error; }
      },
    });
    own.expect(await own.app.page.stages(3), [0, 1, 2], "the progress in the app");
    own.expect([mistake instanceof TypeError, mistake?.path], [true, "number"], "the mistake");
    return "3 reports";
  }),
);
