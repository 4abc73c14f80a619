"use strict";

/**
 * Runs a check while another object is at `_bitcoinWalletApi`, and then restores the original.
 * @param {any} other
 * @param {() => Promise<string>} check
 */
async function whileReplaced(other, check) {
  const scope = /** @type {any} */ (window);
  const own = scope._bitcoinWalletApi;
  scope._bitcoinWalletApi = other;
  if (scope._bitcoinWalletApi !== other) throw new Error("the page cannot replace it");
  try {
    return await check();
  } finally {
    scope._bitcoinWalletApi = own;
  }
}

/**
 * Sends a request and waits until the host tries to deliver the reply to an object at `_bitcoinWalletApi` that receives
 * no replies.
 * @param {any} other
 */
async function loseReply(other) {
  const { api, android, ios } = wallet.found;
  const own = Object.getOwnPropertyDescriptor(window, "_bitcoinWalletApi");
  if (!own?.configurable) return conformance.skip("the page cannot redefine its own property here");
  const outcome = await conformance.outcome(() => new Promise((resolve) => {
    Object.defineProperty(window, "_bitcoinWalletApi", {
      configurable: true,
      get() {
        // The host reads the property to deliver the reply. By the next turn of the event loop the delivery is over.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage("");
        return other;
      },
    });
    const request = { messageId: wallet.newID("lost"), command: "conformanceUnknown" };
    if (wallet.platform === "android") Reflect.apply(android, api, [JSON.stringify(request)]);
    else ios.postMessage(request);
  }));
  Object.defineProperty(window, "_bitcoinWalletApi", own);
  if (outcome.kind !== "resolved") throw new Error(
    `the host did not read _bitcoinWalletApi when it was ${describeShape(other)}`);
}

/**
 * Returns an object of the page for `_bitcoinWalletApi`, with the channel to the wallet on Android.
 * @param {any} receiveMessage
 */
function linkReplacement(receiveMessage) {
  const { android } = wallet.found;
  return { ...(wallet.platform === "android" ? { messageHandler: android } : {}), receiveMessage };
}

// Section 6: pages that lose replies, or have another object at `_bitcoinWalletApi`.
conformance.add(
  {
    number: "link-6.7",
    mark: "causeway",
    rule: "A `receiveMessage` that throws once does not lose later replies.",
    async check() {
      const samples = await linkEverySample();
      let thrown = 0;
      wallet.after.reply = () => {
        if (thrown > 0) return;
        thrown += 1;
        throw new RangeError("conformance: thrown on purpose");
      };
      try {
        const asked = ["conformanceUnknown", "getInfo", linkSlow, "conformanceUnknown", "getInfo"];
        const outcomes = await Promise.all(asked.map((command) => wallet.ask(command, samples[command])));
        await wallet.ping();
        if (thrown === 0) throw new Error("no reply arrived");
        failOn(outcomes.flatMap((outcome, place) => {
          if (outcome.kind !== "resolved") return [`${asked[place]}: ${linkReply.words(outcome)}`];
          return outcome.settlements === 1 ? [] : [`${asked[place]}: answered ${outcome.settlements} times`];
        }));
        return `${asked.length} replies, although receiveMessage threw for the first one`;
      } finally {
        wallet.after.reply = () => {};
      }
    },
  },
  {
    number: "link-6.8",
    mark: "causeway",
    rule: "If the page has replaced `_bitcoinWalletApi`, replies go to the current object.",
    check() {
      let received = 0;
      const other = linkReplacement((/** @type {any} */ message) => {
        received += 1;
        wallet.receive.call(other, message);
      });
      return whileReplaced(other, async () => {
        const outcome = await wallet.ask("conformanceUnknown");
        if (outcome.kind !== "resolved") throw new Error(linkReply.words(outcome));
        if (received !== 1) throw new Error(`the new object got ${received} replies instead of 1`);
        return "the reply went to the new object";
      });
    },
  },
  {
    number: "link-6.9",
    mark: "causeway",
    rule: "A `_bitcoinWalletApi` that the page has frozen, or made without a prototype, gets its replies.",
    async check() {
      const bare = Object.assign(Object.create(null), linkReplacement(wallet.receive));
      for (const other of [Object.freeze(linkReplacement(wallet.receive)), Object.freeze(bare)]) {
        await whileReplaced(other, async () => {
          const outcome = await wallet.ask("conformanceUnknown");
          if (outcome.kind !== "resolved") throw new Error(linkReply.words(outcome));
          return "";
        });
      }
      return "both";
    },
  },
  {
    number: "link-6.10",
    mark: "causeway",
    rule: "A page without `receiveMessage`, or without `_bitcoinWalletApi`, loses that reply and no other.",
    async check() {
      const others = [
        {}, { receiveMessage: null }, { receiveMessage: "text" }, undefined, null, 7,
        { get receiveMessage() { throw new RangeError("conformance: thrown on purpose"); } },
      ];
      const before = wallet.strays.length;
      for (const other of others) await loseReply(other);
      await wallet.ping();
      if (wallet.strays.length > before) throw new Error("a reply that had to be lost reached the page");
      return `${others.length} kinds of pages, and the next reply arrives`;
    },
  },
);
