import BitcoinLink
import Causeway

/// A wallet as a profile describes it. Nothing moves: every answer is made up, and says so where it can.
@MainActor final class SimulatedWallet: WalletProvider {
  private let profile: LinkProfile
  private let platform: Platform
  private let prompter: any Prompter
  private var transactions = 0

  init(_ profile: LinkProfile, _ platform: Platform, prompter: any Prompter) {
    self.profile = profile
    self.platform = platform
    self.prompter = prompter
  }

  func approve(_ prompt: ApprovalPrompt) async throws -> Bool {
    // Nobody is to agree to what cannot be done then.
    if prompt.kind == .sendAssets, let name = prompt.rows.first(where: { $0.label == "protocol" })?.raw {
      _ = try address(name)
    }
    return try await agrees(to: Prompt(prompt))
  }

  func getAddress(_ request: LinkRequest<GetAddress>) async throws -> GetAddress.Answer {
    let name = request.command.protocol
    let address = try address(name)
    try await consent(to: request, "Share an address of your wallet?", [("Protocol", name)])
    try fail(.getAddress)
    return GetAddress.Answer(address: address, label: "Simulated")
  }

  func getInfo(_ request: LinkRequest<GetInfo>) async throws -> GetInfo.Answer {
    try fail(.getInfo)
    return GetInfo.Answer(
      version: profile.info.version, platform: profile.info.platform ?? platform.rawValue,
      protocols: profile.info.protocols ?? profile.addresses.keys.sorted())
  }

  func requestValue(_ request: LinkRequest<RequestValue>) async throws -> RequestValue.Answer {
    try await consent(to: request, "Tell the page an amount of 0.01?", [])
    try fail(.requestValue)
    return RequestValue.Answer(value: "0.01")
  }

  func sendAssets(_ request: Approved<SendAssets>) async throws -> SendAssets.Answer {
    try fail(.sendAssets)
    return SendAssets.Answer(txid: nextID())
  }

  func payInvoice(_ request: Approved<PayInvoice>) async throws -> PayInvoice.Answer {
    try fail(.payInvoice)
    return PayInvoice.Answer(memo: "Simulated: nothing was paid. Thank you.")
  }

  func createToken(_ request: Approved<CreateToken>) async throws -> CreateToken.Answer {
    try fail(.createToken)
    return CreateToken.Answer(tokenId: nextID())
  }

  func requestWeb3Sign(_ request: Approved<RequestWeb3Sign>) async throws -> RequestWeb3Sign.Answer {
    try fail(.requestWeb3Sign)
    return RequestWeb3Sign.Answer(
      message: request.command.message, signature: "0x" + String(repeating: "51", count: 65))
  }

  // MARK: What the profile says

  private func fail(_ command: LinkCommand) throws {
    guard let failure = profile.fail[command] else { return }
    throw LinkError(failure.type, failure.description ?? "The simulated wallet fails, as its profile says.")
  }

  private func address(_ protocol: String) throws -> String {
    guard let address = profile.addresses[`protocol`] else {
      throw LinkError(.protocolError, "The wallet does not support this protocol.")
    }
    return address
  }

  /// 64 hexadecimal digits that nobody takes for those of a real transaction.
  private func nextID() -> String {
    transactions += 1
    let number = String(transactions, radix: 16)
    return String(repeating: "0", count: 64 - number.count) + number
  }

  // MARK: Asking

  private func consent<Command>(
    to request: LinkRequest<Command>, _ headline: String, _ rows: [(label: String, text: String)]
  ) async throws {
    var prompt = Prompt(
      asker: Prompt.Asker(origin: request.origin, isMainFrame: request.isMainFrame), headline: headline)
    prompt.rows = rows.map { Prompt.Row(label: $0.label, value: .page(PageText($0.text))) }
    prompt.claims = request.metadata.rows
    guard try await agrees(to: prompt) else { throw LinkError.canceled }
  }

  private func agrees(to prompt: Prompt) async throws -> Bool {
    if case .approved = try await prompter.ask(prompt) { true } else { false }
  }
}
