"use strict";

// Section 3: getInfo, requestValue and requestWeb3Sign.
conformance.add(
  {
    number: "link-3.5.1",
    mark: "published",
    rule: "getInfo gives `{ version, platform, protocols }`.",
    async check() {
      const data = await linkReply.success("getInfo");
      linkReply.expectTexts("getInfo", data, "version", "platform");
      const { protocols } = data;
      const isText = (/** @type {any} */ protocol) => typeof protocol === "string" && protocol !== "";
      const isList = Array.isArray(protocols) && protocols.every(isText);
      if (!isList) throw new Error(`protocols is ${describeShape(protocols)}, not a list of texts`);
      return `version ${data.version} on ${data.platform}, with ${protocols.join(", ")}`;
    },
  },
  {
    number: "link-3.5.2",
    mark: "causeway",
    rule: "getInfo has no data, and ignores any data.",
    async check() {
      const lure = { version: 1, platform: "x", protocols: [] };
      const kinds = [undefined, null, {}, [], "text", 7, true, { protocol: "BCH" }, lure];
      const outcomes = await Promise.all(kinds.map((data) => wallet.ask("getInfo", data)));
      const answers = new Set(outcomes.map(linkAnswerText));
      if (answers.size > 1) throw new Error(`${answers.size} different answers`);
      return `${kinds.length} kinds of data, one answer`;
    },
  },
  {
    number: "link-3.6.1",
    mark: "published",
    rule: "requestValue gives `{ value }`, a text.",
    check: async () => linkReply.expectSuccess("requestValue", await linkSample("requestValue"), "value"),
  },
  {
    number: "link-3.6.2",
    mark: "causeway",
    rule: "An openValueRequest that is not a boolean is MALFORMED_INPUT.",
    async check() {
      const values = [undefined, null, "true", "", 0, 1, [], [true], {}];
      const variants = linkVariantsWith(await linkSample("requestValue"), "openValueRequest", values);
      return linkReply.expectErrors("requestValue", "MALFORMED_INPUT", variants);
    },
  },
  {
    number: "link-3.7.1",
    mark: "published",
    rule: "requestWeb3Sign gives `{ message, signature }`.",
    async check() {
      const sample = await linkSample("requestWeb3Sign");
      return linkReply.expectSuccess("requestWeb3Sign", sample, "message", "signature");
    },
  },
  {
    number: "link-3.7.2",
    mark: "published",
    rule: "A wallet supports all five signTypes.",
    async check() {
      if (wallet.answer !== "approve") return conformance.skip("needs the user's answer 5 times; see ?answer=approve");
      const types = ["eth_sendTransaction", "eth_signTransaction", "eth_signTypedData", "eth_sign", "personal_sign"];
      for (const signType of types) {
        const data = await linkReply.success("requestWeb3Sign", { ...(await linkSample("requestWeb3Sign")), signType });
        linkReply.expectTexts(`requestWeb3Sign with ${signType}`, data, "signature");
      }
      return types.join(", ");
    },
  },
  {
    number: "link-3.7.3",
    mark: "causeway",
    rule: "An unknown signType is MALFORMED_INPUT.",
    async check() {
      const types = ["eth_signMessage", "PERSONAL_SIGN", "personal_sign ", "sign", "__proto__", "constructor", "0"];
      const variants = linkVariantsWith(await linkSample("requestWeb3Sign"), "signType", types);
      return linkReply.expectErrors("requestWeb3Sign", "MALFORMED_INPUT", variants);
    },
  },
  {
    number: "link-3.7.4",
    mark: "causeway",
    rule: "An address, a message or a signType that is not a string is MALFORMED_INPUT, and so is an empty address.",
    async check() {
      const wrong = linkWithoutText(await linkSample("requestWeb3Sign"), "address", "message", "signType");
      // The sources do not say whether an empty message can be signed, so this rule does not check it.
      delete wrong['message: ""'];
      return linkReply.expectErrors("requestWeb3Sign", "MALFORMED_INPUT", wrong);
    },
  },
);
