"use strict";

/**
 * Where nobody's money can go, by protocol: the addresses are no real ones.
 * @type {{ [protocol: string]: string }}
 */
const linkRecipients = {
  BCH: "bitcoincash:qconformance", BTC: "bc1qconformance", ETH: "0x00000000000000000000000000000000c0f02a11",
  SLP: "simpleledger:qconformance",
};

/** A payment in a token. */
const linkTokenPayment = { protocol: "SLP", to: linkRecipients.SLP, assetId: "c0f0".repeat(16), value: "3" };

/**
 * Data that a wallet with these protocols takes, by command; nothing for a command that has no use for any of them.
 * @param {string[]} protocols
 * @returns {{ [command: string]: any }}
 */
function linkSamplesWith(protocols) {
  const has = (/** @type {string} */ protocol) => protocols.includes(protocol);
  const coin = ["BCH", "BTC", "ETH"].find(has);
  const invoice = has("BCH") ? "bitcoincash" : "bitcoin";
  /** @type {{ [Command in LinkCommand]?: LinkCommands[Command]["request"] }} */
  const samples = {
    getInfo: undefined,
    requestValue: { openValueRequest: true },
    requestWeb3Sign: { address: linkRecipients.ETH, message: "Conformance", signType: "personal_sign" },
  };
  if (protocols.length > 0) samples.getAddress = { protocol: coin ?? protocols[0] };
  if (coin) samples.sendAssets = { to: linkRecipients[coin], protocol: coin, value: "0.000123" };
  else if (has("SLP")) samples.sendAssets = linkTokenPayment;
  if (has("BCH") || has("BTC")) samples.payInvoice = { url: `${invoice}:?r=https://merchant.example/invoice/1` };
  if (has("SLP")) {
    samples.createToken = {
      name: "Conformance", symbol: "CONF", decimals: 2, initialSupply: 1000, tokenReceiverAddress: linkRecipients.SLP,
    };
  }
  return samples;
}

/** What a wallet is taken to have that does not say. */
const linkUsualProtocols = ["BCH", "SLP"];

/** Every command. */
const linkCommandNames = /** @type {LinkCommand[]} */ (Object.keys(linkSamplesWith(linkUsualProtocols)));

/** @type {Promise<string[]> | undefined} */
let linkListedProtocols;

/** The protocols that the wallet lists; it is asked once, when a rule first needs to know. */
function linkProtocols() {
  return (linkListedProtocols ??= wallet.ask("getInfo").then(({ value }) => {
    const protocols = value?.data?.protocols;
    const isList = Array.isArray(protocols) && protocols.every((each) => typeof each === "string" && each !== "");
    // A wallet that refuses to say, or says it wrongly, has rules of its own; they are not to end every other.
    return isList ? protocols : linkUsualProtocols;
  }));
}

/** Data that this wallet takes, by command; nothing for a command that has no use for its protocols. */
async function linkSamples() {
  return linkSamplesWith(await linkProtocols());
}

/** Well-formed data for every command, whether this wallet has a protocol for it or not. */
async function linkEverySample() {
  return { ...linkSamplesWith(linkUsualProtocols), ...(await linkSamples()) };
}

/**
 * Data that this wallet takes; skips if it has no protocol for the command.
 * @param {string} command
 */
async function linkSample(command) {
  const samples = await linkSamples();
  if (command in samples) return samples[command];
  return conformance.skip(`the wallet lists no protocol for ${command}; it lists ${await linkListText()}`);
}

/**
 * Skips if the wallet does not list a protocol.
 * @param {string} protocol
 */
async function linkNeeds(protocol) {
  if (!(await linkProtocols()).includes(protocol)) {
    conformance.skip(`the wallet does not list ${protocol}; it lists ${await linkListText()}`);
  }
}

async function linkListText() {
  return (await linkProtocols()).join(", ") || "nothing";
}

/** Bodies of `data` that have nothing to offer to a command that needs some. */
const linkNoData = {
  "no data": undefined, null: null, text: "BCH", "an empty text": "", number: 7, boolean: true, "an empty object": {},
  "an empty array": [],
};

/**
 * A command's data with other members.
 * @param {object} sample
 * @param {{ [label: string]: object }} changes
 */
function linkVariants(sample, changes) {
  return Object.fromEntries(Object.entries(changes).map(([label, change]) => [label, { ...sample, ...change }]));
}

/**
 * A command's data with each of these values as one of its members.
 * @param {object} sample
 * @param {string} member
 * @param {any[]} values
 */
function linkVariantsWith(sample, member, values) {
  const changes = values.map((value) => {
    const label = typeof value === "string" ? JSON.stringify(value) : describeShape(value);
    return [`${member}: ${label}`, { [member]: value }];
  });
  return linkVariants(sample, Object.fromEntries(changes));
}

/**
 * A command's data with each of these members missing and of the wrong kinds, where a text is wanted.
 * @param {object} sample
 * @param {...string} members
 */
function linkWithoutText(sample, ...members) {
  const values = [undefined, null, "", 7, ["a"], { a: "b" }];
  return Object.assign({}, ...members.map((member) => linkVariantsWith(sample, member, values)));
}

/**
 * What a sub-frame asks for; little, where a person would have to answer.
 * @param {{ [command: string]: any }} samples by command
 * @param {boolean} isTold whether the wallet was told what to answer
 */
function linkFrameData(samples, isTold) {
  const all = { ...samples, getInfo: null, conformanceUnknown: null };
  return isTold ? all : { getAddress: samples.getAddress, conformanceUnknown: null };
}
