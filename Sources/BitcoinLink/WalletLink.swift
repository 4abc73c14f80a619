import Causeway

/// Bitcoin.com Link, the wallet's side: what a page reaches as `sendMessageHandler` or `_bitcoinWalletApi`.
///
/// Make one for a wallet and install ``dialect(for:)`` in the bridge of each web view. Reading and checking what pages
/// ask, the frames that may ask, consent before what moves money or signs, and one answer for each request are done here;
/// the app supplies a ``WalletProvider``.
@MainActor public final class WalletLink {
  /// What the app decides about the bridge.
  public struct Configuration: Sendable {
    /// Which frames may ask. Default: the main frame of every origin, and sub-frames of the same origin as it. Others
    /// get `CONNECTION_DENIED`.
    public var policy: Policy
    /// How long an answer may take, the user's thinking included; nil for ever (default). Whoever takes longer is
    /// cancelled, and the page gets `REQUEST_TIMEOUT`: also while a payment that was approved is under way, so that a page
    /// may ask for it again. Leave it out unless your wallet can tell the two apart.
    public var timeLimit: Duration?

    /// A configuration with the defaults.
    public init(policy: Policy = Policy(frames: .sameOrigin, origins: .any), timeLimit: Duration? = nil) {
      self.policy = policy
      self.timeLimit = timeLimit
    }
  }

  let provider: any WalletProvider
  let configuration: Configuration

  /// A bridge to one wallet.
  public init(provider: some WalletProvider, configuration: Configuration = Configuration()) {
    self.provider = provider
    self.configuration = configuration
  }

  /// The protocol as a page on this platform sees it, to be installed in a ``/Causeway/Bridge``.
  public func dialect(for surface: LinkSurface) -> any Dialect {
    LinkDialect(
      surface: surface,
      capabilities: [
        serve { try await $0.getAddress($1) },
        serve { try await $0.getInfo($1) },
        serve { try await $0.requestValue($1) },
        serveApproved { try await $0.sendAssets($1) },
        serveApproved { try await $0.payInvoice($1) },
        serveApproved { try await $0.createToken($1) },
        serveApproved { try await $0.requestWeb3Sign($1) },
      ])
  }

  private func serve<Command: ReadableCommand>(
    _ work: @escaping @MainActor (any WalletProvider, LinkRequest<Command>) async throws -> Command.Answer
  ) -> Capability {
    let deadline: Capability.Deadline = configuration.timeLimit.map { .after($0) } ?? .never
    return Capability(
      Command.name.rawValue, policy: configuration.policy, deadline: deadline, sensitivity: Command.sensitivity,
      json: { [provider] message, call in
        let request = try LinkRequest<Command>(message, from: call.frame)
        return try JSONValue(encoding: try await work(provider, request))
      })
  }

  private func serveApproved<Command: ConsentCommand>(
    _ work: @escaping @MainActor (any WalletProvider, Approved<Command>) async throws -> Command.Answer
  ) -> Capability {
    serve { provider, request in
      try await Command.check(request, with: provider)
      return try await work(provider, try await Approved(request, by: provider))
    }
  }
}

/// The bridge as pages on one platform see it.
public enum LinkSurface: String, CaseIterable, Hashable, Sendable {
  /// `window.webkit.messageHandlers.sendMessageHandler`, which takes objects.
  case ios
  /// `window._bitcoinWalletApi.messageHandler`, which takes JSON text: also for pages that know no other.
  case android
}
