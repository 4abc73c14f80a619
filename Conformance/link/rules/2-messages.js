"use strict";

/** Sends requests that every wallet answers without asking the user: `getInfo`, and three that must fail. */
function askWithoutBother() {
  const { ask } = wallet;
  return Promise.all([
    ask("getInfo"), ask("conformanceUnknown"), ask("getAddress", {}), ask("sendAssets", { to: "" }),
  ]);
}

/**
 * Returns an outcome as text, without its messageId.
 * @param {ConformanceOutcome} outcome
 */
function linkAnswerText({ kind, value }) {
  return JSON.stringify([kind, value?.data, value?.error]);
}

// Section 2: message shapes.
conformance.add(
  {
    number: "link-2.1",
    mark: "contract",
    rule: "A reply has the messageId of its request, for any text.",
    async check() {
      const ids = [
        "1", "getInfo1", "a b", "é", "😀", "\u2028\u2029", "'\"`\\", "</script>", "__proto__", "constructor", "toString",
        "then", "null", "{}", "\u0000", " ", "%00", "x".repeat(1000),
      ];
      const outcomes = await Promise.all(ids.map((messageId) => wallet.ask("conformanceUnknown", {}, { messageId })));
      failOn(outcomes.flatMap((outcome, place) => {
        const isEcho = outcome.kind === "resolved" && outcome.value?.messageId === ids[place];
        return isEcho ? [] : [`${JSON.stringify(ids[place]).slice(0, 20)}: ${linkReply.words(outcome)}`];
      }));
      return `${ids.length} texts, each in the reply as it was sent`;
    },
  },
  {
    number: "link-2.2",
    mark: "contract",
    rule: "A reply has the command of its request, in success and in failure.",
    async check() {
      const commands = ["getInfo", "getAddress", "sendAssets", "conformanceUnknown", "", "Ünbekannt", "__proto__"];
      const outcomes = await Promise.all(commands.map((command) => wallet.ask(command, { protocol: 7 })));
      failOn(outcomes.flatMap((outcome, place) => {
        if (outcome.kind !== "resolved") return [`"${commands[place]}": ${linkReply.words(outcome)}`];
        const echo = outcome.value?.command;
        return echo === commands[place] ? [] : [`"${commands[place]}": the reply's command is ${describeShape(echo)}`];
      }));
      return `${commands.length} commands, each in the reply`;
    },
  },
  {
    number: "link-2.3",
    mark: "causeway",
    rule: "A reply has data or an error, never both, and no members that the protocol does not define.",
    async check() {
      const outcomes = await askWithoutBother();
      if (wallet.answer) {
        const samples = await linkEverySample();
        outcomes.push(...(await Promise.all(linkCommandNames.map((name) => wallet.ask(name, samples[name])))));
      }
      failOn(outcomes.flatMap(({ kind, value }) => {
        if (kind !== "resolved" || !isPlainObject(value)) return [`a request was not answered: ${kind}`];
        const strange = Object.keys(value).filter((key) => !["messageId", "command", "data", "error"].includes(key));
        if (strange.length > 0) return [`${value.command}: the reply also has ${strange.join(", ")}`];
        if ("data" in value && "error" in value) return [`${value.command}: the reply has data and an error`];
        return "data" in value || "error" in value ? [] : [`${value.command}: the reply has neither data nor an error`];
      }));
      return `${outcomes.length} replies`;
    },
  },
  {
    number: "link-2.4",
    mark: "contract",
    rule: "An error is an object with a type and optionally a description and data.",
    async check() {
      const outcomes = await askWithoutBother();
      const errors = outcomes.map(({ value }) => value?.error).filter((error) => error !== undefined);
      if (errors.length < 3) throw new Error(`${errors.length} errors where at least 3 were expected`);
      failOn(errors.flatMap((error) => {
        if (!isPlainObject(error)) return [`an error is ${describeShape(error)}`];
        const strange = Object.keys(error).filter((key) => !["type", "description", "data"].includes(key));
        if (strange.length > 0) return [`an error also has ${strange.join(", ")}`];
        return /^[A-Z][A-Z_]+$/.test(error.type) ? [] : [`the type is ${describeShape(error.type)}, not in capitals`];
      }));
      return errors.map(({ type }) => type).join(", ");
    },
  },
  {
    number: "link-2.5",
    mark: "published",
    rule: "The page gets the error object itself, not an `Error`.",
    async check() {
      const errors = (await askWithoutBother()).map(({ value }) => value?.error).filter(Boolean);
      failOn(errors.flatMap((error) => {
        if (error instanceof Error || "stack" in error) return ["an error is an `Error`"];
        return Object.getPrototypeOf(error) === Object.prototype ? [] : ["an error is not a plain object"];
      }));
      return `${errors.length} plain objects`;
    },
  },
  {
    number: "link-2.6",
    mark: "causeway",
    rule: "Missing data, null and undefined mean the same.",
    async check() {
      const missing = { messageId: wallet.newID("getInfo"), command: "getInfo" };
      const information = await Promise.all([
        wallet.exchange(missing), wallet.ask("getInfo", null), wallet.ask("getInfo", undefined),
      ]);
      const answers = new Set(information.map(linkAnswerText));
      if (answers.size > 1) throw new Error(`getInfo gave ${answers.size} different answers`);
      const request = { messageId: wallet.newID("getAddress"), command: "getAddress" };
      const addresses = [
        await wallet.exchange(request), await wallet.ask("getAddress", null), await wallet.ask("getAddress", undefined),
      ].map((outcome) => outcome.value?.error?.type ?? "an address");
      if (new Set(addresses).size > 1) throw new Error(`getAddress gave ${addresses.join(", ")}`);
      return `getInfo is ${linkReply.words(information[0])}, getAddress gave ${addresses[0]}`;
    },
  },
  {
    number: "link-2.7",
    mark: "causeway",
    rule: "Members that the protocol does not define are ignored, in the envelope and in the data.",
    async check() {
      const extras = {
        id: 7, type: "sendAssets", method: "sendAssets", error: { type: "CANCELED" }, version: 2, callback: "alert",
        nested: { command: "sendAssets", list: [null, 1.5] }, origin: "https://bank.example", isMainFrame: true,
      };
      const plain = await wallet.ask("getInfo");
      const padded = await wallet.ask("getInfo", extras, extras);
      const isAlike = linkAnswerText(plain) === linkAnswerText(padded);
      if (!isAlike) throw new Error(`${linkReply.words(plain)} without them, but ${linkReply.words(padded)} with them`);
      await linkReply.expectEach({ getAddress: wallet.ask("getAddress", extras, extras) }, "MALFORMED_INPUT");
      if (wallet.answer !== "approve") return "the answers to getInfo and getAddress are the same as without them";
      const address = await linkReply.success("getAddress", { ...extras, ...(await linkSample("getAddress")) }, extras);
      return linkReply.expectTexts("getAddress", address, "address");
    },
  },
  {
    number: "link-2.8",
    mark: "published",
    rule: "`websiteMetadata` may be missing or have any value: it changes no answer.",
    async check() {
      const kinds = [
        undefined, null, "text", 7, true, [], [{}], {}, { title: 7, description: null, image: [] },
        { title: "A shop", description: "Tea", image: "https://shop.example/tea.png" }, { title: "x".repeat(100_000) },
        { title: hostile.texts.join(""), image: "javascript:alert(1)", more: {} },
      ];
      const asked = kinds.map((websiteMetadata) => wallet.ask("getInfo", undefined, { websiteMetadata }));
      const answers = new Set((await Promise.all(asked)).map(linkAnswerText));
      if (answers.size > 1) throw new Error(`getInfo gave ${answers.size} different answers`);
      hostile.expectNothingRan();
      return `${kinds.length} kinds, one answer`;
    },
  },
);
