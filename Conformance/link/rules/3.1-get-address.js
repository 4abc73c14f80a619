"use strict";

// Section 3: getAddress.
conformance.add(
  {
    number: "link-3.1.1",
    mark: "brief",
    rule: "getAddress gives `{ address }`, and maybe a label.",
    async check() {
      const data = await linkReply.success("getAddress", linkSamples.getAddress);
      if ("label" in (data ?? {}) && typeof data.label !== "string") throw new Error(`the label is ${describeShape(data.label)}`);
      return linkReply.expectTexts("getAddress", data, "address");
    },
  },
  {
    number: "link-3.1.2",
    mark: "chosen",
    rule: "Each protocol that getInfo lists has an address; each other one has, or is a PROTOCOL_ERROR.",
    async check() {
      const { protocols } = await linkReply.success("getInfo");
      const known = ["BCH", "BTC", "ETH", "SLP"];
      const outcomes = await Promise.all(known.map((protocol) => wallet.ask("getAddress", { protocol })));
      failOn(outcomes.flatMap((outcome, place) => {
        const isListed = protocols?.includes(known[place]);
        const isAnswer = typeof outcome.value?.data?.address === "string" && outcome.value.data.address !== "";
        if (isAnswer || (wallet.answer === undefined && outcome.value?.error?.type === "CANCELED")) return [];
        if (isListed) return [`${known[place]}: ${linkReply.words(outcome)}, though it is listed`];
        return linkReply.errorFaults(known[place], outcome, "PROTOCOL_ERROR");
      }));
      return `the wallet has ${known.filter((protocol) => protocols?.includes(protocol)).join(", ")}`;
    },
  },
  {
    number: "link-3.1.3",
    mark: "public",
    rule: "A protocol that the wallet does not have is a PROTOCOL_ERROR.",
    async check() {
      const names = ["CONFORMANCE", "DOGE2", "__proto__", "constructor", "BCH/ETH", "BCH,ETH"];
      const outcomes = await Promise.all(names.map((protocol) => wallet.ask("getAddress", { protocol })));
      // Who refuses, or denies the connection, need not say what the wallet does not have.
      const others = wallet.answer === "approve" ? [] : ["CANCELED", "CONNECTION_DENIED"];
      failOn(outcomes.flatMap((outcome, place) => linkReply.errorFaults(names[place], outcome, "PROTOCOL_ERROR", ...others)));
      return `${names.length} names`;
    },
  },
  {
    number: "link-3.1.4",
    mark: "chosen",
    rule: "A protocol that is no text, or empty, is MALFORMED_INPUT.",
    check: () => linkReply.expectErrors("getAddress", "MALFORMED_INPUT", linkWithoutText("getAddress", "protocol")),
  },
);
