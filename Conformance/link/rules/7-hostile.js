"use strict";

/**
 * Sends data to every command that may be asked without bothering anybody, and wants an answer to each.
 * @param {any[]} data
 */
async function expectLinkAnswers(data) {
  const names = wallet.answer ? ["conformanceUnknown", ...linkCommandNames] : ["conformanceUnknown", "getInfo"];
  const asked = data.flatMap((item) => names.map((name) => ({ name, item })));
  const outcomes = await Promise.all(asked.map(({ name, item }) => wallet.ask(name, item)));
  failOn(outcomes.flatMap((outcome, place) => {
    return outcome.kind === "resolved" ? [] : [`${asked[place].name}: ${linkReply.words(outcome)}`];
  }));
  return outcomes.length;
}

/**
 * The sample of every command, each of its texts followed by another one.
 * @param {string} text
 */
function linkSamplesWith(text) {
  return linkCommandNames.map((name) => {
    const members = Object.entries(linkSamples[name] ?? {});
    return Object.fromEntries(members.map(([key, value]) => [key, typeof value === "string" ? value + text : value]));
  });
}

// Section 7: every field is hostile input.
conformance.add(
  {
    number: "link-7.10",
    mark: "chosen",
    rule: "Text that looks like code stays text: quotes, backslashes, line separators, tags and template marks.",
    async check() {
      const count = await expectLinkAnswers(hostile.texts.flatMap((text) => [{ [text]: text }, ...linkSamplesWith(text)]));
      const inEnvelope = await Promise.all(hostile.texts.map((text) =>
        wallet.ask(text, text, { messageId: wallet.newID("text"), websiteMetadata: { title: text, description: text, image: text } })));
      failOn(inEnvelope.flatMap((outcome) => linkReply.errorFaults("as a command", outcome, "PROTOCOL_ERROR")));
      hostile.expectNothingRan();
      await wallet.ping();
      return `${hostile.texts.length} texts in ${count + inEnvelope.length} requests, none ran`;
    },
  },
  {
    number: "link-7.11",
    mark: "chosen",
    rule: "Keys such as __proto__ and constructor do no harm.",
    async check() {
      const keys = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"a","then":"b","toJSON":"c"';
      const text = (/** @type {string} */ command) =>
        `{"messageId":"${wallet.newID("keys")}","command":"${command}",${keys},"data":{${keys},"protocol":"CONFORMANCE"}}`;
      for (const command of ["getInfo", "getAddress", "conformanceUnknown"]) {
        const body = text(command);
        const outcome = await wallet.exchange(JSON.parse(body), () => wallet.post(body));
        if (outcome.kind !== "resolved") throw new Error(`${command}: ${linkReply.words(outcome)}`);
      }
      await expectLinkAnswers([JSON.parse(`{${keys}}`)]);
      hostile.expectNothingPolluted();
      return "answered, and Object.prototype is as it was";
    },
  },
  {
    number: "link-7.12",
    mark: "chosen",
    rule: "Data that are very deep are answered, and do no harm.",
    async check() {
      const count = await expectLinkAnswers([hostile.nested(100), hostile.nested(400), hostile.nested(2000)]);
      await wallet.ping();
      return `${count} requests of up to 2,000 levels`;
    },
  },
  {
    number: "link-7.13",
    mark: "chosen",
    rule: "Texts of 1 MiB are answered, and do no harm.",
    async check() {
      const long = "é".repeat(512 * 1024);
      const count = await expectLinkAnswers([{ long, protocol: long, to: long, value: long, url: long, address: long, message: long }]);
      const number = await wallet.ask("sendAssets", { ...linkSamples.sendAssets, value: "9".repeat(1024 * 1024) });
      if (number.kind !== "resolved") throw new Error(`a long value: ${linkReply.words(number)}`);
      return `${count + 1} requests`;
    },
  },
  {
    number: "link-7.14",
    mark: "chosen",
    rule: "Lone surrogates are answered, and do no harm.",
    async check() {
      const texts = ["\ud800", "\udc00", "a\ud800b", "\udc00\ud800"];
      const count = await expectLinkAnswers(texts.flatMap((text) => [{ [text]: text }, ...linkSamplesWith(text)]));
      await wallet.ping();
      return `${count} requests`;
    },
  },
  {
    number: "link-7.15",
    mark: "chosen",
    rule: "What cannot be sent is refused by the call itself, or answered, or dropped; it never breaks what follows.",
    async check() {
      const cyclic = /** @type {any} */ ({ messageId: wallet.newID("cyclic"), command: "getInfo" });
      cyclic.data = cyclic;
      const getter = { messageId: wallet.newID("getter"), get command() { throw new RangeError("conformance: thrown on purpose"); } };
      const bodies = [cyclic, getter, () => {}, Symbol("getInfo"), 1n, { messageId: wallet.newID("big"), command: "getInfo", data: 1n }];
      let refused = 0;
      for (const body of bodies) {
        try {
          // Some surfaces give a promise that rejects.
          Promise.resolve(wallet.post(body)).catch(() => (refused += 1));
        } catch {
          refused += 1;
        }
      }
      await wallet.ping();
      return `${refused} of ${bodies.length} refused by the call itself`;
    },
  },
);
