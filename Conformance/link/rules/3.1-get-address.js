"use strict";

// Section 3: getAddress.
conformance.add(
  {
    number: "link-3.1.1",
    mark: "contract",
    rule: "getAddress gives `{ address }`, and optionally a label.",
    async check() {
      const data = await linkReply.success("getAddress", await linkSample("getAddress"));
      const label = data?.label ?? "";
      if (typeof label !== "string") throw new Error(`the label is ${describeShape(label)}`);
      return linkReply.expectTexts("getAddress", data, "address");
    },
  },
  {
    number: "link-3.1.2",
    mark: "causeway",
    rule: "Each protocol that getInfo lists has an address; any other protocol has an address or is a PROTOCOL_ERROR.",
    async check() {
      const { protocols } = await linkReply.success("getInfo");
      const known = ["BCH", "BTC", "ETH", "SLP"];
      const outcomes = await Promise.all(known.map((protocol) => wallet.ask("getAddress", { protocol })));
      failOn(outcomes.flatMap((outcome, place) => {
        const isListed = protocols?.includes(known[place]);
        const { data, error } = outcome.value ?? {};
        if (typeof data?.address === "string" && data.address !== "") return [];
        if (!wallet.answer && error?.type === "CANCELED") return [];
        if (isListed) return [`${known[place]}: ${linkReply.words(outcome)}, though it is listed`];
        return linkReply.errorFaults(known[place], outcome, "PROTOCOL_ERROR");
      }));
      return `the wallet has ${known.filter((protocol) => protocols?.includes(protocol)).join(", ")}`;
    },
  },
  {
    number: "link-3.1.3",
    mark: "published",
    rule: "A protocol that the wallet does not have is a PROTOCOL_ERROR.",
    check() {
      const names = ["CONFORMANCE", "DOGE2", "__proto__", "constructor", "BCH/ETH", "BCH,ETH"];
      const asked = names.map((protocol) => [protocol, wallet.ask("getAddress", { protocol })]);
      // A wallet that refuses every request, or denies the connection, need not say which protocols it lacks.
      /** @type {LinkWalletErrorType[]} */
      const others = wallet.answer === "approve" ? [] : ["CANCELED", "CONNECTION_DENIED"];
      return linkReply.expectEach(Object.fromEntries(asked), "PROTOCOL_ERROR", ...others);
    },
  },
  {
    number: "link-3.1.4",
    mark: "causeway",
    rule: "A protocol that is not a string, or is empty, is MALFORMED_INPUT.",
    check: () => linkReply.expectErrors("getAddress", "MALFORMED_INPUT", linkWithoutText({}, "protocol")),
  },
  {
    number: "link-3.1.5",
    mark: "causeway",
    rule: "getAddress without data gives an address of the wallet's default protocol; without a default protocol, it " +
      "is a PROTOCOL_ERROR.",
    async check() {
      const outcomes = await Promise.all([undefined, null].map((data) => wallet.ask("getAddress", data)));
      failOn(outcomes.flatMap((outcome, place) => {
        const { data, error } = outcome.value ?? {};
        if (typeof data?.address === "string" && data.address !== "") return [];
        if (wallet.answer !== "approve" && ["CANCELED", "CONNECTION_DENIED"].includes(error?.type)) return [];
        return linkReply.errorFaults(place === 0 ? "no data" : "null", outcome, "PROTOCOL_ERROR");
      }));
      return linkReply.words(outcomes[0]);
    },
  },
);
