import Causeway
import CausewayJSON

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
    /// Commands before which ``WalletProvider/approve(_:)`` is asked although they neither move money nor sign:
    /// ``LinkCommand/getAddress``, ``LinkCommand/requestValue``, ``LinkCommand/getInfo``. Default: none, and the provider
    /// asks by itself where it wants to. The other commands are asked for in any case.
    public var additionalConsent: Set<LinkCommand>

    /// A configuration with the defaults.
    public init(
      policy: Policy = Policy(frames: .sameOrigin, origins: .any), timeLimit: Duration? = nil,
      additionalConsent: Set<LinkCommand> = []
    ) {
      self.policy = policy
      self.timeLimit = timeLimit
      self.additionalConsent = additionalConsent
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
      ],
      ownCapability: { self.ownCapability($0) },
      policy: configuration.policy)
  }

  private func serve<Command: ReadableCommand>(
    _ work: @escaping @MainActor (any WalletProvider, LinkRequest<Command>) async throws -> Command.Answer
  ) -> Capability {
    let needsApproval = configuration.additionalConsent.contains(Command.name)
    return capability(Command.name.rawValue, sensitivity: Command.sensitivity) { provider, message, frame in
      let request = try LinkRequest<Command>(message, from: frame, for: provider)
      if needsApproval { _ = try await Approved(request, by: provider) }
      return try JSONValue(encoding: try await work(provider, request))
    }
  }

  private func serveApproved<Command: ConsentCommand>(
    _ work: @escaping @MainActor (any WalletProvider, Approved<Command>) async throws -> Command.Answer
  ) -> Capability {
    capability(Command.name.rawValue, sensitivity: Command.sensitivity) { provider, message, frame in
      let request = try LinkRequest<Command>(message, from: frame, for: provider)
      try await Command.check(request, with: provider)
      return try JSONValue(encoding: try await work(provider, try await Approved(request, by: provider)))
    }
  }

  /// A command of the wallet's own. Observers see none of its values, because only the wallet knows which are secret.
  private func ownCapability(_ name: String) -> Capability? {
    guard let handler = provider.ownCommand(name) else { return nil }
    return capability(name, sensitivity: [.parameters, .result]) { provider, message, frame in
      let data = message[LinkContract.Key.data].flatMap { $0.isNull ? nil : $0 }
      let request = LinkRequest(OwnCommand(name: name, data: data), message, from: frame)
      return switch handler {
      case .afterApproval(let work): try await work(try await Approved(request, by: provider))
      case .withoutApproval(let work): try await work(request)
      }
    }
  }

  private func capability(
    _ name: String, sensitivity: Capability.Sensitivity,
    _ work: @escaping @MainActor (any WalletProvider, JSONValue, Frame) async throws -> JSONValue?
  ) -> Capability {
    Capability(
      name, policy: configuration.policy, deadline: configuration.timeLimit.map { .after($0) } ?? .never,
      // A wallet's own error may quote keys.
      sensitivity: sensitivity.union(.failure),
      json: { [provider] message, call in try await work(provider, message, call.frame) })
  }
}

/// The bridge as pages on one platform see it.
public enum LinkSurface: String, CaseIterable, Hashable, Sendable {
  /// `window.webkit.messageHandlers.sendMessageHandler`, which takes objects.
  case ios
  /// `window._bitcoinWalletApi.messageHandler`, which takes JSON text: also for pages that know no other.
  case android
}
