import Causeway
import Observation

@available(macOS 14, iOS 17, *)
@MainActor @Observable final class Model {
  var seen: [BridgeObservation] = []
}
