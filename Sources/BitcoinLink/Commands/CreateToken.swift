import Causeway

/// The command `createToken`, with which a page asks the wallet to create a token.
public struct CreateToken: Hashable, Sendable {
  /// The token's name, a text from the page.
  public let name: String
  /// The token's symbol, a text from the page.
  public let symbol: String
  /// The number of the token's decimal places, from 0 to 255. Some protocols allow fewer.
  public let decimals: Int
  /// The initial amount of the token, with at most ``decimals`` decimal places.
  public let initialSupply: Amount
  /// The address that receives the initial supply.
  public let tokenReceiverAddress: String
  /// The address whose owner can create more of the token; nil if nobody can.
  public let batonReceiverAddress: String?
  /// The URI of a document about the token, a text from the page.
  public let documentUri: String?
  /// The hash of that document.
  public let documentHash: String?

  /// The answer to the page.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The id of the created token.
    public var tokenId: String

    /// Creates the answer for a token that was created.
    public init(tokenId: String) {
      self.tokenId = tokenId
    }
  }
}

extension CreateToken: ConsentCommand {
  static var name: LinkCommand { .createToken }
  static var kind: ApprovalPrompt.Kind { .createToken }

  init(_ fields: Fields) throws(LinkError) {
    name = try fields.text("name")
    symbol = try fields.text("symbol")
    decimals = try fields.integer("decimals", in: 0...255)
    initialSupply = try fields.amount("initialSupply")
    tokenReceiverAddress = try fields.word("tokenReceiverAddress")
    batonReceiverAddress = try fields.optionalWord("batonReceiverAddress")
    documentUri = try fields.optionalText("documentUri")
    documentHash = try fields.optionalWord("documentHash")
    guard initialSupply.decimals <= decimals else {
      let places = "has \(initialSupply.decimals) decimal places, but \"decimals\" is \(decimals)"
      throw LinkError(.malformedInput, "\"initialSupply\" \(places).")
    }
  }

  var rows: [ApprovalPrompt.Row] {
    var rows: [ApprovalPrompt.Row] = [
      .text("name", name), .text("symbol", symbol), .checked("decimals", "\(decimals)"),
      .checked("initialSupply", initialSupply.text), .checked("tokenReceiverAddress", tokenReceiverAddress),
    ]
    if let batonReceiverAddress { rows.append(.checked("batonReceiverAddress", batonReceiverAddress)) }
    if let documentUri { rows.append(.text("documentUri", documentUri)) }
    if let documentHash { rows.append(.checked("documentHash", documentHash)) }
    return rows
  }
}
