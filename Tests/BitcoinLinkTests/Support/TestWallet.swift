import BitcoinLink
import Causeway
import CausewayJSON

/// A wallet that records its calls in order, and that each test adapts.
@MainActor final class TestWallet: WalletProvider {
  nonisolated static let secret = "seed-words-5f3a91bc"

  /// The names of the called methods, in order.
  var calls: [String] = []
  /// The prompts that were shown.
  var prompts: [ApprovalPrompt] = []
  /// The number of prompts that were withdrawn before the user decided.
  var withdrawn = 0
  var decision: @MainActor () async throws -> Bool = { true }
  var addressWork: @MainActor (LinkRequest<GetAddress>) async throws -> GetAddress.Answer = { _ in
    .init(address: "bitcoincash:q1", label: "mine")
  }
  var sendWork: @MainActor (Approved<SendAssets>) async throws -> SendAssets.Answer = { _ in .init(txid: "tx-1") }
  /// The error that the commands other than `getAddress` and `sendAssets` throw.
  var fault: (any Error)?
  var sent: [SendAssets] = []
  var invoices: [PayInvoice] = []
  var tokens: [CreateToken] = []
  var signed: [RequestWeb3Sign] = []
  var metadata: [WebsiteMetadata] = []
  /// For each request, the fields that are not in the protocol.
  var fields: [JSONObject] = []
  var defaultProtocol: String?
  /// The handlers of the wallet's own commands, by name.
  var ownCommands: [String: OwnCommandHandler] = [:]
  /// The names for which a handler was looked up.
  private(set) var lookups: [String] = []
  func ownCommand(_ name: String) -> OwnCommandHandler? {
    lookups.append(name)
    return ownCommands[name]
  }

  func approve(_ prompt: ApprovalPrompt) async throws -> Bool {
    calls.append("approve")
    prompts.append(prompt)
    return try await withTaskCancellationHandler {
      try await decision()
    } onCancel: {
      Task { @MainActor in self.withdrawn += 1 }
    }
  }

  func getAddress(_ request: LinkRequest<GetAddress>) async throws -> GetAddress.Answer {
    calls.append("getAddress \(request.command.protocol)")
    metadata.append(request.metadata)
    fields.append(request.fields)
    return try await addressWork(request)
  }

  func sendAssets(_ request: Approved<SendAssets>) async throws -> SendAssets.Answer {
    calls.append("sendAssets")
    sent.append(request.command)
    fields.append(request.request.fields)
    return try await sendWork(request)
  }

  func payInvoice(_ request: Approved<PayInvoice>) async throws -> PayInvoice.Answer {
    calls.append("payInvoice")
    invoices.append(request.command)
    fields.append(request.request.fields)
    if let fault { throw fault }
    return .init(memo: "thank you")
  }

  func createToken(_ request: Approved<CreateToken>) async throws -> CreateToken.Answer {
    calls.append("createToken")
    tokens.append(request.command)
    fields.append(request.request.fields)
    if let fault { throw fault }
    return .init(tokenId: "t-1")
  }

  func getInfo(_ request: LinkRequest<GetInfo>) async throws -> GetInfo.Answer {
    calls.append("getInfo")
    fields.append(request.fields)
    if let fault { throw fault }
    return .init(version: "1.0", platform: "linux", protocols: ["BCH", "SLP"])
  }

  func requestValue(_ request: LinkRequest<RequestValue>) async throws -> RequestValue.Answer {
    calls.append("requestValue \(request.command.openValueRequest)")
    fields.append(request.fields)
    if let fault { throw fault }
    return .init(value: "0.1")
  }

  func requestWeb3Sign(_ request: Approved<RequestWeb3Sign>) async throws -> RequestWeb3Sign.Answer {
    calls.append("requestWeb3Sign")
    signed.append(request.command)
    fields.append(request.request.fields)
    if let fault { throw fault }
    return .init(message: request.command.message, signature: "0xsig")
  }
}

/// An error whose text the page must not see.
struct PrivateError: Error, CustomStringConvertible {
  var description: String { "failed with \(TestWallet.secret)" }
}

/// An app's own error with a message for the page.
struct OwnError: PageFacingError {
  var code = "OWN"
  var pageMessage: String { "The ledger is unplugged." }
}
