"use strict";

// Section 11: calls with a key.
conformance.add(
  own.rule("causeway-11.1", "Calls with the same key and content run once, and have the same outcome.", async () => {
    const [key, topic] = [own.name(), own.name()];
    const receipts = await Promise.all([1, 2, 3].map(() => own.app.keys.pay({ topic, amount: 1 }, { key })));
    own.expect(receipts, [{ payments: 1 }, { payments: 1 }, { payments: 1 }], "the receipts");
    return "1 payment";
  }),
  own.rule("causeway-11.2", "Another call with the same key is refused with KEY_REUSED.", async () => {
    const [key, topic] = [own.name(), own.name()];
    await own.app.keys.pay({ topic, amount: 1 }, { key });
    return own.expectCode("KEY_REUSED", {
      "other parameters": () => own.app.keys.pay({ topic, amount: 2 }, { key }),
      "another function": () => own.app.keys.payLater({ topic, amount: 1 }, { key }),
    });
  }),
  own.rule("causeway-11.3", "resume returns the outcome of a call, even if the call failed.", async () => {
    const [key, failing, topic] = [own.name(), own.name(), own.name()];
    await own.app.keys.pay({ topic, amount: 1 }, { key });
    await own.failure("a payment of -1", () => own.app.keys.pay({ topic, amount: -1 }, { key: failing }));
    own.expect(await own.bridge.resume(key), { payments: 1 }, "the outcome");
    const error = await own.failure("the failed call", () => own.bridge.resume(failing));
    own.expect([error instanceof own.app.errors.Declined, error.details], [true, { attemptsLeft: 2 }], "the error");
    return "a receipt, an error";
  }),
  own.rule("causeway-11.4", "resume of a key that no call has used is refused with UNKNOWN_KEY.", () =>
    own.expectCode("UNKNOWN_KEY", { "a new key": () => own.bridge.resume(own.name()) })),
  own.rule("causeway-11.5", "If a page goes away, its call with a key continues, and another page gets " +
    "the outcome.", async () => {
    const [key, topic] = [own.name(), own.name()];
    const frame = Object.assign(document.createElement("iframe"), { className: "probe", title: "A page that goes away" });
    await new Promise((resolve) => {
      frame.onload = resolve;
      frame.src = "frame.html#nothing";
      document.body.append(frame);
    });
    const { causeway: other } = /** @type {Window} */ (frame.contentWindow);
    if (!other) throw new Error("the frame has no bridge");
    // Ignore the error, because the call fails when the frame is removed.
    void other.call("keys.payLater", { topic, amount: 1 }, { key }).catch(() => undefined);
    await other.call("policy.sameOrigin"); // messages arrive in order, so the earlier call has arrived
    frame.remove();
    const resumed = own.bridge.resume(key);
    own.app.events.note({ topic, number: 0 });
    own.expect(await resumed, { payments: 1 }, "the outcome");
    return "1 payment";
  }),
  own.rule("causeway-11.6", "Only functions with a JSON result take a key, and a key has 1 to 256 bytes.", () =>
    own.expectCode("KEY_REFUSED", {
      "a function with bytes": () => own.bridge.call("bytes.load", 1, { key: own.name() }),
      "an empty key": () => own.bridge.call("keys.pay", { topic: "", amount: 1 }, { key: "" }),
      "257 bytes": () => own.bridge.call("keys.pay", { topic: "", amount: 1 }, { key: "k".repeat(257) }),
    })),
);
