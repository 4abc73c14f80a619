import Causeway

/// The command `requestWeb3Sign`, with which a page asks the wallet to sign for an Ethereum account.
public struct RequestWeb3Sign: Hashable, Sendable {
  /// The address of the Ethereum account.
  public let address: String
  /// The data to sign, in the form that `signType` needs; a text from the page.
  public let message: String
  /// The kind of signature.
  public let signType: SignType

  /// The kinds of signatures, with the names of Ethereum's methods.
  public enum SignType: String, CaseIterable, Hashable, Sendable {
    /// Signs a transaction and sends it.
    case sendTransaction = "eth_sendTransaction"
    /// Signs a transaction and returns it, so that the page can send it.
    case signTransaction = "eth_signTransaction"
    /// Signs structured data (EIP-712), which can allow others to spend the user's coins or tokens.
    case signTypedData = "eth_signTypedData"
    /// Signs a hash, which can be the hash of anything, even of a transaction.
    case sign = "eth_sign"
    /// Signs a text in a form that cannot be a transaction.
    case personalSign = "personal_sign"
  }

  /// The answer to the page.
  public struct Answer: Hashable, Sendable, Encodable {
    /// The data that was signed.
    public var message: String
    /// The signature.
    public var signature: String

    /// Creates an answer with a signature.
    public init(message: String, signature: String) {
      self.message = message
      self.signature = signature
    }
  }
}

extension RequestWeb3Sign: ConsentCommand {
  static var name: LinkCommand { .requestWeb3Sign }
  static var kind: ApprovalPrompt.Kind { .requestWeb3Sign }
  /// Observers must not see a signature, because everyone who has it can use it.
  static var sensitivity: Capability.Sensitivity { [.parameters, .result] }

  init(_ fields: Fields) throws(LinkError) {
    address = try fields.word("address")
    message = try fields.text("message")
    signType = try fields.choice("signType")
  }

  var rows: [ApprovalPrompt.Row] {
    [.checked("signType", signType.rawValue), .checked("address", address), .message("message", message)]
  }

  var warnings: [ApprovalPrompt.Warning] {
    switch signType {
    case .sendTransaction: [.sendsTransaction]
    case .signTransaction: [.signsTransaction]
    case .signTypedData: [.signsTypedData]
    case .sign: [.signsAnything]
    case .personalSign: []
    }
  }
}
