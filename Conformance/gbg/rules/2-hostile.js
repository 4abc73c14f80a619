"use strict";

// Section 2, continued: hostile messages that are well formed.
conformance.add(
  {
    number: "gbg-2.13",
    mark: "causeway",
    rule: "Text that looks like code stays text, in every field: quotes, line separators, tags and template literals.",
    async check() {
      const requests = hostile.texts.flatMap((text) => [
        gbg.request("capability.query", { [text]: text }),
        gbg.request("capability.query", undefined, { correlationId: gbg.newID() + text }),
        gbg.request("capability.query", undefined, { [text]: text, version: "1.0" }),
      ]);
      // A lone surrogate is not a character. A host may replace it, and answer under the changed id.
      const others = requests.map(({ correlationId }) => gbg.exchangeFor(correlationId.replace(/\ud800$/, "\ufffd")));
      requests.forEach((request) => gbg.exchangeFor(request.correlationId));
      requests.forEach((request) => gbg.post(request));
      await gbg.settle();
      hostile.expectNothingRan();
      const missed = requests.filter(({ correlationId }, place) => {
        return gbg.exchangeFor(correlationId).finals.length + others[place].finals.length === 0;
      });
      if (missed.length > 0) throw new Error(`${missed.length} of ${requests.length} requests were not answered`);
      return `${hostile.texts.length} texts, none of them ran as code`;
    },
  },
  {
    number: "gbg-2.14",
    mark: "causeway",
    rule: "Text that looks like code does no harm as an action or version, and the action is returned unchanged.",
    async check() {
      const texts = hostile.texts.filter((text) => text !== "\ud800");
      const actions = Object.fromEntries(texts.map((text, place) => [`action ${place}`, gbg.request(text, { text })]));
      await gbg.expectSilence(actions);
      const requests = texts.map((text) => gbg.request(text, undefined, { version: "2.0" }));
      const answers = await gbg.answers(requests);
      answers.forEach((answer, place) => gbgAnswers.refusalOf(answer, requests[place], "error", "VERSION_MISMATCH"));
      hostile.expectNothingRan();
      return `${texts.length} texts, none of them ran as code`;
    },
  },
  {
    number: "gbg-2.15",
    mark: "causeway",
    rule: "Keys such as `__proto__` and `constructor` are ordinary keys, and change nothing.",
    async check() {
      const keys = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"a","then":"b"';
      const id = gbg.newID();
      const text = `{${keys},"type":"request","correlationId":"${id}",`
        + `"payload":{${keys},"action":"capability.query","data":{${keys},"list":[{${keys}}]}}}`;
      const plain = await gbgAnswers.query();
      for (const isText of [false, true]) {
        const request = { ...JSON.parse(text), correlationId: gbg.newID() };
        const found = await gbgAnswers.query(request, isText);
        if (JSON.stringify(found) !== JSON.stringify(plain)) throw new Error(
          "the answer differs from that to a plain request");
      }
      hostile.expectNothingPolluted();
      return gbg.expectSilence(Object.fromEntries(["__proto__", "constructor", "toString", "then"].map((name) => [
        `action ${name}`, gbg.request(name),
      ])));
    },
  },
  {
    number: "gbg-2.16",
    mark: "causeway",
    rule: "Inherited members are ignored: a message in `__proto__` is not a message.",
    check() {
      const message = gbg.request("capability.query");
      return gbg.expectSilence({
        "the whole message": JSON.parse(`{"__proto__":${JSON.stringify(message)}}`),
        "the type": JSON.parse(`{"__proto__":{"type":"request"},"correlationId":"${gbg.newID()}","payload":{"action":"capability.query"}}`),
      });
    },
  },
  {
    number: "gbg-2.17",
    mark: "causeway",
    rule: "A deeply nested message does no harm: 400 levels are served; 100,000 levels are served or refused.",
    async check() {
      await gbgAnswers.query(gbg.request("capability.query", { deep: hostile.nested(400) }));
      const levels = 100_000;
      const request = gbg.request("capability.query", { deep: "@" });
      gbg.exchangeFor(request.correlationId);
      const whole = JSON.stringify(request);
      gbg.post(whole.replace('"@"', "[".repeat(levels) + "]".repeat(levels)));
      gbg.post("[".repeat(levels));
      await gbg.settle();
      return "the bridge works as before";
    },
  },
  {
    number: "gbg-2.18",
    mark: "causeway",
    rule: "A message of 1 MiB is served like a small one, in either form.",
    async check() {
      const long = "é".repeat(1 << 19);
      for (const isText of [false, true]) await gbgAnswers.query(gbg.request("capability.query", { long }), isText);
      const many = Array.from({ length: 10_000 }, (_, place) => ({ place, text: "a".repeat(90) }));
      await gbgAnswers.query(gbg.request("capability.query", { many }));
      return "long text, and 10,000 objects";
    },
  },
  {
    number: "gbg-2.19",
    mark: "causeway",
    rule: "A body that cannot be sent is refused by the channel itself or dropped; it does no harm.",
    async check() {
      if (!gbg.handler) return conformance.skip("this platform's channel accepts only text");
      const cyclic = gbg.request("capability.query");
      cyclic.payload.data = cyclic;
      const getter = { get type() { throw new RangeError("conformance"); } };
      const bodies = [
        () => {}, Symbol("request"), 1n, cyclic, getter, gbg.request("capability.query", { run() {} }),
        gbg.request("capability.query", { big: 1n }), gbg.request("capability.query", { window }),
      ];
      const known = ["DataCloneError", "TypeError", "RangeError"];
      let refused = 0;
      for (const body of bodies) {
        if (typeof body === "object") gbg.exchangeFor(/** @type {any} */ (body).correlationId);
        try {
          const returned = gbg.post(body);
          if (returned !== undefined) throw new Error(`postMessage returned ${describeShape(returned)}`);
        } catch (error) {
          refused += 1;
          if (!(error instanceof Error || error instanceof DOMException) || !known.includes(error.name)) throw error;
        }
      }
      await gbg.settle();
      return `${refused} of ${bodies.length} refused by the channel`;
    },
  },
  {
    number: "gbg-2.20",
    mark: "causeway",
    rule: "Values that JSON cannot express do no harm to the message around them.",
    async check() {
      const data = { none: undefined, odd: NaN, endless: Infinity, zero: -0, date: new Date(0), holes: [, 1] };
      await gbgAnswers.query(gbg.request("capability.query", data));
      return "answered as without them";
    },
  },
  {
    number: "gbg-2.21",
    mark: "causeway",
    rule: "A text that is not JSON but begins like a request is answered INVALID_REQUEST, or not answered.",
    async check() {
      if (!gbg.isAccepted) conformance.skip("the suite was opened with ?trusted=no");
      const texts = Object.entries(gbgBroken.beginnings());
      const exchanges = texts.map(([, [id]]) => gbg.exchangeFor(id));
      for (const [, [, text]] of texts) gbg.post(text);
      await gbg.settle();
      failOn(exchanges.flatMap(({ finals }, place) => finals.flatMap(({ payload }) =>
        gbgAnswers.errorFaults(payload?.error, "INVALID_REQUEST").map((fault) => `${texts[place][0]}: ${fault}`))));
      return `${exchanges.filter(({ finals }) => finals.length > 0).length} of ${texts.length} answered`;
    },
  },
);
