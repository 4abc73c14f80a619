"use strict";

/**
 * A request to the wallet, and an offer of the shop. An offer has the requests that it sends at the same time, and the
 * texts for their answers.
 * @typedef {{ command: LinkCommand, data?: any }} LinkAsked
 * @typedef {LinkOffer & {
 *   asks: () => LinkAsked[],
 *   canAsk?: () => boolean,
 *   note: (data: any[]) => string,
 *   done: (data: any[]) => string,
 *   undone: string,
 * }} LinkGood
 */

/**
 * The user's addresses, by protocol. The object is empty until the wallet has shared them.
 * @type {{ [protocol: string]: string }}
 */
const linkCustomer = {};

/** The shop's addresses, by protocol. They are not real. */
const linkTill = { BCH: "bitcoincash:qteashop0000example", SLP: "simpleledger:qteashop0000example" };

/** @type {LinkGood[]} */
const linkGoods = [
  {
    drawing: "wallet", title: "Come in", about: "Who are you?", button: "Connect", again: "Again",
    asks: () => [
      { command: "getAddress", data: { protocol: "BCH" } }, { command: "getAddress", data: { protocol: "ETH" } },
    ],
    note: () => "two requests at once; addresses are shortened here",
    done([coins, ether]) {
      Object.assign(linkCustomer, { BCH: coins.address, ETH: ether.address });
      return `Welcome, ${linkWords.short(coins.address)}`;
    },
    undone: "You can look around without a wallet.",
  },
  {
    drawing: "key", title: "Sign in", about: "Without a password.", button: "Sign in", again: "Again",
    asks: () => [{
      command: "requestWeb3Sign",
      data: { address: linkCustomer.ETH ?? "…", message: "Sign in to the tea shop", signType: "personal_sign" },
    }],
    canAsk: () => linkCustomer.ETH !== undefined,
    note: () => "signatures are masked here",
    done: () => "You are signed in.",
    undone: "Nothing was signed.",
  },
  {
    drawing: "tea", title: "A pot of oolong", about: "0.0012 BCH", button: "Pay", again: "Again",
    asks: () => [{ command: "sendAssets", data: { to: linkTill.BCH, protocol: "BCH", value: "0.0012" } }],
    note: () => "the id of the transaction",
    done: () => "Paid. The kettle is on.",
    undone: "Not paid; nothing left your wallet.",
  },
  {
    drawing: "invoice", title: "Roasted beans", about: "Paid by the roaster's invoice.", button: "Pay", again: "Again",
    asks: () => [{ command: "payInvoice", data: { url: "bitcoincash:?r=https://roaster.example/i/17" } }],
    note: () => "a text from the merchant",
    done: () => "The roaster has the money.",
    undone: "Not paid; nothing left your wallet.",
  },
  {
    drawing: "stamp", title: "A stamp card", about: "A token of your own.", button: "Make", again: "Another",
    asks: () => [{
      command: "createToken",
      data: { name: "Tea", symbol: "TEA", decimals: 0, initialSupply: 10, tokenReceiverAddress: linkTill.SLP },
    }],
    note: () => "the token's id",
    done: () => "Ten stamps are yours.",
    undone: "No card was made.",
  },
  {
    drawing: "jar", title: "The tip jar", about: "As much as you like.", button: "Tip", again: "Again",
    asks: () => [{ command: "requestValue", data: { openValueRequest: true } }],
    note: () => "what the user entered",
    done: ([{ value }]) => `${value} BCH. Thank you!`,
    undone: "Another time, then.",
  },
  {
    drawing: "slip", title: "A typing mistake", about: "1,5 is not an amount.", button: "Send", again: "Again",
    asks: () => [{ command: "sendAssets", data: { to: linkTill.BCH, protocol: "BCH", value: "1,5" } }],
    note: () => "this should not have been paid",
    done: () => "Paid, though it should not have been.",
    undone: "The wallet noticed the mistake; you were not asked.",
  },
];

/** @param {LinkAsked} asked */
function linkLine({ command, data }) {
  return data === undefined ? command : `${command} ${linkWords.written(data)}`;
}

/**
 * Returns the note that explains an error of the wallet.
 * @param {LinkError} error
 */
function linkMeaning({ type, description }) {
  if (type === "CANCELED") return "the user declined";
  if (type === "MALFORMED_INPUT") return "refused without asking the user";
  return description ? "the wallet's description of the error" : "the wallet failed";
}

/**
 * Adds an offer to the counter. Returns the functions that take the offer and that update its button.
 * @param {LinkGood} good
 */
function linkOffer(good) {
  const row = linkCounter.add(good, good.asks().map(linkLine), () => void take());
  const open = () => row.open(linkClient.hasWallet() && (good.canAsk?.() ?? true));

  /** @returns {Promise<{ said: string, answered: string, milliseconds: number }[]>} */
  async function take() {
    if (good.canAsk?.() === false) return [];
    const asks = good.asks();
    row.wait(asks.map(linkLine));
    const start = performance.now();
    const replies = await Promise.all(asks.map(async ({ command, data }) => {
      const reply = await linkClient.call(command, data);
      return { reply, milliseconds: performance.now() - start };
    }));
    const answers = replies.map(({ reply }) => linkWords.written(reply.error ?? reply.data));
    const error = replies.map(({ reply }) => reply.error).find((each) => each);
    const data = replies.map(({ reply }) => reply.data);
    const longest = Math.max(...replies.map(({ milliseconds }) => milliseconds));
    if (error) {
      const kind = error.type === "CANCELED" ? "refused" : "failed";
      row.fill([linkWords.written(error)], linkMeaning(error), { kind, text: good.undone }, longest);
    } else {
      row.fill(answers, good.note(data), { kind: "done", text: good.done(data) }, longest);
    }
    linkOffers.forEach(({ open }) => open());
    return replies.map(({ milliseconds }, place) => ({
      said: linkLine(asks[place]), answered: answers[place], milliseconds,
    }));
  }

  return { take, open };
}

const linkOffers = linkGoods.map(linkOffer);

/** Opens the shop. The wallet asks its user nothing until the user presses a button. */
async function openLinkShop() {
  const state = /** @type {HTMLElement} */ (document.getElementById("state"));
  const all = /** @type {HTMLButtonElement} */ (document.getElementById("all"));
  const hasWallet = linkClient.hasWallet();
  document.body.classList.toggle("alone", !hasWallet);
  /** @type {HTMLElement} */ (document.getElementById("outside")).hidden = hasWallet;
  all.hidden = !hasWallet;
  state.textContent = hasWallet ? "Looking for the wallet …" : "No wallet";
  linkOffers.forEach(({ open }) => open());

  /** Takes all offers, one after another. */
  async function takeAll() {
    const exchanges = [];
    if (hasWallet) {
      all.disabled = true;
      state.classList.remove("done");
      for (const { take } of linkOffers) exchanges.push(...(await take()));
      state.textContent = `${exchanges.length} requests, each answered once`;
      state.classList.add("done");
      all.disabled = false;
    }
    window.__demoDone = true;
    return exchanges;
  }

  all.addEventListener("click", () => void takeAll());
  window.__demoDone = false;
  /** @type {ReturnType<typeof takeAll> | undefined} */
  let tour;
  // The tour starts when a program first reads `__demo`. A user presses the buttons instead.
  Object.defineProperty(window, "__demo", { get: () => (tour ??= takeAll()) });

  if (!hasWallet) return;
  const { data } = await linkClient.call("getInfo", undefined);
  if (tour) return;
  state.textContent = data ? `Wallet ${data.version}, with ${data.protocols.join(", ")}` : "The wallet did not answer";
}

void openLinkShop();
