import Causeway

/// `createToken`: the page asks to create a token.
public struct CreateToken: Hashable, Sendable {
  /// The token's name; text of the page.
  public let name: String
  /// Its symbol; text of the page.
  public let symbol: String
  /// How many decimal places it has, from 0 to 255. Some protocols allow fewer.
  public let decimals: Int
  /// How much of it there is at first; with no more decimal places than ``decimals``.
  public let initialSupply: Amount
  /// Who gets that.
  public let tokenReceiverAddress: String
  /// Who can make more of it; nil for nobody.
  public let batonReceiverAddress: String?
  /// Where a document about it is; text of the page.
  public let documentUri: String?
  /// The hash of that document.
  public let documentHash: String?

  /// What the page gets.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The token's id.
    public var tokenId: String

    /// A token that was created.
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
      let places = "has \(initialSupply.decimals) decimal places, and \"decimals\" is \(decimals)"
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
