import BitcoinLink
import Causeway
import CausewayJSON

/// A wallet whose user approves every second prompt. The wallet traps if it gets a command without a required approval.
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

  /// Uses up the approval of a request, and traps if there is none. An approval is valid for one request of the same
  /// kind and origin. Its prompt must show these rows, and the fields that are not part of the protocol.
  private func spend<Command>(
    _ kind: ApprovalPrompt.Kind, _ request: Approved<Command>, showing rows: [String: String] = [:]
  ) {
    var rows = rows
    if !request.request.fields.isEmpty { rows["fields"] = JSONValue.object(request.request.fields).json }
    let place = approved.firstIndex { prompt in
      prompt.kind == kind && prompt.origin == request.request.origin
        && prompt.rows.contains { $0.label == "fields" } == (rows["fields"] != nil)
        && rows.allSatisfy { label, text in prompt.rows.contains { $0.label == label && $0.raw == text } }
    }
    guard let place else { fatalError("\(kind) without approval of \(rows)") }
    approved.remove(at: place)
  }

  var defaultProtocol: String? { "BCH" }

  func ownCommand(_ name: String) -> OwnCommandHandler? {
    switch name {
    case "own":
      .afterApproval { [self] approved in
        spend(.ownCommand, approved, showing: approved.command.data.map { ["data": $0.json] } ?? [:])
        return approved.command.data
      }
    case "open": .withoutApproval { $0.command.data }
    default: nil
    }
  }

  /// Checks that an amount has a plain decimal text, and that the text is read as the same amount.
  private func check(_ amount: Amount) {
    let bytes = amount.text.utf8
    if bytes.count > 128 || bytes.contains(where: { !"0123456789.".utf8.contains($0) }) { fatalError("\(amount)") }
    if Amount(amount.text) != amount { fatalError("the text is not read as the same amount: \(amount)") }
    guard let number = Double(amount.text), let again = Amount(number) else { return }
    if Double(again.text) != number { fatalError("\(amount) is \(number), which is \(again)") }
  }

  func getAddress(_ request: LinkRequest<GetAddress>) throws -> GetAddress.Answer {
    if request.command.protocol == "BTC" { throw PrivateFault() }
    return .init(address: "a")
  }

  func sendAssets(_ request: Approved<SendAssets>) throws -> SendAssets.Answer {
    spend(.sendAssets, request, showing: ["value": request.command.value.text, "to": request.command.to])
    check(request.command.value)
    if ["BCH", "BTC"].contains(request.command.protocol), request.command.assetId == nil,
      request.command.value.decimals > 8
    {
      fatalError("the amount has too many decimals: \(request.command.value)")
    }
    if request.command.value.isZero || request.command.to.isEmpty {
      fatalError("the amount is zero, or the recipient is empty")
    }
    return .init(txid: "t")
  }

  func payInvoice(_ request: Approved<PayInvoice>) throws -> PayInvoice.Answer {
    spend(.payInvoice, request)
    if !request.command.url.contains(":") { fatalError("the URL has no scheme") }
    return .init(memo: "m")
  }

  func createToken(_ request: Approved<CreateToken>) throws -> CreateToken.Answer {
    let shown = ["initialSupply": request.command.initialSupply.text, "decimals": "\(request.command.decimals)"]
    spend(.createToken, request, showing: shown)
    check(request.command.initialSupply)
    if request.command.initialSupply.decimals > request.command.decimals {
      fatalError("the supply has too many decimals")
    }
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
