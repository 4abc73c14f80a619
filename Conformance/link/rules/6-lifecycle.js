"use strict";

/** A command that the wallet answers late if its answer is simulated; otherwise a command that does not ask the user. */
const linkSlow = wallet.answer ? "getAddress" : "conformancePing";

// Section 6: lifecycle and ordering.
conformance.add(
  {
    number: "link-6.1",
    mark: "causeway",
    rule: "Every request is answered exactly once.",
    async check() {
      const samples = await linkEverySample();
      const requests = [
        wallet.ask("getInfo"), wallet.ask("conformanceUnknown"), wallet.ask("getAddress", {}), wallet.ask(undefined),
        wallet.ask("sendAssets", { to: 7 }),
      ];
      if (wallet.answer) requests.push(...linkCommandNames.map((name) => wallet.ask(name, samples[name])));
      const outcomes = await Promise.all(requests);
      await wallet.ping();
      failOn(outcomes.flatMap((outcome, place) => {
        const { settlements } = outcome;
        if (outcome.kind !== "resolved") return [`request ${place}: ${linkReply.words(outcome)}`];
        return settlements === 1 ? [] : [`${outcome.value?.command}: answered ${settlements} times`];
      }));
      return `${outcomes.length} requests, ${outcomes.length} answers`;
    },
  },
  {
    number: "link-6.2",
    mark: "causeway",
    rule: "Many requests may be open at once, and each gets its own answer, in any order.",
    async check() {
      /** @type {[any, any, (reply: any) => boolean][]} */
      const kinds = [
        ["conformanceUnknown", {}, ({ error }) => error?.type === "PROTOCOL_ERROR"],
        ["getAddress", {}, ({ error }) => error?.type === "MALFORMED_INPUT"],
        ["getInfo", null, ({ data, error }) => Array.isArray(data?.protocols) || !!error?.type],
      ];
      if (wallet.answer === "approve") {
        const samples = await linkSamples();
        const answers = { getAddress: "address", sendAssets: "txid", requestWeb3Sign: "signature" };
        for (const [command, member] of Object.entries(answers).filter(([name]) => name in samples)) {
          kinds.push([command, samples[command], ({ data }) => typeof data?.[member] === "string"]);
        }
      }
      const asked = Array.from({ length: 200 }, (_, place) => kinds[(place * 7) % kinds.length]);
      const outcomes = await Promise.all(asked.map(([command, data]) => wallet.ask(command, data)));
      failOn(outcomes.flatMap((outcome, place) => {
        const [command, , isOwn] = asked[place];
        const isAnswer = outcome.kind === "resolved" && outcome.value?.command === command && isOwn(outcome.value);
        return isAnswer ? [] : [`${command}: ${linkReply.words(outcome)}`];
      }));
      return `${asked.length} at once, each with its own answer`;
    },
  },
  {
    number: "link-6.3",
    mark: "causeway",
    rule: "A message whose messageId is that of an open request is dropped, even if it cannot be read.",
    async check() {
      if (!wallet.answer) return conformance.skip("needs the user's answer; see ?answer=approve");
      const { getAddress, requestValue } = await linkEverySample();
      const messageId = wallet.newID("twice");
      const first = wallet.exchange({ messageId, command: "getAddress", data: getAddress });
      wallet.post({ messageId, command: "requestValue", data: requestValue });
      wallet.post({ messageId, command: "getAddress", data: getAddress });
      /** @type {any[]} */
      let deep = [];
      for (let depth = 0; depth < 1000; depth += 1) deep = [deep];
      wallet.post({ messageId, command: "getAddress", data: deep });
      const outcome = await first;
      await wallet.ping();
      if (outcome.kind !== "resolved") throw new Error(linkReply.words(outcome));
      const { command } = outcome.value;
      if (command !== "getAddress") throw new Error(`the answer is to ${command}, which came second`);
      if (outcome.settlements !== 1) throw new Error(`one messageId got ${outcome.settlements} answers`);
      return "four messages with one messageId, one answer";
    },
  },
  {
    number: "link-6.4",
    mark: "causeway",
    rule: "After its answer, a messageId may be used again.",
    async check() {
      const messageId = wallet.newID("again");
      for (const command of ["conformanceUnknown", "getInfo", "conformanceUnknown"]) {
        const outcome = await wallet.ask(command, undefined, { messageId });
        const isAnswer = outcome.kind === "resolved" && outcome.value?.command === command;
        if (!isAnswer) throw new Error(`${command}: ${linkReply.words(outcome)}`);
      }
      return "three times, one after the other";
    },
  },
  {
    number: "link-6.5",
    mark: "causeway",
    rule: "A body without a messageId cannot be answered; it is dropped and does no harm.",
    async check() {
      const before = wallet.strays.length;
      /** @type {any[]} */
      const bodies = [
        {}, [], null, 0, 7, true, "", "text", "{", '{"command":"getInfo"}', "[]", "null", '"text"', "\u2028", "\ud800",
        { command: "getInfo" }, { messageId: null, command: "getInfo" }, { messageId: "", command: "getInfo" },
        { messageId: true, command: "getInfo" }, { messageId: {}, command: "getInfo" },
        { messageId: ["a"], command: "getInfo" },
        { messageID: "a", command: "getInfo" }, { data: { messageId: "a" }, command: "getInfo" },
        [{ messageId: "a", command: "getInfo" }],
        '{"__proto__":{"messageId":"a"},"command":"getInfo"}',
        '{"messageId":"a","command":"getInfo"',
      ];
      if (wallet.platform === "ios") bodies.push(undefined);
      for (const body of bodies) wallet.post(body);
      await wallet.ping();
      const strays = wallet.strays.slice(before);
      failOn(strays.map((stray) => `a reply came: ${describeShape(stray)}`));
      return `${bodies.length} bodies, no reply`;
    },
  },
  {
    number: "link-6.6",
    mark: "causeway",
    rule: "A command that is missing or not a string is a PROTOCOL_ERROR.",
    check() {
      const kinds = [undefined, null, 7, true, ["getInfo"], [], { name: "getInfo" }, {}];
      const asked = kinds.map((command) => {
        const fields = { messageId: wallet.newID("kind") };
        return [describeShape(command), wallet.ask(command, { protocol: "BCH" }, fields)];
      });
      return linkReply.expectEach(Object.fromEntries(asked), "PROTOCOL_ERROR");
    },
  },
);
