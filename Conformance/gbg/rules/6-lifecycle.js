"use strict";

// Section 6: lifecycle and order.
conformance.add(
  {
    number: "gbg-6.1",
    mark: "causeway",
    rule: "Responses may come in any order: each of many requests gets its own response.",
    async check() {
      const custom = conformance.option("custom");
      /** @type {[() => any, string][]} */
      const kinds = [
        [() => gbg.request("capability.query"), "success"],
        [() => gbg.request("capability.query", undefined, { version: "2.0" }), "VERSION_MISMATCH"],
        [() => gbg.request("capability.query", undefined, { payload: {} }), "INVALID_REQUEST"],
        ...(custom ? [/** @type {[() => any, string]} */ ([() => gbg.request(custom), "success"])] : []),
      ];
      const asked = Array.from({ length: 200 }, (_, place) => kinds[(place * 7) % kinds.length]);
      const answers = await gbg.answers(asked.map(([make]) => make()));
      failOn(answers.flatMap(({ payload }, place) => {
        const found = payload?.error?.code ?? payload?.status;
        return found === asked[place][1] ? [] : [`${found} where ${asked[place][1]} was expected`];
      }));
      return `${asked.length} at once`;
    },
  },
  {
    number: "gbg-6.2",
    mark: "causeway",
    rule: "A request with the id of an open request is dropped: one final response answers both.",
    async check() {
      const slots = gbgAnswers.working();
      for (const slot of slots) {
        const request = slot.request();
        const [exchange] = await gbg.askAll([request, request, { ...gbg.request("capability.query"), correlationId: request.correlationId }]);
        await gbg.settle();
        if (exchange.finals.length !== 1) throw new Error(`${exchange.finals.length} final responses`);
        const [answer] = exchange.finals;
        if (answer.payload?.error?.code === "BUSY") throw new Error("the first request was answered BUSY");
        failOn(gbgAnswers.envelopeFaults(answer, request));
      }
      return "sent three times, answered once";
    },
  },
  {
    number: "gbg-6.3",
    mark: "causeway",
    rule: "A `receive` that throws loses only its own message.",
    async check() {
      const bridge = /** @type {any} */ (window.GBGBridge);
      const requests = Array.from({ length: 6 }, () => gbg.request("capability.query"));
      let thrown = 0;
      bridge.receive = function (/** @type {any} */ message) {
        gbg.receive.call(bridge, message);
        thrown += 1;
        throw thrown % 2 ? new Error("conformance: thrown in receive, on purpose") : undefined;
      };
      try {
        await gbg.answers(requests);
      } finally {
        gbg.listen();
      }
      await gbg.settle();
      return `thrown ${thrown} times, ${requests.length} answers`;
    },
  },
  {
    number: "gbg-6.4",
    mark: "causeway",
    rule: "The page may send a request inside `receive`, and change the message that it received.",
    async check() {
      const bridge = /** @type {any} */ (window.GBGBridge);
      const [first, second] = [gbg.request("capability.query"), gbg.request("capability.query")];
      bridge.receive = function (/** @type {any} */ message) {
        gbg.receive.call(bridge, message);
        if (message?.correlationId === first.correlationId) {
          gbg.post(second);
          for (const name of Object.keys(message)) delete message[name];
          Object.freeze(message);
        }
      };
      const inner = gbg.exchangeFor(second.correlationId);
      try {
        await gbg.answer(first);
        await gbg.settle();
      } finally {
        gbg.listen();
      }
      if (inner.finals.length !== 1) throw new Error(`the inner request got ${inner.finals.length} answers`);
      gbgAnswers.successOf(inner.finals[0], second);
      // This rule emptied the first answer on purpose. Remove the answer, because later rules would report a fault.
      gbg.exchangeFor(first.correlationId).finals.length = 0;
      return "both were answered";
    },
  },
  {
    number: "gbg-6.5",
    mark: "contract",
    rule: "A response with the status acknowledged, if there is one, comes before the final response.",
    check() {
      const orders = [...gbg.exchanges.values()].filter(({ acknowledged }) => acknowledged.length > 0);
      if (orders.length === 0) return conformance.skip("this host has sent no response with the status acknowledged");
      failOn(orders.flatMap(({ acknowledged, finals }) => {
        const place = (/** @type {any} */ message) => gbg.calls.findIndex((call) => call.message === message);
        const isEarly = finals.every((final) => acknowledged.every((message) => place(message) < place(final)));
        return isEarly ? [] : ["acknowledged came after the final response"];
      }));
      return `${orders.length} requests were acknowledged`;
    },
  },
  {
    number: "gbg-6.6",
    mark: "causeway",
    rule: "In all exchanges of this run, each request got exactly one final response, and messages that " +
      "must not be answered got none.",
    async check() {
      await gbg.settle();
      failOn(gbg.faultsSoFar());
      return `${gbg.exchanges.size} correlation ids`;
    },
  },
);
