"use strict";

// Section 2: message shapes. The answers to capability.query and to captures are in section 3.
conformance.add(
  {
    number: "gbg-2.1",
    mark: "contract",
    rule: "A response carries the request's `correlationId`, unchanged.",
    async check() {
      const ids = [
        "1", "0", "a b", "  ", "ios-event-1", "android-event-1", "__proto__", "constructor", "toString", "é/日本/😀",
        `${gbg.newID()}"'\\`, "</script>", "\u2028\u2029", "\u0000", "%00%22", "[object Object]", "null", "x".repeat(4096),
      ];
      const requests = ids.map((correlationId) => gbg.request("capability.query", undefined, { correlationId }));
      const answers = await gbg.answers(requests);
      failOn(answers.flatMap((answer, place) => gbgAnswers.envelopeFaults(answer, requests[place])));
      return `${ids.length} ids`;
    },
  },
  {
    number: "gbg-2.2",
    mark: "causeway",
    rule: "A response has the version 1.0, the type response, the request's action, and one of the five statuses.",
    async check() {
      const request = gbg.request("capability.query");
      const answer = await gbg.answer(request);
      failOn(gbgAnswers.envelopeFaults(answer, request));
      if (answer.version !== "1.0") throw new Error(`version is ${JSON.stringify(answer.version)}`);
      const known = ["version", "type", "correlationId", "timestamp", "payload"];
      const others = Object.keys(answer).filter((name) => !known.includes(name));
      if (others.length > 0) throw new Error(`the envelope also has ${others.slice(0, 3).join(", ")}`);
      return `status ${answer.payload.status}`;
    },
  },
  {
    number: "gbg-2.3",
    mark: "causeway",
    rule: "A response's timestamp is in milliseconds since 1970.",
    async check() {
      const before = Date.now();
      const { timestamp } = await gbg.answer(gbg.request("capability.query"));
      if (typeof timestamp !== "number") throw new Error(`the timestamp is ${describeShape(timestamp)}`);
      const isNow = timestamp > before - 60_000 && timestamp < Date.now() + 60_000;
      if (!isNow) throw new Error(`the timestamp is ${timestamp}, but it is ${Date.now()} in the page`);
      return "near the current time";
    },
  },
  {
    number: "gbg-2.4",
    mark: "causeway",
    rule: "A request without a version is accepted, and so is a request with the same major version.",
    async check() {
      const versions = [undefined, "1.0", "1.7", "1"];
      const requests = versions.map((version) => gbg.request("capability.query", undefined, { version }));
      const answers = await gbg.answers(requests);
      failOn(answers.flatMap(({ payload }, place) => {
        return payload?.status === "success" ? [] : [`version ${versions[place]}: ${describeShape(payload?.error)}`];
      }));
      return "none, 1.0, 1.7, 1";
    },
  },
  {
    number: "gbg-2.5",
    mark: "causeway",
    rule: "A request of another major version is answered VERSION_MISMATCH, which is not recoverable.",
    async check() {
      const versions = ["2.0", "0.9", "10.0", "11", "2"];
      for (const version of versions) {
        const request = gbg.request("capability.query", undefined, { version });
        gbgAnswers.refusalOf(await gbg.answer(request), request, "error", "VERSION_MISMATCH");
      }
      return versions.join(", ");
    },
  },
  {
    number: "gbg-2.6",
    mark: "causeway",
    rule: "A field that is `null` counts as absent.",
    async check() {
      const payload = { action: "capability.query", data: null, status: null, error: null };
      for (const isText of [false, true]) {
        await gbgAnswers.query(gbg.request("", undefined, { version: null, timestamp: null, payload }), isText);
      }
      return "for version, timestamp, data, status and error";
    },
  },
  {
    number: "gbg-2.7",
    mark: "causeway",
    rule: "Unknown fields are ignored, wherever they are.",
    async check() {
      const extras = { id: "page", action: "page", data: 1, target: [], method: { list: [null, 1.5] }, error: "page" };
      const payload = { ...extras, action: "capability.query", data: extras, error: undefined, type: "event" };
      const request = gbg.request("", undefined, { ...extras, payload });
      const answer = await gbg.answer(request);
      gbgAnswers.successOf(answer, request);
      return "answered as without them";
    },
  },
  {
    number: "gbg-2.8",
    mark: "causeway",
    rule: "The request's timestamp is ignored.",
    async check() {
      for (const timestamp of [undefined, 0, -1, 1e300, 0.5]) {
        await gbgAnswers.query(gbg.request("capability.query", undefined, { timestamp }));
      }
      return "5 timestamps";
    },
  },
  {
    number: "gbg-2.9",
    mark: "causeway",
    rule: "A request that cannot be decoded but has a correlation id is answered INVALID_REQUEST.",
    async check() {
      const bodies = gbgBroken.requests();
      const answers = await gbg.answers(Object.values(bodies));
      failOn(Object.entries(bodies).flatMap(([label, body], place) => {
        const { type, correlationId, payload } = answers[place];
        const isFor = type === "response" && correlationId === body.correlationId && payload?.status === "error";
        if (!isFor) return [`${label}: ${describeShape(payload)}`];
        return gbgAnswers.errorFaults(payload.error, "INVALID_REQUEST").map((fault) => `${label}: ${fault}`);
      }));
      return Object.keys(bodies).join(", ");
    },
  },
  {
    number: "gbg-2.10",
    mark: "causeway",
    rule: "A request in JSON text that cannot be decoded but has a correlation id is also answered INVALID_REQUEST.",
    async check() {
      const [body] = Object.values(gbgBroken.requests());
      const { payload } = await gbg.answer(body, true);
      failOn(gbgAnswers.errorFaults(payload?.error, "INVALID_REQUEST"));
      return "answered";
    },
  },
  {
    number: "gbg-2.11",
    mark: "causeway",
    rule: "A body that is not a request with a correlation id is not answered, and does no harm.",
    check: () => gbg.expectSilence(gbgBroken.bodies()),
  },
  {
    number: "gbg-2.12",
    mark: "contract",
    rule: "A response from the page is not answered: responses go from the app to the page.",
    check() {
      const payload = { action: "capability.query", status: "success", data: {} };
      return gbg.expectSilence({
        "to no request": gbg.request("", undefined, { type: "response", payload }),
        "without a status": gbg.request("capability.query", undefined, { type: "response" }),
      });
    },
  },
);
