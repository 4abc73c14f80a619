"use strict";

/**
 * Returns a request for every command, with a text added to each text of its data. Leaves out requests that would ask
 * the user.
 * @param {string} text
 * @param {{ [command: string]: any }} samples request data, by command
 * @returns {[string, any][]}
 */
function linkRequestsWith(text, samples) {
  const names = wallet.answer ? linkCommandNames : ["getInfo"];
  const known = names.map((name) => {
    const members = Object.entries(samples[name] ?? { more: "" });
    const longer = members.map(([key, value]) => [key, typeof value === "string" ? value + text : value]);
    return [name, Object.fromEntries(longer)];
  });
  return /** @type {[string, any][]} */ ([...known, ["conformanceUnknown", { [text]: text }]]);
}

/**
 * Sends requests at once, and fails unless each is answered.
 * @param {[string, any][]} requests
 */
async function expectLinkAnswers(requests) {
  const outcomes = await Promise.all(requests.map(([name, data]) => wallet.ask(name, data)));
  failOn(outcomes.flatMap((outcome, place) => {
    return outcome.kind === "resolved" ? [] : [`${requests[place][0]}: ${linkReply.words(outcome)}`];
  }));
  return outcomes.length;
}

// Section 7: every field is hostile input.
conformance.add(
  {
    number: "link-7.10",
    mark: "causeway",
    rule: "Text that looks like code stays text: quotes, backslashes, line separators, tags and template literals.",
    async check() {
      const samples = await linkEverySample();
      const count = await expectLinkAnswers(hostile.texts.flatMap((text) => linkRequestsWith(text, samples)));
      const asCommand = hostile.texts.map((text) => {
        const websiteMetadata = { title: text, description: text, image: text };
        return [text, wallet.ask(text, text, { messageId: wallet.newID("text"), websiteMetadata })];
      });
      await linkReply.expectEach(Object.fromEntries(asCommand), "PROTOCOL_ERROR");
      hostile.expectNothingRan();
      await wallet.ping();
      return `${hostile.texts.length} texts in ${count + asCommand.length} requests, none of them ran as code`;
    },
  },
  {
    number: "link-7.11",
    mark: "causeway",
    rule: "Keys such as __proto__ and constructor do no harm.",
    async check() {
      const keys = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"a","then":"b"';
      const text = (/** @type {string} */ command) =>
        `{"messageId":"${wallet.newID("keys")}","command":"${command}",${keys},"data":{${keys},"protocol":"-"}}`;
      for (const command of ["getInfo", "getAddress", "conformanceUnknown"]) {
        const body = text(command);
        const outcome = await wallet.exchange(JSON.parse(body), () => wallet.post(body));
        if (outcome.kind !== "resolved") throw new Error(`${command}: ${linkReply.words(outcome)}`);
      }
      hostile.expectNothingPolluted();
      return "answered, and Object.prototype is as it was";
    },
  },
  {
    number: "link-7.12",
    mark: "causeway",
    rule: "Deeply nested data are answered, and do no harm.",
    async check() {
      const count = await expectLinkAnswers([100, 400, 2000].flatMap((depth) => {
        const names = ["getInfo", "conformanceUnknown", "getAddress"];
        return /** @type {[string, any][]} */ (names.map((name) => [name, hostile.nested(depth)]));
      }));
      await wallet.ping();
      return `${count} requests of up to 2,000 levels`;
    },
  },
  {
    number: "link-7.13",
    mark: "causeway",
    rule: "Texts of 1 MiB are answered, and do no harm.",
    async check() {
      const long = "é".repeat(512 * 1024);
      const samples = await linkEverySample();
      const count = await expectLinkAnswers(linkRequestsWith(long, samples));
      const number = await wallet.ask("sendAssets", { ...samples.sendAssets, value: "9".repeat(1024 * 1024) });
      if (number.kind !== "resolved") throw new Error(`a long value: ${linkReply.words(number)}`);
      return `${count + 1} requests`;
    },
  },
  {
    number: "link-7.14",
    mark: "causeway",
    rule: "Lone surrogates are answered, and do no harm.",
    async check() {
      const texts = ["\ud800", "\udc00", "a\ud800b", "\udc00\ud800"];
      const samples = await linkEverySample();
      const count = await expectLinkAnswers(texts.flatMap((text) => linkRequestsWith(text, samples)));
      await wallet.ping();
      return `${count} requests`;
    },
  },
  {
    number: "link-7.15",
    mark: "causeway",
    rule: "If a message cannot be sent, the page's call may throw or reject, or the message is answered or dropped. " +
      "Later messages are not affected.",
    async check() {
      const cyclic = /** @type {any} */ ({ messageId: wallet.newID("cyclic"), command: "getInfo" });
      cyclic.data = cyclic;
      const getter = { messageId: wallet.newID("getter"), get command() { throw new RangeError("thrown on purpose"); } };
      const big = { messageId: wallet.newID("big"), command: "getInfo", data: 1n };
      const bodies = [cyclic, getter, () => {}, Symbol("getInfo"), 1n, big];
      let refused = 0;
      for (const body of bodies) {
        try {
          // On some platforms `post` returns a promise that rejects.
          Promise.resolve(wallet.post(body)).catch(() => (refused += 1));
        } catch {
          refused += 1;
        }
      }
      await wallet.ping();
      return `${refused} of ${bodies.length} calls threw or rejected`;
    },
  },
);
