// Code that must compile with ../link.d.ts, and code that must not.
export {};

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => {};
/** Fails to compile unless the code before it has handled every case. */
const never = (value: never) => value;

// The objects through which the page sends requests to the wallet.
const handler = window.webkit?.messageHandlers?.sendMessageHandler;
same<typeof handler, LinkMessageHandler>(true);
webkit.messageHandlers.sendMessageHandler.postMessage("{}");
window.webkit.messageHandlers.sendMessageHandler.postMessage("{}");
// @ts-expect-error the handler's name is `sendMessageHandler`
window.webkit?.messageHandlers.sendMessage;
// A test without a wallet sets mocks.
window.webkit.messageHandlers.sendMessageHandler = { postMessage(message) { void message; } };
// @ts-expect-error a mock needs the method `postMessage`
window.webkit.messageHandlers.sendMessageHandler = {};

declare const ios: LinkMessageHandler;
declare const api: BitcoinWalletApi;

ios.postMessage({ messageId: "getInfo1", command: "getInfo" });
ios.postMessage('{ "messageId": "getInfo1", "command": "getInfo" }');
api.messageHandler?.('{ "messageId": "getInfo1", "command": "getInfo" }');
// @ts-expect-error `postMessage` returns nothing, because the wallet's handler has no reply
ios.postMessage("{}").then;
// @ts-expect-error `messageHandler` may be missing, because only Android wallets provide it
api.messageHandler("{}");
// @ts-expect-error on Android a request must be JSON text
api.messageHandler?.({ messageId: "getInfo1", command: "getInfo" });
api.messageHandler = (json) => void JSON.parse(json);
delete api.messageHandler;

// The page's object, on which the wallet calls `receiveMessage`.
window._bitcoinWalletApi ??= {};
window._bitcoinWalletApi.receiveMessage = (reply) => same<typeof reply, LinkReply>(true);
_bitcoinWalletApi.receiveMessage = (reply: LinkReply) => void reply.messageId;
// Some wallets pass JSON text, so a page may accept an object or text.
api.receiveMessage = (reply: LinkReply | string) => void reply;
api.receiveMessage = (reply: LinkReply<"getAddress">) => void reply.data?.address;
/** A reply as the public documentation for wallets declares it. */
interface PublishedReply {
  messageId: string;
  command: string;
  data?: any;
  error?: { type: string; description?: string; data?: any };
}
api.receiveMessage = (reply: PublishedReply) => void (reply.error?.type ?? reply.data);
window._bitcoinWalletApi = { receiveMessage: (reply: PublishedReply) => void reply };
// @ts-expect-error Causeway passes an object, so a function that accepts only text is wrong
api.receiveMessage = (text: string) => JSON.parse(text);

// Requests.
const address: LinkRequest<"getAddress"> = { messageId: "1", command: "getAddress", data: { protocol: "BCH" } };
const rarer: LinkRequest<"getAddress"> = { messageId: "1", command: "getAddress", data: { protocol: "DOGE" } };
const described: LinkRequest<"getInfo"> = {
  messageId: "1", command: "getInfo", data: null,
  websiteMetadata: { title: "A shop", image: "https://shop.example/a.png" },
};
const later: LinkRequest = { messageId: "1", command: "readAloud", data: { list: [1, null, { a: true }] } };
for (const request of [address, rarer, described, later]) ios.postMessage(request);
// @ts-expect-error a request needs a `messageId`
const nameless: LinkRequest<"getInfo"> = { command: "getInfo" };
// @ts-expect-error the `messageId` must be text
const numbered: LinkRequest<"getInfo"> = { messageId: 1, command: "getInfo" };
// @ts-expect-error a request needs a command
const idle: LinkRequest = { messageId: "1" };
// @ts-expect-error the data of `getAddress` must have a protocol
const vague: LinkRequest<"getAddress"> = { messageId: "1", command: "getAddress", data: {} };
const bare: LinkRequest<"getAddress"> = { messageId: "1", command: "getAddress" };
// @ts-expect-error `getInfo` has no data
const chatty: LinkRequest<"getInfo"> = { messageId: "1", command: "getInfo", data: { protocol: "BCH" } };
// @ts-expect-error the title of the website must be text
const odd: LinkRequest<"getInfo"> = { messageId: "1", command: "getInfo", websiteMetadata: { title: 7 } };
// @ts-expect-error `postMessage` also checks the data of a known command
ios.postMessage({ messageId: "1", command: "payInvoice", data: { uri: "bitcoincash:?r=https://shop.example/1" } });

// The data of each command.
const money: LinkAssets = { to: "bitcoincash:q", protocol: "BCH", value: "0.000123", opReturn: ["for tea"] };
const tokens: LinkAssets = { to: "simpleledger:q", protocol: "SLP", assetId: "c0ffee", value: "3" };
const counting: LinkAssets = { to: "bitcoincash:q", protocol: "BCH", value: 546 * 0.00000001 };
// @ts-expect-error an amount is a string or a number
const satoshi: LinkAssets = { to: "bitcoincash:q", protocol: "BCH", value: 12300n };
// @ts-expect-error a payment needs a recipient
const lost: LinkAssets = { protocol: "BCH", value: "1" };
// @ts-expect-error `opReturn` must be a list
const single: LinkAssets = { to: "bitcoincash:q", protocol: "BCH", value: "1", opReturn: "for tea" };
const coin = { name: "Tea", symbol: "TEA", decimals: 2, tokenReceiverAddress: "simpleledger:q" };
const counted: LinkTokenRequest = { ...coin, initialSupply: 1000 };
const written: LinkTokenRequest = { ...coin, initialSupply: "1000", documentUri: "https://shop.example/tea" };
// @ts-expect-error a token needs an initial supply
const supplied: LinkTokenRequest = coin;
const spelled: LinkTokenRequest = { ...coin, decimals: "2", initialSupply: 1 };
// @ts-expect-error `decimals` must be a number or a string
const uncounted: LinkTokenRequest = { ...coin, decimals: true, initialSupply: 1 };
const signIn: LinkSignRequest = { address: "0x0", message: "Sign in", signType: "personal_sign" };
// @ts-expect-error `signType` does not include "eth_signMessage"
const signed: LinkSignRequest = { address: "0x0", message: "Sign in", signType: "eth_signMessage" };
const value: LinkValueRequest = { openValueRequest: true };
// @ts-expect-error `openValueRequest` must be a Boolean
const valued: LinkValueRequest = { openValueRequest: "yes" };

// The map contains exactly the seven commands.
same<LinkCommand,
  "getAddress" | "sendAssets" | "payInvoice" | "createToken" | "getInfo" | "requestValue" | "requestWeb3Sign">(true);
same<LinkData<"sendAssets">, LinkAssets>(true);
same<LinkResult<"sendAssets">, LinkTransaction>(true);
same<LinkResult<"readAloud">, any>(true);
// @ts-expect-error there is no command "login"
const login: LinkCommand = "login";
// @ts-expect-error there is no command "signMessage"
const sign: LinkCommand = "signMessage";

// A client with types for each command.
declare function call<Command extends LinkCommand>(
  command: Command, ...data: LinkArguments<Command>
): Promise<LinkResult<Command>>;
async function shop() {
  const { address, label } = await call("getAddress", { protocol: "SLP" });
  same<typeof address, string>(true);
  same<typeof label, string | undefined>(true);
  const info = await call("getInfo");
  same<typeof info, LinkInfo>(true);
  await call("getInfo", null);
  const { txid } = await call("sendAssets", { to: address, protocol: "BCH", value: "0.001" });
  const { memo } = await call("payInvoice", { url: "bitcoincash:?r=https://shop.example/1" });
  const { tokenId } = await call("createToken", counted);
  const { signature, message } = await call("requestWeb3Sign", signIn);
  const asked = await call("requestValue", value);
  same<typeof asked.value, string>(true);
  await call("getAddress");
  // @ts-expect-error the data of `getAddress`, if present, must have a protocol
  await call("getAddress", {});
  // @ts-expect-error each command accepts only its own data
  await call("payInvoice", { to: address });
  // @ts-expect-error each command has its own result
  (await call("payInvoice", { url: "bitcoincash:" })).txid;
  // @ts-expect-error there is no command "login"
  await call("login");
  // @ts-expect-error `getInfo` has no data
  await call("getInfo", { version: 1 });
  return [txid, memo, tokenId, signature, message];
}

// Replies.
function settle(reply: LinkReply<"getAddress">): string {
  same<typeof reply.messageId, string>(true);
  same<typeof reply.command, "getAddress">(true);
  // @ts-expect-error a reply may have an error instead of data
  reply.data.address;
  if (reply.error) {
    same<typeof reply.data, undefined>(true);
    return reply.error.description ?? reply.error.type;
  }
  same<typeof reply.data, LinkAddress>(true);
  return reply.data.address;
}
const answer: LinkReply<"getInfo"> = {
  messageId: "1", command: "getInfo", data: { version: "1", platform: "ios", protocols: ["BCH"] },
};
const refusal: LinkReply = { messageId: "1", command: "getInfo", error: { type: "CANCELED", description: "No." } };
// @ts-expect-error a reply has either data or an error
const both: LinkReply = { messageId: "1", command: "getInfo", data: {}, error: { type: "CANCELED" } };
// @ts-expect-error a reply needs the command of its request
const nobodys: LinkReply = { messageId: "1", error: { type: "CANCELED" } };
// @ts-expect-error an error must be an object
const told: LinkReply = { messageId: "1", command: "getInfo", error: "CANCELED" };
// @ts-expect-error an error needs a type
const typeless: LinkError = { description: "No." };
// @ts-expect-error an error of Link is not a JavaScript `Error`
const thrown: LinkError = new Error("No.");
// @ts-expect-error only the wallet sends replies
ios.postMessage(answer);

// Errors.
function explain(type: LinkWalletErrorType): string {
  switch (type) {
    case "CANCELED": return "You refused.";
    case "PROTOCOL_ERROR": case "MALFORMED_INPUT": return "The page is wrong.";
    case "SEND_ERROR": case "MERCHANT_ERROR": return "Try again.";
    case "CONNECTION_DENIED": case "REQUEST_TIMEOUT": return "The wallet is not there.";
    default: return never(type);
  }
}
const own: LinkErrorType = "BATTERY_LOW";
const none: LinkError<"NO_PROVIDER"> = { type: "NO_PROVIDER" };
// @ts-expect-error the published spelling is "CANCELED", with one L
const cancelled: LinkWalletErrorType = "CANCELLED";
// @ts-expect-error "NO_PROVIDER" is an error of the client and not of the wallet
const absent: LinkWalletErrorType = "NO_PROVIDER";

void [
  nameless, numbered, idle, vague, bare, chatty, odd, money, tokens, counting, satoshi, lost, single, written, supplied, spelled, uncounted,
  signed, valued, login, sign, shop, settle, answer, refusal, both, nobodys, told, typeless, thrown, explain, own, none,
  cancelled, absent,
];
