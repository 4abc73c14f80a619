"use strict";

// Section 5: statuses and errors.
conformance.add(
  {
    number: "gbg-5.1",
    mark: "causeway",
    rule: "A capture that the user cancels is answered with the status cancelled, the code CANCELLED and the reason.",
    async check() {
      const slots = gbgAnswers.slotsThat("cancel");
      const reason = conformance.option("reason");
      for (const slot of slots) {
        const request = slot.request();
        const { message } = gbgAnswers.refusalOf(await gbg.answer(request), request, "cancelled", "CANCELLED");
        if (reason !== undefined && message !== reason) throw new Error(`the message is "${message}"`);
      }
      return slots.map(({ name }) => name).join(", ");
    },
  },
  {
    number: "gbg-5.2",
    mark: "causeway",
    rule: "A capture that fails is answered with the status error and the code that the app gives.",
    async check() {
      const slots = gbgAnswers.slotsThat("error");
      const code = conformance.option("code");
      let found = "";
      for (const slot of slots) {
        const request = slot.request();
        found = gbgAnswers.refusalOf(await gbg.answer(request), request, "error", code).code;
      }
      return found;
    },
  },
  {
    number: "gbg-5.3",
    mark: "published",
    rule: "Every error so far has the value of `recoverable` that the public list gives for its code.",
    async check() {
      const [broken] = Object.values(gbgBroken.requests());
      await gbg.answers([gbg.request("capability.query", undefined, { version: "2.0" }), broken]);
      const errors = [...gbg.exchanges.values()].flatMap(({ finals }) => {
        return finals.flatMap((message) => message?.payload?.error ?? []);
      });
      failOn(errors.flatMap((error) => gbgAnswers.errorFaults(error)));
      return [...new Set(errors.map(({ code }) => code))].sort().join(", ");
    },
  },
  {
    number: "gbg-5.4",
    mark: "causeway",
    rule:
      "A success has no error, and has data if it answers capability.query or a capture; every other final response " +
      "has an error and no data.",
    check() {
      const finals = [...gbg.exchanges.values()].flatMap((exchange) => exchange.finals);
      failOn(finals.flatMap(({ payload }) => {
        const { action, status, data, error } = payload ?? {};
        const isRight = status === "success"
          ? gbgAnswers.isToldBy(action, data) && error === undefined : data === undefined && isPlainObject(error);
        return isRight ? [] : [`${status}, with ${describeShape(data)} for data and ${describeShape(error)} for error`];
      }));
      return `${finals.length} responses so far`;
    },
  },
  {
    number: "gbg-5.5",
    mark: "causeway",
    rule: "An error's message is for people: it shows no stack trace and no memory address.",
    check() {
      const texts = [...gbg.exchanges.values()].flatMap(({ finals }) => {
        return finals.flatMap((message) => message?.payload?.error?.message ?? []);
      });
      const odd = texts.find((text) => /\n\s+at |0x[0-9a-f]{6}|^\[object|^undefined$|^null$/.test(text));
      if (odd !== undefined) throw new Error(`the message is "${odd.slice(0, 80)}"`);
      return `${texts.length} messages so far`;
    },
  },
);
