import Causeway

/// The version and capabilities of a ``BridgeHost``, and the origins that it serves.
public struct BridgeConfiguration: Hashable, Sendable {
  /// The app's version, which is part of the answer to `capability.query`.
  public var hostVersion: String
  /// The capabilities, by id, that the host lists without having handlers for them.
  public var capabilities: [String: BridgeCapabilityInfo]
  /// The origins whose main frames the host serves; nil (the default) for every origin. Messages from other origins are
  /// dropped and set ``BridgeHost/lastError``.
  public var allowedOrigins: Set<Origin>?

  /// Creates a configuration.
  public init(
    hostVersion: String, capabilities: [String: BridgeCapabilityInfo] = [:], allowedOrigins: Set<Origin>? = nil
  ) {
    self.hostVersion = hostVersion
    self.capabilities = capabilities
    self.allowedOrigins = allowedOrigins
  }

  /// The policy for ``allowedOrigins``. Only the main frame may call.
  var policy: Policy { allowedOrigins.map(Policy.mainFrame(of:)) ?? .mainFrame }
}

/// The entry for one capability in the answer to `capability.query`.
public struct BridgeCapabilityInfo: Hashable, Sendable {
  /// Whether a page can use the capability now.
  public var supported: Bool
  /// The version of the capability's messages.
  public var version: String
  /// The state of the permission that the capability needs; nil if it needs none.
  public var permissionState: PermissionState?

  /// Creates an entry for a capability.
  public init(supported: Bool, version: String, permissionState: PermissionState? = nil) {
    self.supported = supported
    self.version = version
    self.permissionState = permissionState
  }
}

/// The user's decision about a permission.
public enum PermissionState: String, Hashable, Sendable, CaseIterable {
  /// The user or the system granted the permission.
  case granted
  /// The user or the system refused the permission.
  case denied
  /// The user has not been asked yet.
  case notDetermined
}
