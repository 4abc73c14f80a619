"use strict";

// Section 3: sendAssets.
conformance.add(
  {
    number: "link-3.2.1",
    mark: "public",
    rule: "sendAssets gives `{ txid }`.",
    async check() {
      const data = await linkReply.success("sendAssets", await linkSample("sendAssets"));
      return linkReply.expectTexts("sendAssets", data, "txid");
    },
  },
  {
    number: "link-3.2.2",
    mark: "public",
    rule: "A value is a decimal as people write it: whole, with a point, and with as many places as a network has.",
    async check() {
      if (wallet.answer !== "approve") return conformance.skip("would ask for six payments; see ?answer=approve");
      const values = ["1", "0.5", "21000000", "0.000123", "0.000000000000000001", "123456789.123456789123456789"];
      const variants = Object.values(linkVariantsWith(await linkSample("sendAssets"), "value", values));
      const answers = await Promise.all(variants.map((data) => linkReply.success("sendAssets", data)));
      for (const data of answers) linkReply.expectTexts("sendAssets", data, "txid");
      return values.join(", ");
    },
  },
  {
    number: "link-3.2.3",
    mark: "public",
    rule: "Texts in opReturn and, for SLP, a token's assetId are taken.",
    async check() {
      await linkNeeds("SLP");
      const data = await linkReply.success("sendAssets", { ...linkTokenPayment, opReturn: ["conformance", "tea"] });
      return linkReply.expectTexts("sendAssets", data, "txid");
    },
  },
  {
    number: "link-3.2.4",
    mark: "chosen",
    rule: "A value with a sign, an exponent, hex, separators, spaces or words is MALFORMED_INPUT.",
    async check() {
      const values = [
        "", " ", "-1", "-0.1", "+1", "0x10", "0b1", "1e5", "1E5", "1e-5", "NaN", "Infinity", "-Infinity", "1,5", "1'000",
        "1_000", " 1", "1 ", "1 BCH", ".", "-", "1.2.3", "1..2", "one", "null", "٣", "１", "½", "1\u0000", "0.1\n", "1n",
      ];
      const variants = linkVariantsWith(await linkSample("sendAssets"), "value", values);
      return linkReply.expectErrors("sendAssets", "MALFORMED_INPUT", variants);
    },
  },
  {
    number: "link-3.2.5",
    mark: "chosen",
    rule: "A value, an address or a protocol that is no text, or empty, is MALFORMED_INPUT; so is a number as value.",
    async check() {
      const sample = await linkSample("sendAssets");
      return linkReply.expectErrors("sendAssets", "MALFORMED_INPUT", {
        ...linkVariantsWith(sample, "value", [1, 0.5, 0, NaN, true]),
        ...linkWithoutText(sample, "to", "protocol", "value"),
      });
    },
  },
  {
    number: "link-3.2.6",
    mark: "public",
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
    mark: "chosen",
    rule: "An opReturn that is no list of texts is MALFORMED_INPUT.",
    check: async () =>
      linkReply.expectErrors("sendAssets", "MALFORMED_INPUT", linkVariants(await linkSample("sendAssets"), {
        text: { opReturn: "conformance" }, number: { opReturn: 7 }, object: { opReturn: { 0: "a", length: 1 } },
        "a number inside": { opReturn: ["a", 7] }, "null inside": { opReturn: [null] },
        "a list inside": { opReturn: [["a"]] },
      })),
  },
  {
    number: "link-3.2.8",
    mark: "public",
    rule: "A protocol that the wallet does not have is a PROTOCOL_ERROR, whatever its user would answer.",
    async check() {
      const { sendAssets } = await linkEverySample();
      const asked = wallet.ask("sendAssets", { ...sendAssets, protocol: "CONFORMANCE" });
      return linkReply.expectEach({ sendAssets: asked }, "PROTOCOL_ERROR");
    },
  },
);
