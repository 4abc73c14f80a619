"use strict";

// Section 8: bytes beside messages.
conformance.add(
  own.rule("causeway-8.1", "A function can return bytes, from none to several mebibytes.", async () => {
    const counts = [0, 1, 1000, 5_000_001];
    const buffers = await Promise.all(counts.map((count) => own.app.bytes.load(count)));
    buffers.forEach((buffer, index) => own.expectPattern(buffer, counts[index]));
    return counts.join(", ");
  }),
  own.rule("causeway-8.2", "A call takes a buffer, a view of a buffer, or a Blob.", async () => {
    const bytes = own.pattern(300_000);
    const sources = { buffer: bytes.buffer, view: bytes.subarray(0, 251), "DataView": new DataView(bytes.buffer), blob: new Blob([bytes]) };
    const found = await Promise.all(Object.values(sources).map((bytes) => own.app.bytes.echo(undefined, { bytes })));
    own.expect(found.map(({ byteLength }) => byteLength), [300_000, 251, 300_000, 300_000], "the sizes");
    found.forEach((buffer) => own.expectPattern(buffer, buffer.byteLength));
    return Object.keys(sources).join(", ");
  }),
  own.rule("causeway-8.3", "A call with bytes does not delay other calls.", async () => {
    const sending = own.app.bytes.echo(undefined, { bytes: own.pattern(5_000_000) });
    own.expect(await own.app.echo(1), 1);
    own.expectPattern(await sending, 5_000_000);
    return "5,000,000 bytes";
  }),
);
