import Causeway

/// `requestWeb3Sign`: the page asks to sign for an Ethereum account.
public struct RequestWeb3Sign: Hashable, Sendable {
  /// The account.
  public let address: String
  /// What is to be signed, in the form that the kind of signature wants; text of the page.
  public let message: String
  /// The kind of signature.
  public let signType: SignType

  /// The kinds of signatures, by Ethereum's names of the methods.
  public enum SignType: String, CaseIterable, Hashable, Sendable {
    /// Signs a transaction and sends it.
    case sendTransaction = "eth_sendTransaction"
    /// Signs a transaction for the page to send.
    case signTransaction = "eth_signTransaction"
    /// Signs structured data (EIP-712), which can allow others to spend.
    case signTypedData = "eth_signTypedData"
    /// Signs a hash: of anything, of a transaction too.
    case sign = "eth_sign"
    /// Signs a text that no transaction can be.
    case personalSign = "personal_sign"
  }

  /// What the page gets.
  public struct Answer: Hashable, Sendable, Encodable {
    /// What was signed.
    public var message: String
    /// The signature.
    public var signature: String

    /// A signature.
    public init(message: String, signature: String) {
      self.message = message
      self.signature = signature
    }
  }
}

extension RequestWeb3Sign: ConsentCommand {
  static var name: LinkCommand { .requestWeb3Sign }
  static var kind: ApprovalPrompt.Kind { .requestWeb3Sign }
  /// Whoever sees a signature can use it.
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
