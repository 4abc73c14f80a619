"use strict";

/**
 * Recipients by protocol. The addresses are not real, so no money can be sent to them.
 * @type {{ [protocol: string]: string }}
 */
const linkRecipients = {
  BCH: "bitcoincash:qconformance", BTC: "bc1qconformance", ETH: "0x00000000000000000000000000000000c0f02a11",
  SLP: "simpleledger:qconformance",
};

/** A payment in a token. */
const linkTokenPayment = { protocol: "SLP", to: linkRecipients.SLP, assetId: "c0f0".repeat(16), value: "3" };

/**
 * Returns valid request data by command, for a wallet with these protocols. Leaves out commands that use none of them.
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

/** The protocols that are assumed for a wallet that does not list its own. */
const linkUsualProtocols = ["BCH", "SLP"];

/** The names of all commands. */
const linkCommandNames = /** @type {LinkCommand[]} */ (Object.keys(linkSamplesWith(linkUsualProtocols)));

/** @type {Promise<string[]> | undefined} */
let linkListedProtocols;

/** Returns the protocols that the wallet lists. The wallet is asked once, when a rule first needs them. */
function linkProtocols() {
  return (linkListedProtocols ??= wallet.ask("getInfo").then(({ value }) => {
    const protocols = value?.data?.protocols;
    const isList = Array.isArray(protocols) && protocols.every((each) => typeof each === "string" && each !== "");
    // Separate rules check the list. A missing or malformed list must not make every other rule fail.
    return isList ? protocols : linkUsualProtocols;
  }));
}

/** Returns valid request data for this wallet, by command. Leaves out commands that use none of its protocols. */
async function linkSamples() {
  return linkSamplesWith(await linkProtocols());
}

/** Returns well-formed data for every command, including commands for which this wallet has no protocol. */
async function linkEverySample() {
  return { ...linkSamplesWith(linkUsualProtocols), ...(await linkSamples()) };
}

/**
 * Returns valid request data for a command; skips the rule if this wallet has no protocol for the command.
 * @param {string} command
 */
async function linkSample(command) {
  const samples = await linkSamples();
  if (command in samples) return samples[command];
  return conformance.skip(`the wallet lists no protocol for ${command}; it lists ${await linkListText()}`);
}

/**
 * Skips the rule if the wallet does not list the protocol.
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

/** Values of `data` that lack the members that a command needs. */
const linkNoData = {
  "no data": undefined, null: null, text: "BCH", "an empty text": "", number: 7, boolean: true, "an empty object": {},
  "an empty array": [],
};

/**
 * Returns variants of a command's data, each with other members.
 * @param {object} sample
 * @param {{ [label: string]: object }} changes
 */
function linkVariants(sample, changes) {
  return Object.fromEntries(Object.entries(changes).map(([label, change]) => [label, { ...sample, ...change }]));
}

/**
 * Returns variants of a command's data, one for each of these values of a member.
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
 * Returns variants of a command's data in which one of these text members is missing, empty or not a text.
 * @param {object} sample
 * @param {...string} members
 */
function linkWithoutText(sample, ...members) {
  const values = [undefined, null, "", 7, ["a"], { a: "b" }];
  return Object.assign({}, ...members.map((member) => linkVariantsWith(sample, member, values)));
}

/**
 * Returns the request data for a sub-frame, by command. If the user answers the requests, it contains only a few
 * commands.
 * @param {{ [command: string]: any }} samples request data, by command
 * @param {boolean} isTold whether the wallet's answers are simulated
 */
function linkFrameData(samples, isTold) {
  const all = { ...samples, getInfo: null, conformanceUnknown: null };
  return isTold ? all : { getAddress: samples.getAddress, conformanceUnknown: null };
}
