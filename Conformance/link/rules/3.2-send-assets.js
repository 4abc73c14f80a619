"use strict";

// Section 3: sendAssets.
conformance.add(
  {
    number: "link-3.2.1",
    mark: "published",
    rule: "sendAssets gives `{ txid }`.",
    check: async () => linkReply.expectSuccess("sendAssets", await linkSample("sendAssets"), "txid"),
  },
  {
    number: "link-3.2.2",
    mark: "published",
    rule: "`value` is a plain decimal: a whole number or a decimal fraction, with at most as many decimal places as " +
      "the currency has.",
    async check() {
      const values = ["1", "0.5", "21000000", "0.000123", "0.00000001", "123456789.12345678"];
      // These values are only for ether, which has 18 decimal places.
      const { protocol } = await linkSample("sendAssets");
      if (protocol === "ETH") values.push("0.000000000000000001", "123456789.123456789123456789");
      return linkReply.expectSuccesses("sendAssets", "value", values, "txid");
    },
  },
  {
    number: "link-3.2.3",
    mark: "published",
    rule: "Texts in opReturn and, for SLP, a token's assetId are accepted.",
    async check() {
      await linkNeeds("SLP");
      return linkReply.expectSuccess("sendAssets", { ...linkTokenPayment, opReturn: ["conformance", "tea"] }, "txid");
    },
  },
  {
    number: "link-3.2.4",
    mark: "causeway",
    rule: "A value with a sign, hex, separators, spaces or words is MALFORMED_INPUT; so is a value that is too " +
      "long to read.",
    async check() {
      const values = [
        "", " ", "-1", "-0.1", "+1", "0x10", "0b1", "1e", "e5", "-1e5", "1e5.5", "1e400", "1e-400", "NaN", "Infinity", "-Infinity", "1,5", "1'000",
        "1_000", " 1", "1 ", "1 BCH", ".", "-", "1.2.3", "1..2", "one", "null", "٣", "１", "½", "1\u0000", "0.1\n", "1n",
      ];
      const variants = linkVariantsWith(await linkSample("sendAssets"), "value", values);
      return linkReply.expectErrors("sendAssets", "MALFORMED_INPUT", variants);
    },
  },
  {
    number: "link-3.2.5",
    mark: "causeway",
    rule: "An address or a protocol that is not a string, or is empty, is MALFORMED_INPUT; so is a value that is not " +
      "an amount.",
    async check() {
      const sample = await linkSample("sendAssets");
      const values = [undefined, null, "", 0, -0, -1, -1e-8, 1e300, 5e-324, NaN, Infinity, -Infinity, true, ["1"], {}];
      return linkReply.expectErrors("sendAssets", "MALFORMED_INPUT", {
        ...linkVariantsWith(sample, "value", values), ...linkWithoutText(sample, "to", "protocol"),
      });
    },
  },
  {
    number: "link-3.2.6",
    mark: "published",
    rule: "SLP without an assetId is MALFORMED_INPUT.",
    async check() {
      await linkNeeds("SLP");
      return linkReply.expectErrors("sendAssets", "MALFORMED_INPUT", linkVariants(linkTokenPayment, {
        missing: { assetId: undefined }, null: { assetId: null }, empty: { assetId: "" }, "a number": { assetId: 7 },
        "an object": { assetId: {} },
      }));
    },
  },
  {
    number: "link-3.2.7",
    mark: "causeway",
    rule: "An opReturn that is not a list of strings is MALFORMED_INPUT.",
    check: async () =>
      linkReply.expectErrors("sendAssets", "MALFORMED_INPUT", linkVariants(await linkSample("sendAssets"), {
        text: { opReturn: "conformance" }, number: { opReturn: 7 }, object: { opReturn: { 0: "a", length: 1 } },
        "a number inside": { opReturn: ["a", 7] }, "null inside": { opReturn: [null] },
        "a list inside": { opReturn: [["a"]] },
      })),
  },
  {
    number: "link-3.2.8",
    mark: "published",
    rule: "A protocol that the wallet does not have is a PROTOCOL_ERROR, without asking the user.",
    async check() {
      const { sendAssets } = await linkEverySample();
      const asked = wallet.ask("sendAssets", { ...sendAssets, protocol: "CONFORMANCE" });
      return linkReply.expectEach({ sendAssets: asked }, "PROTOCOL_ERROR");
    },
  },
  {
    number: "link-3.2.9",
    mark: "causeway",
    rule: "A value may be a number, zero or more, or text with an exponent, because published clients send both.",
    async check() {
      const values = [1, 0.5, 1e-8, 546 * 0.00000001, 9007199254740992, "1e-8", "5.46e-6", "1E3"];
      return linkReply.expectSuccesses("sendAssets", "value", values, "txid");
    },
  },
  {
    number: "link-3.2.10",
    mark: "causeway",
    rule: "A value with more decimal places than the asset has is MALFORMED_INPUT, and the description says so.",
    async check() {
      const sample = await linkSample("sendAssets");
      const values = sample.protocol === "ETH" ? ["0.1234567890123456789", "1e-19", 1e-19] : ["0.123456789", "1e-9", 0.1 + 0.2];
      if (!["BCH", "BTC", "ETH"].includes(sample.protocol)) return conformance.skip(
        "only the wallet knows how many decimal places a token has");
      const variants = linkVariantsWith(sample, "value", values);
      const outcomes = await Promise.all(Object.values(variants).map((data) => wallet.ask("sendAssets", data)));
      failOn(outcomes.flatMap((outcome, place) => {
        const faults = linkReply.errorFaults(`value ${values[place]}`, outcome, "MALFORMED_INPUT");
        const text = outcome.value?.error?.description;
        if (faults.length > 0 || /decimal/i.test(text)) return faults;
        return [`value ${values[place]}: the description is "${text}", which does not say what is wrong`];
      }));
      return values.join(", ");
    },
  },
);
