import FuzzSupport

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, ConversationTarget.check)
}

/// A whole conversation with a page that says anything in any order, and an app that answers in any order.
///
/// The input is a text. A line that begins with `!` is one of ``Step``; the lines between two of these are one packet
/// of the page.
@MainActor enum ConversationTarget {
  /// What the app and the channel do between two packets.
  enum Step: Substring {
    /// What is ready on the main actor runs.
    case turn = "!turn"
    /// The channel takes packets, or takes none.
    case ready = "!ready"
    case away = "!away"
    /// The oldest handler that waits answers, throws, or lets go of its responder.
    case answer = "!answer"
    case fail = "!fail"
    case drop = "!drop"
    /// The app asks the page, or tells it something.
    case call = "!call"
    case event = "!event"
    /// Time passes.
    case wait = "!wait"
    /// The document goes away.
    case close = "!close"
  }

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let scene = Scene()
    var packet: [Substring] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if let step = Step(rawValue: line) {
        scene.say(packet)
        packet = []
        scene.perform(step)
      } else {
        packet.append(line)
      }
    }
    scene.say(packet)
    scene.end()
  }
}
