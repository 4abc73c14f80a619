/// The typed slots of a host, by the action that each serves.
enum CaptureSlot: String, CaseIterable {
  case document
  case selfie

  /// The slot that serves an action.
  init?(action: String) {
    guard let slot = Self.allCases.first(where: { $0.action == action }) else { return nil }
    self = slot
  }

  /// What requests ask for.
  var action: String {
    switch self {
    case .document: GBGContract.Action.documentCapture
    case .selfie: GBGContract.Action.selfieCapture
    }
  }

  /// What `capability.query` lists.
  var id: String {
    switch self {
    case .document: GBGContract.CapabilityID.document
    case .selfie: GBGContract.CapabilityID.selfie
    }
  }

  /// The slot itself.
  @MainActor func capture(of host: BridgeHost) -> CaptureCapability {
    switch self {
    case .document: host.documentCapture
    case .selfie: host.selfieCapture
    }
  }
}
