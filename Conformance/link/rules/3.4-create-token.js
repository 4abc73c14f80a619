"use strict";

// Section 3: createToken.
conformance.add(
  {
    number: "link-3.4.1",
    mark: "published",
    rule: "createToken gives `{ tokenId }`; initialSupply is a number.",
    check: async () => linkReply.expectSuccess("createToken", await linkSample("createToken"), "tokenId"),
  },
  {
    number: "link-3.4.2",
    mark: "causeway",
    rule: "initialSupply may also be text.",
    async check() {
      const sample = await linkSample("createToken");
      return linkReply.expectSuccess("createToken", { ...sample, initialSupply: "1000" }, "tokenId");
    },
  },
  {
    number: "link-3.4.3",
    mark: "published",
    rule: "The baton's receiver, the document's address and its hash are accepted.",
    async check() {
      const more = {
        batonReceiverAddress: "simpleledger:qbaton", documentUri: "https://shop.example/tea",
        documentHash: "c0f0".repeat(16),
      };
      return linkReply.expectSuccess("createToken", { ...(await linkSample("createToken")), ...more }, "tokenId");
    },
  },
  {
    number: "link-3.4.4",
    mark: "causeway",
    rule: "A name, a symbol or a receiver that is not a string is MALFORMED_INPUT, and so is an empty receiver.",
    async check() {
      const wrong = linkWithoutText(await linkSample("createToken"), "name", "symbol", "tokenReceiverAddress");
      // The sources do not say whether a token's name or symbol may be empty, so this rule does not check it.
      delete wrong['name: ""'];
      delete wrong['symbol: ""'];
      return linkReply.expectErrors("createToken", "MALFORMED_INPUT", wrong);
    },
  },
  {
    number: "link-3.4.5",
    mark: "causeway",
    rule: "decimals is a whole number, zero or more, or such a number as text; any other value is MALFORMED_INPUT.",
    async check() {
      const values = [undefined, null, "", " 2", "02", "+2", "2.0", "2e0", "two", "-1", -1, 1.5, 1e21, NaN, Infinity, true, [2], {}];
      const variants = linkVariantsWith(await linkSample("createToken"), "decimals", values);
      return linkReply.expectErrors("createToken", "MALFORMED_INPUT", variants);
    },
  },
  {
    number: "link-3.4.6",
    mark: "causeway",
    rule: "An initialSupply that is not a plain decimal is MALFORMED_INPUT.",
    async check() {
      const values = [
        undefined, null, "", " ", "-1", "1e400", "0x10", "NaN", "Infinity", "1,000", "many", -1, NaN, Infinity, true, [1], {},
      ];
      const variants = linkVariantsWith(await linkSample("createToken"), "initialSupply", values);
      return linkReply.expectErrors("createToken", "MALFORMED_INPUT", variants);
    },
  },
  {
    number: "link-3.4.7",
    mark: "causeway",
    rule: "An optional member that is present but is not a string is MALFORMED_INPUT.",
    check: async () =>
      linkReply.expectErrors("createToken", "MALFORMED_INPUT", linkVariants(await linkSample("createToken"), {
        "a number as baton": { batonReceiverAddress: 7 }, "a list as baton": { batonReceiverAddress: ["a"] },
        "an object as address": { documentUri: {} }, "a number as hash": { documentHash: 7 },
      })),
  },
  {
    number: "link-3.4.8",
    mark: "causeway",
    rule: "decimals may be text, because the published client's test page sends text.",
    async check() {
      return linkReply.expectSuccess("createToken", { ...(await linkSample("createToken")), decimals: "2" }, "tokenId");
    },
  },
  {
    number: "link-3.4.9",
    mark: "causeway",
    rule: "An initialSupply with more decimal places than the token has is MALFORMED_INPUT.",
    async check() {
      const variants = linkVariantsWith(await linkSample("createToken"), "initialSupply", ["0.001", 0.001, "1e-3"]);
      return linkReply.expectErrors("createToken", "MALFORMED_INPUT", variants);
    },
  },
);
