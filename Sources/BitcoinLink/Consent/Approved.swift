/// A request that the user has approved.
///
/// Only this module makes one, of the answer that ``WalletProvider/approve(_:)`` gave for this very request. So a
/// command that moves money or signs cannot be reached without the question.
public struct Approved<Command: Hashable & Sendable>: Hashable, Sendable {
  /// What was approved, and who asked.
  public let request: LinkRequest<Command>

  /// What was approved.
  public var command: Command { request.command }

  /// Asks the provider. Throws ``LinkError/canceled`` if the user refused, `CancellationError` if nobody waits for the
  /// answer any more: a click that comes when the page is gone approves nothing.
  @MainActor init(_ request: LinkRequest<Command>, by provider: any WalletProvider) async throws
  where Command: PromptedCommand {
    guard try await provider.approve(ApprovalPrompt(request)) else { throw LinkError.canceled }
    try Task.checkCancellation()
    self.request = request
  }
}
