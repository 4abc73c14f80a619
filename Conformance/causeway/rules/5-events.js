"use strict";

// Section 5: events.
conformance.add(
  own.rule("causeway-5.1", "Events of the page arrive once, in the order in which they were sent, before later calls.", async () => {
    const topic = own.name();
    const numbers = Array.from({ length: 1000 }, (_, number) => number);
    for (const number of numbers) own.app.events.note({ topic, number });
    own.expect(await own.app.events.notes(topic), numbers, "the numbers");
    return "1,000 events";
  }),
  own.rule("causeway-5.2", "Events of the app arrive once, in order, before the answer of a later call.", async () => {
    const topic = own.name();
    /** @type {number[]} */
    const numbers = [];
    const stop = own.app.on.tick((note) => { if (note.topic === topic) numbers.push(note.number); });
    await own.app.events.emit({ topic, count: 1000 });
    stop();
    own.expect(numbers, Array.from({ length: 1000 }, (_, number) => number), "the numbers");
    return "1,000 events";
  }),
  own.rule("causeway-5.3", "A listener that was removed gets no more events.", async () => {
    let count = 0;
    own.app.on.tick(() => { count += 1; })();
    await own.app.events.emit({ topic: own.name(), count: 3 });
    own.expect(count, 0, "the number of events");
    return "none";
  }),
  own.rule("causeway-5.4", "If a listener throws, the other listeners still get the event.", async () => {
    let count = 0;
    const stops = [
      own.app.on.tick(() => { throw new Error("a listener of the suite throws on purpose"); }),
      own.app.on.tick(() => { count += 1; }),
    ];
    await own.app.events.emit({ topic: own.name(), count: 3 });
    stops.forEach((stop) => stop());
    own.expect(count, 3, "the number of events");
    return "3 events";
  }),
  own.rule("causeway-5.5", "An event that the app does not know, or whose data is of another type, changes nothing.", async () => {
    const topic = own.name();
    own.bridge.send("missing", { topic });
    own.bridge.send("events.note", { topic, number: "1" });
    own.app.events.note({ topic, number: 1 });
    own.expect(await own.app.events.notes(topic), [1], "the numbers");
    return "1 event";
  }),
);
