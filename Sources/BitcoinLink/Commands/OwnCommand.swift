import Causeway
import CausewayJSON

/// A command of the wallet's own, which the protocol does not have. The page's data was not checked.
public struct OwnCommand: Hashable, Sendable {
  /// The command, such as `getBalance`.
  public let name: String
  /// What the page passed; nil if it passed nothing, `null` or `undefined`.
  public let data: JSONValue?
}

/// How a wallet performs a command of its own; see ``WalletProvider/ownCommand(_:)``.
///
/// What a handler returns is the `data` of the reply; nil leaves it out. Throw a ``LinkError`` to choose what the page is
/// told. Of another error the page learns `PROTOCOL_ERROR`.
public enum OwnCommandHandler {
  /// Asks ``WalletProvider/approve(_:)`` first: for a command that moves money, signs, or gives something away. The prompt
  /// shows the command's name and the whole of its data.
  case afterApproval(@MainActor (Approved<OwnCommand>) async throws -> JSONValue?)
  /// Does not ask the user: for a command that any page may use.
  case withoutApproval(@MainActor (LinkRequest<OwnCommand>) async throws -> JSONValue?)
}

extension OwnCommand: PromptedCommand {
  static var kind: ApprovalPrompt.Kind { .ownCommand }

  var rows: [ApprovalPrompt.Row] {
    [.text("command", name)] + (data.map { [.message("data", $0.json)] } ?? [])
  }
}
