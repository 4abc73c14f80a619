/// A request that the user has approved.
///
/// Only this module creates the value, after ``WalletProvider/approve(_:)`` has returned true for the same request.
/// Therefore a wallet cannot get a command that moves money or signs without the user's approval.
public struct Approved<Command: Hashable & Sendable>: Hashable, Sendable {
  /// The approved command and the origin that requested it.
  public let request: LinkRequest<Command>

  /// The approved command.
  public var command: Command { request.command }

  /// Asks the provider for the user's approval. Throws ``LinkError/canceled`` if the user refused, and
  /// `CancellationError` if the request was cancelled, because a click must not approve anything after the page has
  /// gone away.
  @MainActor init(_ request: LinkRequest<Command>, by provider: any WalletProvider) async throws
  where Command: PromptedCommand {
    guard try await provider.approve(ApprovalPrompt(request)) else { throw LinkError.canceled }
    try Task.checkCancellation()
    self.request = request
  }
}
