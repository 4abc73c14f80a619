import Causeway
import CausewayJSON

/// The wallet's side of Bitcoin.com Link, which a page calls through `sendMessageHandler` or `_bitcoinWalletApi`.
///
/// Make one object for a wallet and install ``dialect(for:)`` in the bridge of each web view. This class reads and
/// checks the requests, decides which frames may send them, asks for the user's approval before a command moves money
/// or signs, and gives each request one answer; the app supplies a ``WalletProvider``.
@MainActor public final class WalletLink {
  /// The app's settings for the bridge.
  public struct Configuration: Sendable {
    /// The policy that decides which frames may send requests. The default is the main frame of every origin and
    /// sub-frames with the main frame's origin. Other frames get `CONNECTION_DENIED`.
    public var policy: Policy
    /// The timeout of a request, including the time that the user needs to decide; nil (the default) for no timeout.
    /// After the timeout the provider's task is cancelled and the page gets `REQUEST_TIMEOUT`. This also happens while
    /// the wallet sends an approved payment, so the page may request the same payment again. Set a timeout only if your
    /// wallet recognizes such a repeated request.
    public var timeout: Duration?
    /// The commands that need ``WalletProvider/approve(_:)`` although they neither move money nor sign:
    /// ``LinkCommand/getAddress``, ``LinkCommand/requestValue``, ``LinkCommand/getInfo``. The default is none, and the
    /// provider itself asks the user where necessary. The other commands always need approval.
    public var additionalConsent: Set<LinkCommand>

    /// Creates a configuration. Each parameter has the default that its property states.
    public init(
      policy: Policy = Policy(frames: .sameOrigin, origins: .any), timeout: Duration? = nil,
      additionalConsent: Set<LinkCommand> = []
    ) {
      self.policy = policy
      self.timeout = timeout
      self.additionalConsent = additionalConsent
    }
  }

  let provider: any WalletProvider
  let configuration: Configuration

  /// Creates a bridge to one wallet.
  public init(provider: some WalletProvider, configuration: Configuration = Configuration()) {
    self.provider = provider
    self.configuration = configuration
  }

  /// Returns the dialect of the protocol, in the form that pages on the platform expect. Install it in a
  /// ``/Causeway/Bridge``.
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

  /// Returns the capability for a command that the wallet defines. Observers see none of its values, because only the
  /// wallet knows which values are secret.
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
      name, policy: configuration.policy, deadline: configuration.timeout.map { .after($0) } ?? .never,
      // Observers must not see the failure, because an error of the wallet may quote private keys.
      sensitivity: sensitivity.union(.failure),
      json: { [provider] message, call in try await work(provider, message, call.frame) })
  }
}

/// The form of the bridge that pages on one platform expect.
public enum LinkSurface: String, CaseIterable, Hashable, Sendable {
  /// `window.webkit.messageHandlers.sendMessageHandler`, which takes objects.
  case ios
  /// `window._bitcoinWalletApi.messageHandler`, which takes JSON text. Also use it for pages that support only this
  /// form.
  case android
}
