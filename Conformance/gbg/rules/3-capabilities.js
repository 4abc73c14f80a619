"use strict";

// Section 3: actions and capabilities.
conformance.add(
  {
    number: "gbg-3.1",
    mark: "causeway",
    rule: "capability.query gives the host's version and its capabilities, each with `supported` and `version`.",
    async check() {
      const { hostVersion, capabilities } = await gbgAnswers.query();
      if (typeof hostVersion !== "string" || hostVersion === "") {
        throw new Error(`hostVersion is ${describeShape(hostVersion)}`);
      }
      if (!isPlainObject(capabilities)) throw new Error(`capabilities is ${describeShape(capabilities)}`);
      const ids = Object.keys(capabilities);
      failOn(ids.flatMap((id) => {
        const { supported, version } = capabilities[id] ?? {};
        const isRight = typeof supported === "boolean" && typeof version === "string" && version !== "";
        return isRight ? [] : [`${id} is ${describeShape(capabilities[id])}`];
      }));
      return `version ${hostVersion}: ${ids.join(", ") || "no capabilities"}`;
    },
  },
  {
    number: "gbg-3.2",
    mark: "published",
    rule: "A capability's `permissionState`, if there is one, is granted, denied or notDetermined.",
    async check() {
      const { capabilities } = await gbgAnswers.query();
      const states = Object.values(capabilities).map((info) => info?.permissionState).filter((state) => state !== undefined);
      if (states.length === 0) return conformance.skip("no capability of this host has a permissionState");
      const odd = states.filter((state) => !["granted", "denied", "notDetermined"].includes(state));
      if (odd.length > 0) throw new Error(`permissionState is ${JSON.stringify(odd[0])}`);
      return [...new Set(states)].join(", ");
    },
  },
  {
    number: "gbg-3.3",
    mark: "causeway",
    rule: "The data of capability.query is ignored: the answer is the same as without data.",
    async check() {
      const plain = await gbgAnswers.query();
      for (const data of [{}, { ids: ["camera.document"] }, { capabilities: {}, hostVersion: "9" }]) {
        const found = await gbgAnswers.query(gbg.request("capability.query", data));
        if (JSON.stringify(found) !== JSON.stringify(plain)) throw new Error(
          "the answer differs from the answer without data");
      }
      return "the same answer 3 times";
    },
  },
  {
    number: "gbg-3.4",
    mark: "contract",
    rule: "capability.query lists a camera with a handler as supported, in version 1.0.",
    async check() {
      const slots = gbgAnswers.working();
      const { capabilities } = await gbgAnswers.query();
      failOn(slots.flatMap(({ id }) => {
        const info = capabilities[id];
        return info?.supported === true && info.version === "1.0" ? [] : [`${id} is ${describeShape(info)}`];
      }));
      return slots.map(({ id }) => id).join(", ");
    },
  },
  {
    number: "gbg-3.5",
    mark: "causeway",
    rule: "capability.query does not list a camera without a handler.",
    async check() {
      const slots = gbgAnswers.slotsThat("none");
      const { capabilities } = await gbgAnswers.query();
      failOn(slots.flatMap(({ id }) => (id in capabilities ? [`${id} is ${describeShape(capabilities[id])}`] : [])));
      return slots.map(({ id }) => id).join(", ");
    },
  },
  {
    number: "gbg-3.6",
    mark: "published",
    rule: "capability.query lists a camera that has a handler and is switched off as not supported.",
    async check() {
      const slots = gbgAnswers.slotsThat("disabled");
      const { capabilities } = await gbgAnswers.query();
      failOn(slots.flatMap(({ id }) => {
        return capabilities[id]?.supported === false ? [] : [`${id} is ${describeShape(capabilities[id])}`];
      }));
      return slots.map(({ id }) => id).join(", ");
    },
  },
  {
    number: "gbg-3.7",
    mark: "published",
    rule: "capability.query lists a custom capability, which serves requests under its own id.",
    async check() {
      const id = customID();
      const info = (await gbgAnswers.query()).capabilities[id];
      if (info?.supported !== true) throw new Error(`${id} is ${describeShape(info)} in the answer to capability.query`);
      const request = gbg.request(id, { conformance: true });
      const data = gbgAnswers.successOf(await gbg.answer(request), request);
      return `${id} in version ${info.version}, which answers ${data === undefined ? "without data" : describeShape(data)}`;
    },
  },
  {
    number: "gbg-3.8",
    mark: "contract",
    rule: "A request that no handler serves stays pending: it gets no answer.",
    check: () =>
      gbg.expectSilence({
        "an unknown action": gbg.request("conformance.unknown", { a: 1 }),
        "an empty action": gbg.request(""),
        "another letter case": gbg.request("Capability.Query"),
        "a space at the end": gbg.request("capability.query "),
        "a NUL at the end": gbg.request("capability.query\u0000"),
        "the beginning of an action": gbg.request("capability"),
        "an action with a suffix": gbg.request("capability.query.now"),
        "a capability's id": gbg.request("camera.document"),
      }),
  },
  {
    number: "gbg-3.9",
    mark: "contract",
    rule: "A capture with a camera that has no handler also stays pending.",
    check() {
      const slots = gbgAnswers.slotsThat("none");
      return gbg.expectSilence(Object.fromEntries(slots.map(({ action, request }) => [action, request()])));
    },
  },
  {
    number: "gbg-3.10",
    mark: "causeway",
    rule: "A camera that is switched off answers with the status unsupported and the code UNSUPPORTED.",
    async check() {
      const slots = gbgAnswers.slotsThat("disabled");
      for (const slot of slots) {
        const request = slot.request();
        gbgAnswers.refusalOf(await gbg.answer(request), request, "unsupported", "UNSUPPORTED");
      }
      return slots.map(({ id }) => id).join(", ");
    },
  },
);

/** Returns the custom capability that the page's options name; skips the rule if they name none. */
function customID() {
  return conformance.option("custom") ?? conformance.skip("no custom capability is named; see ?custom=nfc.read");
}
