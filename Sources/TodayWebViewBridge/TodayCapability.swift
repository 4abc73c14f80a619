import Causeway
import CausewayJSON

/// The functions and data that an app supplies to the Today WebView Bridge, for all its capabilities.
@MainActor public protocol TodayHost: TodayTrackHost, TodayHeadersHost, TodayRefreshTokenHost, TodayEstablishSessionHost
{}

/// A capability of the contract, with its rules for the bridge and for the page scripts.
struct TodayCapability: Sendable {
  /// Every capability of the contract.
  static let all = [track, headers, refreshToken, establishSession]

  /// The frames that may use a capability.
  enum Audience {
    /// Every frame of every origin, because the capability has no secret.
    case everyFrame
    /// The main frame of a trusted origin.
    case trustedMainFrame
  }

  /// The answer to a served frame if the app has no answer. A frame that is not served always gets `undefined`.
  enum Fallback {
    /// The promise resolves with this value, or with `undefined` for nil.
    case resolve(JSONValue?)
    /// The promise rejects with a sentence for the user.
    case reject
  }

  typealias Handler =
    @MainActor @Sendable (TodayWebViewBridge, TodaySurface, JSONValue, Call) async throws -> JSONValue?

  /// The message's `type`.
  let name: String
  let audience: Audience
  let fallback: Fallback
  let policy: @Sendable (TodayWebViewBridge.Configuration) -> Policy
  let handler: Handler

  /// Creates a capability.
  ///
  /// - Parameter policy: returns the policy, if the app's settings can change it; nil for the contract's policy.
  init(
    _ name: String, for audience: Audience, otherwise fallback: Fallback,
    policy: (@Sendable (TodayWebViewBridge.Configuration) -> Policy)? = nil, handler: @escaping Handler
  ) {
    self.name = name
    self.audience = audience
    self.fallback = fallback
    self.policy =
      switch audience {
      case .everyFrame: policy ?? { _ in .everyone }
      case .trustedMainFrame: policy ?? { .mainFrame(of: $0.trustedOrigins) }
      }
    self.handler = handler
  }

  /// Returns the engine's `Capability` for this capability, a bridge and a surface.
  @MainActor func capability(of bridge: TodayWebViewBridge, on surface: TodaySurface) -> Capability {
    Capability(
      name, policy: policy(bridge.configuration),
      // A result can contain secrets only if the capability serves only trusted frames.
      sensitivity: audience == .trustedMainFrame ? .result : []
    ) { [handler] parameters, call in
      try await handler(bridge, surface, parameters, call)
    }
  }

  /// The capabilities as the page scripts need them: the type, whether every frame is served, and the fallback, as JSON
  /// text that the page parses for each answer.
  static let forPages = JSONValue.object(
    all.reduce(into: JSONObject()) { table, capability in
      var entry: JSONObject = [:]
      if capability.audience == .everyFrame { entry["everyFrame"] = true }
      switch capability.fallback {
      case .resolve(let value?): entry["otherwise"] = .string(value.json)
      case .resolve(nil): break
      case .reject: entry["rejects"] = true
      }
      table[capability.name] = .object(entry)
    })
}
