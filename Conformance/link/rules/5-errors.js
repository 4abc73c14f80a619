"use strict";

/**
 * @param {string} command
 * @param {any} error
 * @param {string} type
 */
function expectLinkError(command, error, type) {
  if (error === undefined) conformance.skip(`${command} succeeds in this wallet`);
  if (error?.type !== type) throw new Error(`${command}: the error is ${error?.type}, not ${type}`);
}

// Sections 4 and 5: events (the protocol has none) and errors.
conformance.add(
  {
    number: "link-4.1",
    mark: "contract",
    rule: "The host sends only replies.",
    async check() {
      await wallet.ping();
      if (wallet.strays.length > 0) throw new Error(`${wallet.strays.length} messages that answer no request`);
      return `${wallet.deliveries.length} messages so far, all of them replies`;
    },
  },
  {
    number: "link-5.1",
    mark: "published",
    rule: "A user's refusal is CANCELED, written with one L, for every command that asks the user.",
    async check() {
      const names = Object.keys(await linkSamples()).filter((name) => name !== "getInfo");
      for (const name of names) {
        const error = await linkReply.errorIn("decline", name);
        if (error === undefined) throw new Error(`${name} was served`);
        expectLinkError(name, error, "CANCELED");
      }
      return names.join(", ");
    },
  },
  {
    number: "link-5.2",
    mark: "published",
    rule: "A transaction that is not accepted is a SEND_ERROR.",
    async check() {
      expectLinkError("sendAssets", await linkReply.errorIn("fail", "sendAssets"), "SEND_ERROR");
      return "sendAssets";
    },
  },
  {
    number: "link-5.3",
    mark: "published",
    rule: "A merchant's server that fails is a MERCHANT_ERROR.",
    async check() {
      expectLinkError("payInvoice", await linkReply.errorIn("fail", "payInvoice"), "MERCHANT_ERROR");
      return "payInvoice";
    },
  },
  {
    number: "link-5.4",
    mark: "published",
    rule: "A wallet that refuses the connection answers CONNECTION_DENIED.",
    async check() {
      for (const name of ["getAddress", "getInfo"]) {
        expectLinkError(name, await linkReply.errorIn("fail", name), "CONNECTION_DENIED");
      }
      return "getAddress, getInfo";
    },
  },
  {
    number: "link-5.5",
    mark: "causeway",
    rule: "Every error has a short description for people, without a stack trace, memory addresses or the request's " +
      "text.",
    async check() {
      const marker = "zQ7conformance";
      const samples = await linkEverySample();
      const outcomes = await Promise.all([
        wallet.ask(marker), wallet.ask("getAddress", { protocol: { marker } }), wallet.ask(7),
        wallet.ask("sendAssets", { ...samples.sendAssets, value: marker }),
        wallet.ask("payInvoice", { [marker]: 1 }),
        wallet.ask("requestWeb3Sign", { ...samples.requestWeb3Sign, signType: marker }),
      ]);
      if (wallet.answer === "decline" || wallet.answer === "fail") {
        for (const name of ["getAddress", "sendAssets"]) outcomes.push(await wallet.ask(name, samples[name]));
      }
      const texts = outcomes.filter(({ value }) => !value?.data).map(({ value }) => value?.error?.description);
      failOn(texts.flatMap((text, place) => {
        if (typeof text !== "string" || text.trim() === "") return [`request ${place}: ${describeShape(text)}`];
        if (text.length > 200) return [`a description has ${text.length} characters`];
        if (text.includes(marker)) return ["a description repeats what the page sent"];
        const isInner = /0x[0-9a-f]{6}|\n|^\[object|^undefined$|Error Domain/i.test(text);
        return isInner ? [`a description is "${text}"`] : [];
      }));
      return [...new Set(texts.map((text) => `"${text}"`))].slice(0, 4).join(", ");
    },
  },
);
