import BitcoinLink
import Causeway
import CausewayJSON
import Foundation

/// A wallet with a window for approvals and with its own commands. The guide shows its members one by one.
@MainActor final class AskingWallet {
  func ownCommand(_ name: String) -> OwnCommandHandler? {
    switch name {
    case "getBalance": .withoutApproval { _ in ["balance": "0.5"] }
    case "sweep": .afterApproval { approved in ["txid": .string(try await self.sweep(approved.command.data))] }
    default: nil
    }
  }

  private func sweep(_ data: JSONValue?) async throws -> String { UUID().uuidString }

  func approve(_ prompt: ApprovalPrompt) async throws -> Bool {
    let window = ApprovalWindow(prompt)
    return await withTaskCancellationHandler {
      await window.decision()
    } onCancel: {
      Task { @MainActor in window.close() }
    }
  }
}

/// A window that refuses every request at once. A real window asks the user.
@MainActor private final class ApprovalWindow {
  init(_ prompt: ApprovalPrompt) {}

  func decision() async -> Bool { false }
  func close() {}
}

@MainActor func linkWithMoreConsent(for wallet: some WalletProvider) -> WalletLink {
  let link = WalletLink(
    provider: wallet, configuration: .init(additionalConsent: [.getAddress, .requestValue]))
  return link
}

@MainActor func linkForOnePage(to wallet: some WalletProvider) throws -> WalletLink {
  let link = WalletLink(
    provider: wallet,
    configuration: .init(policy: .mainFrame(of: [try Origin(parsing: "https://shop.example")])))
  return link
}

@MainActor func printMessages(of bridge: Bridge) {
  bridge.observe { observation in print(observation.json) }
}
