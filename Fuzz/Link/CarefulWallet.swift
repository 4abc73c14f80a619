import BitcoinLink
import Causeway

/// A wallet whose user approves every second prompt, and that trusts nobody to have asked.
@MainActor final class CarefulWallet: WalletProvider {
  nonisolated static let secret = "kept-5f3a91bc"
  private struct PrivateFault: Error {
    let words = CarefulWallet.secret
  }

  private var approved: [ApprovalPrompt] = []
  private var prompts = 0

  func approve(_ prompt: ApprovalPrompt) -> Bool {
    prompts += 1
    if prompts.isMultiple(of: 2) { approved.append(prompt) }
    return prompts.isMultiple(of: 2)
  }

  /// Each approval serves one request of the same kind and origin.
  private func spend<Command>(_ kind: ApprovalPrompt.Kind, _ request: Approved<Command>) {
    let place = approved.firstIndex { $0.kind == kind && $0.origin == request.request.origin }
    guard let place else { fatalError("\(kind) without approval") }
    approved.remove(at: place)
  }

  func getAddress(_ request: LinkRequest<GetAddress>) throws -> GetAddress.Answer {
    if request.command.protocol == "BTC" { throw PrivateFault() }
    return .init(address: "a")
  }

  func sendAssets(_ request: Approved<SendAssets>) throws -> SendAssets.Answer {
    spend(.sendAssets, request)
    if request.command.value.isZero || request.command.to.isEmpty { fatalError("nothing, or to nobody") }
    if Amount(request.command.value.text) == nil { fatalError("no amount: \(request.command.value)") }
    return .init(txid: "t")
  }

  func payInvoice(_ request: Approved<PayInvoice>) throws -> PayInvoice.Answer {
    spend(.payInvoice, request)
    if !request.command.url.contains(":") { fatalError("no URI") }
    return .init(memo: "m")
  }

  func createToken(_ request: Approved<CreateToken>) throws -> CreateToken.Answer {
    spend(.createToken, request)
    throw PrivateFault()
  }

  func getInfo(_ request: LinkRequest<GetInfo>) -> GetInfo.Answer {
    .init(version: "1", platform: "p", protocols: ["BCH"])
  }

  func requestValue(_ request: LinkRequest<RequestValue>) -> RequestValue.Answer { .init(value: "1") }

  func requestWeb3Sign(_ request: Approved<RequestWeb3Sign>) -> RequestWeb3Sign.Answer {
    spend(.requestWeb3Sign, request)
    return .init(message: request.command.message, signature: "s")
  }
}
