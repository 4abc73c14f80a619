/**
 * The types of the wallet bridge of Bitcoin.com Link, for pages.
 *
 * The page sends requests: on iOS to the message handler `sendMessageHandler`, on Android to
 * `_bitcoinWalletApi.messageHandler`. The wallet calls the page's own `_bitcoinWalletApi.receiveMessage` with exactly
 * one reply to each request, in any order. A reply has the `messageId` of its request. The protocol has no events, and
 * the page needs no timeout.
 *
 * [published] marks facts from published sources of Bitcoin.com other than its document for wallets. [Causeway] marks
 * decisions of this project. A mark on a declaration applies to all of its members.
 */

// Commands

/**
 * The commands, each with the data of its request and of its successful reply. Everything in this interface is
 * [published] except `getAddress` and the name `sendAssets`.
 */
interface LinkCommands {
  /**
   * Returns an address for payments. The address may differ each time. Without data, the address is for the wallet's
   * default protocol; if the wallet has none, the reply is `PROTOCOL_ERROR` [Causeway]. Therefore, pass the protocol.
   */
  getAddress: { request: LinkAddressRequest | null | undefined; result: LinkAddress };
  /** Sends money or tokens after the user agrees. */
  sendAssets: { request: LinkAssets; result: LinkTransaction };
  /** Pays a BIP70 invoice after the user agrees. */
  payInvoice: { request: LinkInvoice; result: LinkPayment };
  /** Creates a token after the user agrees. */
  createToken: { request: LinkTokenRequest; result: LinkToken };
  /** Describes the wallet. The wallet ignores any data [Causeway]. */
  getInfo: { request: null | undefined; result: LinkInfo };
  /** Asks the user for a value. */
  requestValue: { request: LinkValueRequest; result: LinkValue };
  /** Signs a message after the user agrees. */
  requestWeb3Sign: { request: LinkSignRequest; result: LinkSignature };
}

/** The name of a command. */
type LinkCommand = keyof LinkCommands;

/** The data that a command's request carries. */
type LinkData<Command extends string> = Command extends LinkCommand ? LinkCommands[Command]["request"] : any;

/** The data of a command's successful reply. */
type LinkResult<Command extends string> = Command extends LinkCommand ? LinkCommands[Command]["result"] : any;

/**
 * The arguments after the command, for a typed client's function. A command without data needs no argument.
 *
 * ```ts
 * call<Command extends LinkCommand>(command: Command, ...data: LinkArguments<Command>): Promise<LinkResult<Command>>;
 * ```
 */
type LinkArguments<Command extends LinkCommand> =
  undefined extends LinkData<Command> ? [data?: LinkData<Command>] : [data: LinkData<Command>];

/**
 * A network, or a token protocol on a network. A wallet may support other protocols; `getInfo` lists them [published].
 */
type LinkProtocol = "BCH" | "BTC" | "ETH" | "SLP" | (string & {});

/** The request data of `getAddress`. */
interface LinkAddressRequest {
  /** The protocol. The reply is `PROTOCOL_ERROR` if the wallet does not support it. */
  protocol: LinkProtocol;
}

/** The result of `getAddress`. */
interface LinkAddress {
  address: string;
  /** The user's name for the address [published]. */
  label?: string;
}

/** The request data of `sendAssets` [published]. */
interface LinkAssets {
  /** The receiver's address. */
  to: string;
  protocol: LinkProtocol;
  /** The token's id; required for SLP. */
  assetId?: string | undefined;
  /**
   * The amount as a decimal in the asset's main unit, such as "0.000123"; never in satoshi. Pass text. Numbers, and
   * text with an exponent, are also accepted, because published pages send them [Causeway]. An amount with more decimal
   * places than the asset has is `MALFORMED_INPUT` [Causeway]: a number such as `0.1 + 0.2` has 17.
   */
  value: string | number;
  /** Texts for the transaction's OP_RETURN output. A wallet may warn the user about them. */
  opReturn?: string[] | undefined;
}

/** The result of `sendAssets` [published]. */
interface LinkTransaction {
  txid: string;
}

/** The request data of `payInvoice` [published]. */
interface LinkInvoice {
  /** A BIP70 payment request, such as `bitcoincash:?r=https://…`. */
  url: string;
}

/** The result of `payInvoice` [published]. */
interface LinkPayment {
  /** The merchant's message. */
  memo: string;
}

/** The request data of `createToken` [published]. */
interface LinkTokenRequest {
  name: string;
  symbol: string;
  /** The number of decimal places of amounts. Some pages send text, such as "2"; both are accepted [Causeway]. */
  decimals: number | string;
  /** The initial supply, with at most `decimals` decimal places [Causeway]. Text is also accepted [Causeway]. */
  initialSupply: number | string;
  /** The address that receives the initial supply. */
  tokenReceiverAddress: string;
  /** The address that may create more tokens later. */
  batonReceiverAddress?: string | undefined;
  documentUri?: string | undefined;
  documentHash?: string | undefined;
}

/** The result of `createToken` [published]. */
interface LinkToken {
  tokenId: string;
}

/** The result of `getInfo` [published]. */
interface LinkInfo {
  /** The wallet's version. */
  version: string;
  /** The wallet's platform, such as `ios`. */
  platform: string;
  /** The protocols that the wallet supports. */
  protocols: LinkProtocol[];
}

/** The request data of `requestValue` [published]. */
interface LinkValueRequest {
  openValueRequest: boolean;
}

/** The result of `requestValue` [published]. */
interface LinkValue {
  value: string;
}

/** The signing methods of `requestWeb3Sign` [published]. */
type LinkSignType =
  | "eth_sendTransaction"
  | "eth_signTransaction"
  | "eth_signTypedData"
  | "eth_sign"
  | "personal_sign";

/** The request data of `requestWeb3Sign` [published]. */
interface LinkSignRequest {
  /** The address whose key signs. */
  address: string;
  message: string;
  signType: LinkSignType;
}

/** The result of `requestWeb3Sign` [published]. */
interface LinkSignature {
  message: string;
  signature: string;
}

// Messages

/** A request of the page. */
type LinkRequest<Command extends string = string> = {
  /** The request's id, set by the page. A request with the same id as an open request is dropped [Causeway]. */
  messageId: string;
  command: Command;
  /** The page's description of itself. A wallet may show it, but bases decisions on the page's origin [Causeway]. */
  websiteMetadata?: LinkWebsiteMetadata | undefined;
} & (undefined extends LinkData<Command> ? { data?: LinkData<Command> } : { data: LinkData<Command> });

/** The page's title, description and picture, from its Open Graph tags or similar tags [published]. */
interface LinkWebsiteMetadata {
  title?: string | undefined;
  description?: string | undefined;
  image?: string | undefined;
}

/** A reply of the wallet, with data or with an error, never with both [Causeway]. */
type LinkReply<Command extends string = string> = LinkSuccess<Command> | LinkFailure<Command>;

/** The reply to a request that succeeded. */
interface LinkSuccess<Command extends string = string> {
  /** The request's id. */
  messageId: string;
  /** The request's command. */
  command: Command;
  data: LinkResult<Command>;
  error?: never;
}

/** The reply to a request that failed. */
interface LinkFailure<Command extends string = string> {
  /** The request's id. */
  messageId: string;
  /** The command of the request; empty if the request has none [Causeway]. */
  command: Command;
  data?: never;
  error: LinkError;
}

/** The reason why a request failed. It is a plain object, not an `Error` [published]. */
interface LinkError<Type extends LinkErrorType = LinkErrorType> {
  type: Type;
  /** A short text for people, without secrets. This project's wallets always send one [Causeway]. */
  description?: string;
  data?: any;
}

/**
 * The error types that public sources mention; no source has a complete list [published]. A wallet may send other
 * types.
 */
type LinkErrorType = LinkWalletErrorType | LinkClientErrorType | (string & {});

/** The error types that a wallet sends. */
type LinkWalletErrorType =
  /** The user refused. The published spelling has one L. */
  | "CANCELED"
  /** The wallet does not support the protocol, or the command [Causeway]. */
  | "PROTOCOL_ERROR"
  /** The data of the request is malformed. */
  | "MALFORMED_INPUT"
  /** The transaction was not accepted. */
  | "SEND_ERROR"
  /** The merchant's server failed. */
  | "MERCHANT_ERROR"
  /** The user or the wallet refuses to connect with this page, or with this frame [Causeway]. */
  | "CONNECTION_DENIED"
  /** The request was not answered before the wallet's timeout [Causeway]. */
  | "REQUEST_TIMEOUT";

/** The error types of the page's own client. */
type LinkClientErrorType =
  /** The page is not shown in a wallet. */
  | "NO_PROVIDER";

// Globals

/** The object with the page's own function and, on Android, the channel to the wallet. */
interface BitcoinWalletApi {
  /**
   * The page's own function, which the wallet calls with each reply. This project's wallets pass an object [Causeway];
   * other wallets may pass its JSON text [published]. A page that is also shown in other wallets declares the parameter
   * as `LinkReply | string`. `receiveMessage` is declared as a method, so that a page may use its own type for replies.
   */
  receiveMessage?(reply: LinkReply): void;
  /**
   * Sends a request as JSON text on Android. It is absent on iOS, because pages would use it there instead of the
   * message handler [Causeway].
   */
  messageHandler?: (json: string) => void;
}

/**
 * The channel to the wallet on iOS. `postMessage` returns nothing: the wallet passes its replies to
 * `_bitcoinWalletApi.receiveMessage`.
 */
interface LinkMessageHandler {
  /** Sends a request, or its JSON text [Causeway]. */
  postMessage<Command extends string>(message: LinkRequest<Command> | string): void;
}

/** The message handlers of an Apple host. */
interface WebKitMessageHandlers {
  /** The channel to the wallet on iOS. */
  sendMessageHandler: LinkMessageHandler;
}

interface WebKitNamespace {
  messageHandlers: WebKitMessageHandlers;
}

/**
 * The namespace of Apple's web views, which does not exist elsewhere. Use `window.webkit?.messageHandlers` in a page
 * that is also shown elsewhere.
 *
 * It is a `var`, because each protocol's file declares it and a program may use several files. It is not a member of
 * `Window`, because that would conflict with a program's own declaration.
 */
declare var webkit: WebKitNamespace;

/**
 * The page's object. A page creates it if it does not exist, with `window._bitcoinWalletApi ??= {}`, and then adds
 * `receiveMessage` to it. On Android, the object exists before the page's first script runs, and is extensible
 * [Causeway].
 */
declare var _bitcoinWalletApi: BitcoinWalletApi;
