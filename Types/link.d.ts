/**
 * The wallet bridge of Bitcoin.com Link, as a page sees it.
 *
 * The page sends requests: on iOS to the message handler `sendMessageHandler`, on Android to
 * `_bitcoinWalletApi.messageHandler`. The wallet calls the page's own `_bitcoinWalletApi.receiveMessage` with exactly
 * one reply to each, told apart by `messageId`, in any order. There are no events and no time limit of the page's.
 *
 * [public] marks what stands in public sources of Bitcoin.com beside their document for wallets, [chosen] what is our
 * decision; a mark counts for all of what it stands at.
 */

// Commands

/**
 * The commands, each with the data of its request and the data of its successful reply. All but `getAddress` and the
 * name `sendAssets` is [public].
 */
interface LinkCommands {
  /**
   * An address to pay to. It may be another one each time. Without data it is one of the wallet's default protocol, and
   * `PROTOCOL_ERROR` if the wallet has none [chosen]: pass the protocol.
   */
  getAddress: { request: LinkAddressRequest | null | undefined; result: LinkAddress };
  /** Sends money or tokens, once the user agrees. */
  sendAssets: { request: LinkAssets; result: LinkTransaction };
  /** Pays a BIP70 invoice, once the user agrees. */
  payInvoice: { request: LinkInvoice; result: LinkPayment };
  /** Makes a token, once the user agrees. */
  createToken: { request: LinkTokenRequest; result: LinkToken };
  /** What the wallet is. It takes no data; what is given is ignored [chosen]. */
  getInfo: { request: null | undefined; result: LinkInfo };
  /** Asks the user for a value. */
  requestValue: { request: LinkValueRequest; result: LinkValue };
  /** Signs, once the user agrees. */
  requestWeb3Sign: { request: LinkSignRequest; result: LinkSignature };
}

/** The name of a command. */
type LinkCommand = keyof LinkCommands;

/** The data that a command's request carries. */
type LinkData<Command extends string> = Command extends LinkCommand ? LinkCommands[Command]["request"] : any;

/** The data of a command's successful reply. */
type LinkResult<Command extends string> = Command extends LinkCommand ? LinkCommands[Command]["result"] : any;

/**
 * What a typed client's function takes behind the command: nothing for a command without data.
 *
 * ```ts
 * call<Command extends LinkCommand>(command: Command, ...data: LinkArguments<Command>): Promise<LinkResult<Command>>;
 * ```
 */
type LinkArguments<Command extends LinkCommand> =
  undefined extends LinkData<Command> ? [data?: LinkData<Command>] : [data: LinkData<Command>];

/** A network, or a way to use one. A wallet may know others; `getInfo` says which [public]. */
type LinkProtocol = "BCH" | "BTC" | "ETH" | "SLP" | (string & {});

/** For `getAddress`. */
interface LinkAddressRequest {
  /** `PROTOCOL_ERROR` if the wallet does not know it. */
  protocol: LinkProtocol;
}

/** What `getAddress` gives. */
interface LinkAddress {
  address: string;
  /** What the user calls it [public]. */
  label?: string;
}

/** For `sendAssets` [public]. */
interface LinkAssets {
  /** The receiver's address. */
  to: string;
  protocol: LinkProtocol;
  /** Which token; SLP must have it. */
  assetId?: string | undefined;
  /**
   * As people write it, such as "0.000123"; never in satoshi. Pass text: a number is accepted as well, and so is text with
   * an exponent, since published pages send them [chosen]. More decimal places than the asset has are `MALFORMED_INPUT`
   * [chosen]: a number such as `0.1 + 0.2` has 17.
   */
  value: string | number;
  /** Texts for the transaction's OP_RETURN output. A wallet may warn of them. */
  opReturn?: string[] | undefined;
}

/** What `sendAssets` gives [public]. */
interface LinkTransaction {
  txid: string;
}

/** For `payInvoice` [public]. */
interface LinkInvoice {
  /** A BIP70 payment request, such as `bitcoincash:?r=https://…`. */
  url: string;
}

/** What `payInvoice` gives [public]. */
interface LinkPayment {
  /** The merchant's words. */
  memo: string;
}

/** For `createToken` [public]. */
interface LinkTokenRequest {
  name: string;
  symbol: string;
  /** How many places the token's amounts have. Some pages send text, such as "2"; both are accepted [chosen]. */
  decimals: number | string;
  /** Some pages send text; both are accepted [chosen]. With no more decimal places than `decimals` [chosen]. */
  initialSupply: number | string;
  /** Who gets the initial supply. */
  tokenReceiverAddress: string;
  /** Who may make more later. */
  batonReceiverAddress?: string | undefined;
  documentUri?: string | undefined;
  documentHash?: string | undefined;
}

/** What `createToken` gives [public]. */
interface LinkToken {
  tokenId: string;
}

/** What `getInfo` gives [public]. */
interface LinkInfo {
  /** The wallet's version. */
  version: string;
  /** Such as `ios`. */
  platform: string;
  /** What the wallet knows. */
  protocols: LinkProtocol[];
}

/** For `requestValue` [public]. */
interface LinkValueRequest {
  openValueRequest: boolean;
}

/** What `requestValue` gives [public]. */
interface LinkValue {
  value: string;
}

/** How `requestWeb3Sign` signs [public]. */
type LinkSignType =
  | "eth_sendTransaction"
  | "eth_signTransaction"
  | "eth_signTypedData"
  | "eth_sign"
  | "personal_sign";

/** For `requestWeb3Sign` [public]. */
interface LinkSignRequest {
  /** Whose key signs. */
  address: string;
  message: string;
  signType: LinkSignType;
}

/** What `requestWeb3Sign` gives [public]. */
interface LinkSignature {
  message: string;
  signature: string;
}

// Messages

/** The page asks. */
type LinkRequest<Command extends string = string> = {
  /** The page's own name for the call. While a call is open, another one of its name is dropped [chosen]. */
  messageId: string;
  command: Command;
  /** The words that pages have about themselves. A wallet shows them at most: it goes by the page's origin [chosen]. */
  websiteMetadata?: LinkWebsiteMetadata | undefined;
} & (undefined extends LinkData<Command> ? { data?: LinkData<Command> } : { data: LinkData<Command> });

/** The page's title, description and picture, from its tags [public]. */
interface LinkWebsiteMetadata {
  title?: string | undefined;
  description?: string | undefined;
  image?: string | undefined;
}

/** The wallet answers: with data or with an error, never with both [chosen]. */
type LinkReply<Command extends string = string> = LinkSuccess<Command> | LinkFailure<Command>;

/** The wallet did what was asked. */
interface LinkSuccess<Command extends string = string> {
  /** The request's. */
  messageId: string;
  /** The request's. */
  command: Command;
  data: LinkResult<Command>;
  error?: never;
}

/** The wallet did not do what was asked. */
interface LinkFailure<Command extends string = string> {
  /** The request's. */
  messageId: string;
  /** The request's; empty if that has none [chosen]. */
  command: Command;
  data?: never;
  error: LinkError;
}

/** Why the wallet did not do what was asked. It is a plain object and no `Error` [public]. */
interface LinkError<Type extends LinkErrorType = LinkErrorType> {
  type: Type;
  /** For people: short, without secrets. Our wallets always have one [chosen]. */
  description?: string;
  data?: any;
}

/** The words of public sources, which have no list of them [public]; a wallet may have others. */
type LinkErrorType = LinkWalletErrorType | LinkClientErrorType | (string & {});

/** What a wallet says. */
type LinkWalletErrorType =
  /** The user refused; written with one L. */
  | "CANCELED"
  /** The wallet does not know the protocol, or the command [chosen]. */
  | "PROTOCOL_ERROR"
  /** The data of the request are not as they should be. */
  | "MALFORMED_INPUT"
  /** The transaction was not accepted. */
  | "SEND_ERROR"
  /** The merchant's server failed. */
  | "MERCHANT_ERROR"
  /** The user or the wallet will not be connected with this page, or not in this frame [chosen]. */
  | "CONNECTION_DENIED"
  /** There was no answer within the wallet's time limit [chosen]. */
  | "REQUEST_TIMEOUT";

/** What the page's own client says. */
type LinkClientErrorType =
  /** There is no wallet here. */
  | "NO_PROVIDER";

// Globals

/** The page's half, and on Android the way to the wallet. */
interface BitcoinWalletApi {
  /**
   * The page's own function, which the wallet calls with each reply. Ours passes an object [chosen]; others may pass
   * its JSON text [public]: a page that is shown there too types the parameter as `LinkReply | string`. A method, so that
   * a page may also type it as its own view of a reply.
   */
  receiveMessage?(reply: LinkReply): void;
  /**
   * The way to the wallet on Android: takes a request's JSON text. Not there on iOS, where pages would use it instead
   * of the message handler [chosen].
   */
  messageHandler?: (json: string) => void;
}

/** The way to the wallet on iOS. It returns nothing: replies come to `_bitcoinWalletApi.receiveMessage`. */
interface LinkMessageHandler {
  /** Takes a request, or its JSON text [chosen]. */
  postMessage<Command extends string>(message: LinkRequest<Command> | string): void;
}

/** The message handlers of an Apple host. */
interface WebKitMessageHandlers {
  /** The way to the wallet on iOS. */
  sendMessageHandler: LinkMessageHandler;
}

interface WebKitNamespace {
  messageHandlers: WebKitMessageHandlers;
}

/**
 * There in Apple's web views only, so ask `window.webkit?.messageHandlers` in a page that is shown elsewhere too.
 *
 * A `var`, because each protocol's file declares it and a program may have several. It is not a member of `Window` here,
 * so that a program which declares one of its own has no conflict.
 */
declare var webkit: WebKitNamespace;

/**
 * A page keeps it if it is there, else makes it, and puts `receiveMessage` on it: `window._bitcoinWalletApi ??= {}`. On
 * Android it is there, and extensible, before the page's first script [chosen].
 */
declare var _bitcoinWalletApi: BitcoinWalletApi;
