import Causeway
import CausewayJSON

/// A command that the wallet defines and the protocol does not. The page's data was not checked.
public struct OwnCommand: Hashable, Sendable {
  /// The command's name, such as `getBalance`.
  public let name: String
  /// The page's data; nil if the page passed nothing, `null` or `undefined`.
  public let data: JSONValue?
}

/// The handler with which a wallet performs a command that the wallet itself defines; see
/// ``WalletProvider/ownCommand(_:)``.
///
/// The handler's result becomes the `data` of the reply; nil leaves it out. Throw a ``LinkError`` to choose the error
/// that the page gets. For other errors the page gets `PROTOCOL_ERROR`.
public enum OwnCommandHandler {
  /// A handler that is called after ``WalletProvider/approve(_:)``. Use it for a command that moves money, signs, or
  /// reveals something to the page. The prompt shows the command's name and its data.
  case afterApproval(@MainActor (Approved<OwnCommand>) async throws -> JSONValue?)
  /// A handler that is called without asking the user. Use it for a command that any page may use.
  case withoutApproval(@MainActor (LinkRequest<OwnCommand>) async throws -> JSONValue?)
}

extension OwnCommand: PromptedCommand {
  static var kind: ApprovalPrompt.Kind { .ownCommand }

  var rows: [ApprovalPrompt.Row] {
    [.text("command", name)] + (data.map { [.message("data", $0.json)] } ?? [])
  }
}
