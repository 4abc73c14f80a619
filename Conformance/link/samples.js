"use strict";

/**
 * Data that every wallet takes, by command. Nobody's money can go there: the addresses are no real ones.
 * @type {{ [command: string]: any }}
 */
const linkSamples = {
  getAddress: { protocol: "BCH" },
  sendAssets: { to: "bitcoincash:qconformance", protocol: "BCH", value: "0.000123" },
  payInvoice: { url: "bitcoincash:?r=https://merchant.example/invoice/1" },
  createToken: {
    name: "Conformance", symbol: "CONF", decimals: 2, initialSupply: 1000,
    tokenReceiverAddress: "simpleledger:qconformance",
  },
  getInfo: undefined,
  requestValue: { openValueRequest: true },
  requestWeb3Sign: {
    address: "0x00000000000000000000000000000000c0f02a11", message: "Conformance", signType: "personal_sign",
  },
};

/** Every command. */
const linkCommandNames = Object.keys(linkSamples);

/** Bodies of `data` that have nothing to offer to a command that needs some. */
const linkNoData = {
  "no data": undefined, null: null, text: "BCH", "an empty text": "", number: 7, boolean: true, "an empty object": {},
  "an empty array": [],
};

/**
 * The sample of a command with other members.
 * @param {string} command
 * @param {{ [label: string]: object }} changes
 */
function linkVariants(command, changes) {
  return Object.fromEntries(
    Object.entries(changes).map(([label, change]) => [label, { ...linkSamples[command], ...change }]),
  );
}

/**
 * The sample of a command with each of these values as one of its members.
 * @param {string} command
 * @param {string} member
 * @param {any[]} values
 */
function linkVariantsWith(command, member, values) {
  const changes = values.map((value) => {
    const label = typeof value === "string" ? JSON.stringify(value) : describeShape(value);
    return [`${member}: ${label}`, { [member]: value }];
  });
  return linkVariants(command, Object.fromEntries(changes));
}

/**
 * The sample of a command with each of these members missing and of the wrong kinds, where a text is wanted.
 * @param {string} command
 * @param {...string} members
 */
function linkWithoutText(command, ...members) {
  const values = [undefined, null, "", 7, ["a"], { a: "b" }];
  return Object.assign({}, ...members.map((member) => linkVariantsWith(command, member, values)));
}

/**
 * What a sub-frame asks for; little, where a person would have to answer.
 * @param {boolean} isTold whether the wallet was told what to answer
 */
function linkFrameData(isTold) {
  const all = { ...linkSamples, getInfo: null, conformanceUnknown: null };
  return isTold ? all : { getAddress: linkSamples.getAddress, conformanceUnknown: null };
}
