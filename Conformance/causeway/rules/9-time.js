"use strict";

// Section 9: deadlines, cancellation and progress.
conformance.add(
  own.rule("causeway-9.1", "The app's deadline ends a call, and cancels its handler.", async () => {
    const name = own.name();
    const detail = await own.expectCode("DEADLINE_EXCEEDED", { "after 200 ms": () => own.app.time.late(name) });
    await own.app.time.ended(name);
    return detail;
  }),
  own.rule("causeway-9.2", "The page's timeout rejects with a TimeoutError, and cancels the handler.", async () => {
    const name = own.name();
    const error = await own.failure("the call", () => own.app.time.wait(name, { timeout: 50 }));
    own.expect([error instanceof DOMException, error.name], [true, "TimeoutError"], "the error");
    await own.app.time.ended(name);
    return "cancelled";
  }),
  own.rule("causeway-9.3", "Aborting the signal rejects with its reason, and cancels the handler.", async () => {
    const name = own.name();
    const controller = new AbortController();
    const waiting = own.failure("the call", () => own.app.time.wait(name, { signal: controller.signal }));
    await own.app.ping();
    controller.abort("enough");
    own.expect(await waiting, "enough", "the reason");
    await own.app.time.ended(name);
    return "cancelled";
  }),
  own.rule("causeway-9.4", "A call whose signal is already aborted does not reach the app.", async () => {
    const runs = await own.app.types.runs();
    const controller = new AbortController();
    controller.abort("no");
    const { signal } = controller;
    own.expect(await own.failure("the call", () => own.app.types.echo(own.sample, { signal })), "no", "the reason");
    own.expect((await own.app.types.runs()) - runs, 0, "the number of times that the handler ran");
    return "not sent";
  }),
  own.rule("causeway-9.5", "Progress arrives in order, before the answer.", async () => {
    /** @type {number[]} */
    const reported = [];
    let answered = -1;
    const answer = own.app.time.report(200, { onProgress: (value) => void reported.push(value) })
      .then((count) => { answered = reported.length; return count; });
    own.expect(await answer, 200);
    own.expect(reported, Array.from({ length: 200 }, (_, index) => index + 1), "the progress");
    own.expect(answered, 200, "the number of reports before the answer");
    return "200 reports";
  }),
  own.rule("causeway-9.6", "Progress with a declared type arrives as values of this type.", async () => {
    /** @type {string[]} */
    const reported = [];
    await own.app.time.stages(3, { onProgress: ({ topic, number }) => void reported.push(`${topic} ${number}`) });
    own.expect(reported, ["stage 0", "stage 1", "stage 2"], "the progress");
    return "3 reports";
  }),
  own.rule("causeway-9.7", "A call without onProgress gets the same result.", async () => {
    own.expect(await own.app.time.report(5), 5);
    return "answered";
  }),
);
