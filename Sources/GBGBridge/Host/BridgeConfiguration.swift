import Causeway

/// What a ``BridgeHost`` says of itself, and whom it serves.
public struct BridgeConfiguration: Hashable, Sendable {
  /// The app's version, which `capability.query` answers.
  public var hostVersion: String
  /// Capabilities by id, for hosts that list them rather than have handlers for them.
  public var capabilities: [String: BridgeCapabilityInfo]
  /// The origins whose main frames are served; nil for every origin. Messages of others are dropped and set
  /// ``BridgeHost/lastError``.
  public var allowedOrigins: Set<Origin>?

  /// A configuration.
  public init(
    hostVersion: String, capabilities: [String: BridgeCapabilityInfo] = [:], allowedOrigins: Set<Origin>? = nil
  ) {
    self.hostVersion = hostVersion
    self.capabilities = capabilities
    self.allowedOrigins = allowedOrigins
  }

  /// Only the main frame is served.
  var policy: Policy { allowedOrigins.map(Policy.mainFrame(of:)) ?? .mainFrame }
}

/// What `capability.query` says of one capability.
public struct BridgeCapabilityInfo: Hashable, Sendable {
  /// Whether it can be asked for now.
  public var supported: Bool
  /// The version of its own messages.
  public var version: String
  /// Whether the person has permitted what it needs; nil if nothing is needed.
  public var permissionState: PermissionState?

  /// A capability.
  public init(supported: Bool, version: String, permissionState: PermissionState? = nil) {
    self.supported = supported
    self.version = version
    self.permissionState = permissionState
  }
}

/// Whether a person has permitted something.
public enum PermissionState: String, Hashable, Sendable, CaseIterable {
  /// It is permitted.
  case granted
  /// It is refused.
  case denied
  /// Nobody was asked yet.
  case notDetermined
}
