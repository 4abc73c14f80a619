import Causeway

/// The declared functions of ``BenchPage``.
struct BenchContract: BridgeContract {
  let echo = AppFunction<Message, Message>("typed.echo")

  struct Message: Codable {
    var id: Int
    var text: String
    var tags: [String]
    var isNew: Bool
  }
}
