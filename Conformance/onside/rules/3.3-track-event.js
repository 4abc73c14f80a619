"use strict";

// Section 3.3: trackEvent. A page cannot see what the app does with an event.
conformance.add(
  {
    number: "onside-3.3.1",
    mark: "contract",
    rule: "`trackEvent` with names, keys and values beyond the limits does no harm, and nothing reaches the page.",
    async check() {
      onsideCustomer.trusted();
      const before = onsideBridge.heard.length;
      const many = Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`key${place}`, place]));
      const names = ["", "1a", "a-b", "onside_a", "$$a", "é", "a".repeat(41), "a".repeat(100_000), 7, null];
      const values = [null, NaN, Infinity, {}, [[1]], [], [{}], [null, 1], "x".repeat(5_000), hostile.nested(400)];
      const events = [
        ...names.map((name) => ({ name })),
        ...[null, [], "text", 7, many, { "onside_a": 1, "$$": 1, "a b": 1, ["k".repeat(90)]: 1 }].map((parameters) => ({
          name: "conformance", parameters,
        })),
        ...values.map((value) => ({ name: "conformance", parameters: { value, kept: 1 } })),
        JSON.parse('{ "name": "a", "parameters": { "__proto__": { "polluted": 1 }, "constructor": 1, "then": 2 } }'),
      ];
      for (const event of events) onsideBridge.api.trackEvent(event);
      await onsideBridge.settle();
      hostile.expectNothingPolluted();
      if (onsideBridge.heard.length > before) throw new Error("a callback was called");
      return `${events.length} events`;
    },
  },
  {
    number: "onside-3.3.2",
    mark: "contract",
    rule: "An event may have a predefined name: `trackEvent` returns undefined, and nothing reaches the page.",
    async check() {
      onsideCustomer.trusted();
      const before = onsideBridge.heard.length;
      const names = ["purchaseCompleted", "subscriptionStarted"];
      for (const name of names) {
        const returned = onsideBridge.api.trackEvent({ name, parameters: { product: "conformance" } });
        if (returned !== undefined) throw new Error(`${name} returned ${describeShape(returned)}`);
      }
      await onsideBridge.settle();
      if (onsideBridge.heard.length > before) throw new Error("a callback was called");
      return names.join(", ");
    },
  },
);
