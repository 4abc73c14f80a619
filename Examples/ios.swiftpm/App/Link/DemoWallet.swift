import BitcoinLink
import Causeway

/// A wallet without money. Its answers are invented; your wallet would sign and broadcast here.
@MainActor final class DemoWallet: WalletProvider {
  private let approvals: ApprovalQueue
  private let addresses = ["BCH": "bitcoincash:qexample", "SLP": "simpleledger:qexample", "ETH": "0xexample"]

  init(approvals: ApprovalQueue) {
    self.approvals = approvals
  }

  func approve(_ prompt: ApprovalPrompt) async throws -> Bool {
    await approvals.ask(prompt)
  }

  var defaultProtocol: String? { "BCH" }

  func getAddress(_ request: LinkRequest<GetAddress>) async throws -> GetAddress.Answer {
    guard let address = addresses[request.command.protocol] else { throw LinkError.protocolError }
    return .init(address: address, label: "Demo")
  }

  func sendAssets(_ request: Approved<SendAssets>) async throws -> SendAssets.Answer {
    .init(txid: String(repeating: "0", count: 64))
  }

  func payInvoice(_ request: Approved<PayInvoice>) async throws -> PayInvoice.Answer {
    .init(memo: "Nothing was paid: this wallet is an example.")
  }

  func createToken(_ request: Approved<CreateToken>) async throws -> CreateToken.Answer {
    .init(tokenId: String(repeating: "0", count: 64))
  }

  func getInfo(_ request: LinkRequest<GetInfo>) async throws -> GetInfo.Answer {
    .init(version: "1.0", platform: "ios", protocols: addresses.keys.sorted())
  }

  func requestValue(_ request: LinkRequest<RequestValue>) async throws -> RequestValue.Answer {
    .init(value: "0.01")
  }

  func requestWeb3Sign(_ request: Approved<RequestWeb3Sign>) async throws -> RequestWeb3Sign.Answer {
    throw LinkError(.canceled, "This wallet has no Ethereum account.")
  }
}
