"use strict";

// Section 3: rules for all commands.
conformance.add(
  {
    number: "link-3.0.1",
    mark: "causeway",
    rule: "An unknown command is answered with PROTOCOL_ERROR.",
    check() {
      const names = [
        "conformanceUnknown", "", "login", "signMessage", "GetInfo", "getinfo", "getInfo ", " getInfo", "getInfo\0",
        "getInfo/sendAssets", "get info", "*",
      ];
      const asked = names.map((name) => [`"${name}"`, wallet.ask(name, { protocol: "BCH" })]);
      return linkReply.expectEach(Object.fromEntries(asked), "PROTOCOL_ERROR");
    },
  },
  {
    number: "link-3.0.2",
    mark: "causeway",
    rule: "Names that every object inherits are also unknown commands.",
    check() {
      const names = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "then"];
      const asked = names.map((name) => [`"${name}"`, wallet.ask(name)]);
      return linkReply.expectEach(Object.fromEntries(asked), "PROTOCOL_ERROR");
    },
  },
  {
    number: "link-3.0.3",
    mark: "causeway",
    rule: "Data that are not an object are MALFORMED_INPUT, except for getInfo. Only getAddress may have no data.",
    async check() {
      const names = linkCommandNames.filter((name) => name !== "getInfo");
      const { "no data": _, null: __, ...wrongData } = linkNoData;
      for (const name of names) {
        await linkReply.expectErrors(name, "MALFORMED_INPUT", name === "getAddress" ? wrongData : linkNoData);
      }
      return `${names.length} commands, ${Object.keys(linkNoData).length} kinds of data each`;
    },
  },
  {
    number: "link-3.0.4",
    mark: "causeway",
    rule: "Members that only a prototype has, or whose name has another letter case, are ignored.",
    check() {
      /** @type {{ [label: string]: any }} */
      const data = {
        "a protocol in __proto__": JSON.parse('{ "__proto__": { "protocol": "BCH" } }'),
        "another letter case": { Protocol: "BCH", PROTOCOL: "BCH" },
        "an object inside": { data: { protocol: "BCH" } },
        "a list of one": [{ protocol: "BCH" }],
      };
      return linkReply.expectErrors("getAddress", "MALFORMED_INPUT", data);
    },
  },
  {
    number: "link-3.0.5",
    mark: "published",
    rule: "Input is checked first: the user is not asked about a malformed request.",
    async check() {
      if (wallet.answer !== "decline") return conformance.skip("needs a wallet that refuses; see ?answer=decline");
      const { sendAssets, requestWeb3Sign } = await linkEverySample();
      await linkReply.expectEach({
        sendAssets: wallet.ask("sendAssets", { ...sendAssets, value: "-1" }),
        payInvoice: wallet.ask("payInvoice", {}),
        createToken: wallet.ask("createToken", {}),
        requestValue: wallet.ask("requestValue", {}),
        requestWeb3Sign: wallet.ask("requestWeb3Sign", { ...requestWeb3Sign, signType: "" }),
      }, "MALFORMED_INPUT");
      return "the user refuses every request, and a malformed one is still MALFORMED_INPUT";
    },
  },
);
