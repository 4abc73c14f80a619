import BitcoinLink
import Causeway

/// A simulated wallet, which answers as the profile says. No money moves: every answer is invented, and an answer
/// with a text says so.
@MainActor final class SimulatedWallet: WalletProvider {
  /// The answers, which may change at any time.
  var profile: LinkProfile
  private let platform: Platform
  private let prompter: any Prompter
  private var transactions = 0

  /// The commands that need the user's approval although they neither move money nor sign.
  static let consent: Set<LinkCommand> = [.getAddress, .requestValue]
  /// The amount that the simulated user enters.
  private static let value = "0.01"

  init(_ profile: LinkProfile, _ platform: Platform, prompter: any Prompter) {
    self.profile = profile
    self.platform = platform
    self.prompter = prompter
  }

  func approve(_ prompt: ApprovalPrompt) async throws -> Bool {
    // Checks the protocol before the prompt, because the user must not approve a request that then cannot be performed.
    if [.sendAssets, .getAddress].contains(prompt.kind),
      let name = prompt.rows.first(where: { $0.label == "protocol" })?.raw
    {
      _ = try address(name)
    }
    var shown = Prompt(prompt)
    if prompt.kind == .requestValue { shown.headline = "Tell the page the amount \(Self.value)? No money is sent." }
    return if case .approved = try await prompter.ask(shown) { true } else { false }
  }

  /// `BCH`, because most pages that omit the protocol mean it; nil if the profile has no address for it.
  var defaultProtocol: String? { profile.addresses["BCH"] == nil ? nil : "BCH" }

  func getAddress(_ request: LinkRequest<GetAddress>) async throws -> GetAddress.Answer {
    let address = try address(request.command.protocol)
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
    try fail(.requestValue)
    return RequestValue.Answer(value: Self.value)
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

  // MARK: The profile

  private func fail(_ command: LinkCommand) throws {
    guard let failure = profile.fail[command] else { return }
    throw LinkError(failure.type, failure.description ?? "The simulated wallet fails, because its profile says so.")
  }

  private func address(_ protocol: String) throws -> String {
    guard let address = profile.addresses[`protocol`] else {
      throw LinkError(.protocolError, "The wallet does not support this protocol.")
    }
    return address
  }

  /// Returns an id with 64 hexadecimal digits that cannot be mistaken for the id of a real transaction.
  private func nextID() -> String {
    transactions += 1
    let number = String(transactions, radix: 16)
    return String(repeating: "0", count: 64 - number.count) + number
  }
}
