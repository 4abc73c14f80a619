"use strict";

// Section 1: transport and globals.
conformance.add(
  {
    number: "link-1.1",
    mark: "contract",
    gate: true,
    rule: "The page finds the channel: `sendMessageHandler` on iOS, `messageHandler` on Android.",
    check() {
      const { ios, android } = wallet.found;
      if (wallet.platform === "android") {
        if (typeof android === "function") return "_bitcoinWalletApi.messageHandler";
        throw new Error(`_bitcoinWalletApi.messageHandler is ${describeShape(android)}`);
      }
      if (typeof ios?.postMessage !== "function") {
        throw new Error("webkit.messageHandlers.sendMessageHandler.postMessage is not a function");
      }
      return "webkit.messageHandlers.sendMessageHandler";
    },
  },
  {
    number: "link-1.2",
    mark: "published",
    gate: true,
    rule: "The page can set `receiveMessage` on `_bitcoinWalletApi`, and makes that object if the host has not made " +
      "it.",
    check() {
      if (!wallet.isListening) throw new Error("the assignment failed, as it would in the client");
      return wallet.found.api === undefined ? "on an object that the page made" : "on the host's object";
    },
  },
  {
    number: "link-1.3",
    mark: "contract",
    gate: true,
    rule: "A request is answered by a call of `_bitcoinWalletApi.receiveMessage`.",
    async check() {
      const outcome = await wallet.ask("conformancePing");
      if (outcome.kind !== "resolved") throw new Error(linkReply.words(outcome));
      return linkReply.words(outcome);
    },
  },
  {
    number: "link-1.4",
    mark: "causeway",
    rule: "On iOS there is no `_bitcoinWalletApi.messageHandler`, because clients would use it.",
    check() {
      if (wallet.platform === "android") return conformance.skip("this wallet has the Android channel");
      if (wallet.found.android !== undefined) throw new Error(`it is ${describeShape(wallet.found.android)}`);
      return "not defined";
    },
  },
  {
    number: "link-1.5",
    mark: "causeway",
    rule: "The host's `_bitcoinWalletApi` is a plain, extensible object that the page may also replace.",
    check() {
      const { api, prototype, isExtensible, property } = wallet.found;
      if (api === undefined) {
        if (property) throw new Error("window has the property, but its value is undefined");
        return "the host defines no such object";
      }
      if (!isPlainObject(api)) throw new Error(`it is ${describeShape(api)}`);
      if (prototype !== Object.prototype) throw new Error("it is not a plain object");
      if (!isExtensible) throw new Error("it cannot be extended");
      if (!property?.writable && !property?.set) throw new Error("it cannot be replaced");
      return "plain, extensible, replaceable";
    },
  },
  {
    number: "link-1.6",
    mark: "causeway",
    rule: "The host never defines `receiveMessage` itself.",
    check() {
      const { members } = wallet.found;
      if (members.includes("receiveMessage")) throw new Error("it existed before the page's first script");
      return members.length > 0 ? `the host defines ${members.join(", ")}` : "the host defines nothing";
    },
  },
  {
    number: "link-1.7",
    mark: "published",
    rule: "No answer arrives inside the call that sends the request, because a client would lose it.",
    async check() {
      const before = wallet.deliveries.length;
      const requests = [
        wallet.ask("conformanceUnknown"), wallet.ask("getInfo"), wallet.ask("getAddress", {}), wallet.ask(undefined),
        wallet.ask("payInvoice", { url: 7 }),
      ];
      await Promise.all(requests);
      const arrived = wallet.deliveries.slice(before);
      const inside = arrived.filter(({ isInside }) => isInside).length;
      if (inside > 0) throw new Error(`${inside} of ${arrived.length} answers arrived inside the call`);
      return `${arrived.length} answers, all of them later`;
    },
  },
  {
    number: "link-1.8",
    mark: "causeway",
    rule: "An object and its JSON text are the same request, on both platforms.",
    async check() {
      const request = (/** @type {string} */ form) => ({ messageId: wallet.newID(`form-${form}`), command: "getInfo" });
      const { api, android, ios } = wallet.found;
      const raw = (/** @type {any} */ body) => {
        if (wallet.platform === "android") Reflect.apply(android, api, [body]);
        else ios.postMessage(body);
      };
      const object = await wallet.exchange(request("object"), raw);
      const text = await wallet.exchange(request("text"), (body) => raw(JSON.stringify(body)));
      const spaced = await wallet.exchange(request("spaced"), (body) => raw(`\n ${JSON.stringify(body, null, 2)}\t`));
      const all = [object, text, spaced];
      failOn(all.flatMap((outcome, place) => {
        if (outcome.kind === "resolved" && outcome.value?.command === "getInfo") return [];
        return [`${["an object", "text", "text with white space"][place]}: ${linkReply.words(outcome)}`];
      }));
      if (new Set(all.map(({ value }) => value.error?.type)).size > 1) throw new Error("they are answered differently");
      return "an object, text, and text with white space around it are answered alike";
    },
  },
  {
    number: "link-1.9",
    mark: "causeway",
    rule: "`receiveMessage` is called as a method of `_bitcoinWalletApi`, with one argument: a plain object.",
    async check() {
      await wallet.ping();
      const faults = wallet.deliveries.flatMap(({ message, count, isMethod }) => {
        if (!isMethod) return ["it was not called as a method of `_bitcoinWalletApi`"];
        if (count !== 1) return [`it was called with ${count} arguments`];
        if (typeof message === "string") return ["it was called with text, which not every page can read"];
        return isPlainObject(message) && Object.getPrototypeOf(message) === Object.prototype
          ? [] : [`it was called with ${describeShape(message)}, which is not a plain object`];
      });
      failOn(faults);
      return `${wallet.deliveries.length} calls so far`;
    },
  },
  {
    number: "link-1.10",
    mark: "published",
    rule: "On Android, `messageHandler` never throws, because a client would conclude that there is no wallet.",
    async check() {
      if (wallet.platform !== "android") return conformance.skip("this wallet has the iOS channel");
      const ours = ["", " ", "getInfo", "{", "[]", "null", "7", '"text"', '{"messageId":', "\u0000", "\ud800"];
      const texts = [...ours, ...hostile.texts];
      const faults = texts.flatMap((text) => {
        try {
          wallet.post(text);
          return [];
        } catch (error) {
          return [`${JSON.stringify(text).slice(0, 40)}: ${describeError(error)}`];
        }
      });
      failOn(faults);
      await wallet.ping();
      return `${texts.length} texts that are not requests`;
    },
  },
);
