"use strict";

/**
 * Returns the values that `streams.count` sends: `"0"`, `"1"` and so on.
 * @param {number} count
 */
const causewayCount = (count) => Array.from({ length: count }, (_, number) => String(number));

// Section 6: streams of the app.
conformance.add(
  own.rule("causeway-6.1", "All values arrive once, in order, and then the stream ends.", async () => {
    const counts = [0, 1, 10_000];
    for (const count of counts) {
      own.expect(await own.read(own.app.streams.count({ name: own.name(), count })), causewayCount(count), "the values");
    }
    return "0, 1 and 10,000 values";
  }),
  own.rule("causeway-6.2", "The call is sent when the page requests the first value.", async () => {
    const name = own.name();
    const stream = own.app.streams.count({ name, count: 5 });
    own.expect(await own.app.streams.sent(name), 0, "the number of values before");
    own.expect((await own.read(stream)).length, 5, "the number of values");
    return "sent later";
  }),
  own.rule("causeway-6.3", "If the page does not read, the app stops sending.", async () => {
    const name = own.name();
    const stream = own.app.streams.count({ name, count: 1_000_000, length: 1000 });
    await stream.next();
    let [before, sent] = [-1, 0];
    // The app sends values in advance until its credit is used up. Each call below gives the app time to send more.
    while (before !== sent) [before, sent] = [sent, await own.app.streams.sent(name)];
    await stream.return?.();
    if (sent > 10_000) throw new Error(`the app has sent ${sent} values of 1,000 characters to a page that read one`);
    return `${sent} values of 1,000 characters ahead`;
  }),
  own.rule("causeway-6.4", "If the page leaves the loop that reads the stream, the handler is cancelled.", async () => {
    const name = own.name();
    own.expect(await own.read(own.app.streams.count({ name, count: 1_000_000, length: 1000 }), 3).then(({ length }) => length), 3);
    await own.app.time.ended(name);
    return "cancelled";
  }),
  own.rule("causeway-6.5", "Aborting the signal ends the stream with the signal's reason, and cancels the handler.", async () => {
    const name = own.name();
    const controller = new AbortController();
    const stream = own.app.streams.count({ name, count: 1_000_000, length: 1000 }, { signal: controller.signal });
    await stream.next();
    const reason = new Error("enough");
    controller.abort(reason);
    const error = await own.failure("the next value", () => stream.next());
    if (error !== reason) throw new Error(describeError(error));
    own.expect((await stream.next()).done, true, "done after the error");
    await own.app.time.ended(name);
    return "cancelled";
  }),
  own.rule("causeway-6.6", "An error of the handler arrives once, after all earlier values.", async () => {
    const stream = own.app.streams.fail(3);
    const values = [];
    for (let next = await stream.next(); values.push(next.value) < 3; next = await stream.next());
    const error = await own.failure("the fourth value", () => stream.next());
    if (!(error instanceof own.app.errors.Declined)) throw new Error(describeError(error));
    own.expect([values, error.details.attemptsLeft, (await stream.next()).done], [[0, 1, 2], 3, true], "the outcome");
    return "3 values, then Declined";
  }),
  own.rule("causeway-6.7", "If many streams are open at the same time, each gets its own values.", async () => {
    const all = await Promise.all(Array.from({ length: 50 }, (_, index) =>
      own.read(own.app.streams.count({ name: own.name(), count: index * 20 }))));
    failOn(all.flatMap((values, index) => {
      return JSON.stringify(values) === JSON.stringify(causewayCount(index * 20)) ? [] : [`stream ${index} has other values`];
    }));
    return "50 streams";
  }),
  own.rule("causeway-6.8", "A stream that is not read delays neither other streams nor calls.", async () => {
    const blocked = own.app.streams.count({ name: own.name(), count: 1_000_000, length: 1000 });
    await blocked.next();
    own.expect((await own.read(own.app.streams.count({ name: own.name(), count: 2000 }))).length, 2000, "the number of values");
    own.expect(await own.app.echo(1), 1);
    await blocked.return?.();
    return "2,000 values beside it";
  }),
  own.rule("causeway-6.9", "The page's timeout ends the stream with a TimeoutError, and cancels the handler.", async () => {
    const name = own.name();
    const stream = own.app.streams.count({ name, count: 1_000_000, length: 1000 }, { timeout: 50 });
    const error = await own.failure("the loop", async () => { for await (const _ of stream); });
    own.expect([error instanceof DOMException, error.name], [true, "TimeoutError"], "the error");
    await own.app.time.ended(name);
    return "cancelled";
  }),
  own.rule("causeway-6.10", "Bytes arrive as buffers of at most 1 MiB, in order.", async () => {
    const buffers = await own.read(own.app.streams.bytes(3_000_001));
    let start = 0;
    for (const buffer of buffers) {
      if (buffer.byteLength > 1 << 20) throw new Error(`a piece has ${buffer.byteLength} bytes`);
      own.expectPattern(buffer, buffer.byteLength, start);
      start += buffer.byteLength;
    }
    own.expect(start, 3_000_001, "the number of bytes");
    return `${buffers.length} pieces`;
  }),
);
