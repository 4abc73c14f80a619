import CausewayTool

/// The platform that the page sees.
enum Platform: String, CaseIterable {
  case ios
  case android
  case macos
  case windows
}

extension BridgeProtocol {
  /// Returns whether the protocol is defined on a platform.
  @MainActor func exists(on platform: Platform) -> Bool { simulation.platforms.contains(platform) }

  /// Throws if the protocol does not exist on a platform. The error names the platforms to choose instead.
  ///
  /// - Parameter subject: the beginning of the error's text.
  @MainActor func check(_ platform: Platform, subject: String) throws(UsageError) {
    guard !exists(on: platform) else { return }
    let others = simulation.platforms.map(\.rawValue).joined(separator: " or ")
    throw UsageError("\(subject): this protocol does not exist on \(platform.rawValue); choose --platform \(others)")
  }
}
