/// The typed capture slots of a host.
enum CaptureSlot: String, CaseIterable {
  case document
  case selfie

  /// Creates the slot that serves an action; nil if no slot does.
  init?(action: String) {
    guard let slot = Self.allCases.first(where: { $0.action == action }) else { return nil }
    self = slot
  }

  /// The action of the requests that the slot serves.
  var action: String {
    switch self {
    case .document: GBGContract.Action.documentCapture
    case .selfie: GBGContract.Action.selfieCapture
    }
  }

  /// The id under which `capability.query` lists the slot.
  var id: String {
    switch self {
    case .document: GBGContract.CapabilityID.document
    case .selfie: GBGContract.CapabilityID.selfie
    }
  }

  /// Returns the host's ``CaptureCapability`` for the slot.
  @MainActor func capture(of host: BridgeHost) -> CaptureCapability {
    switch self {
    case .document: host.documentCapture
    case .selfie: host.selfieCapture
    }
  }
}
