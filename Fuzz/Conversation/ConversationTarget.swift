import FuzzSupport

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, ConversationTarget.check)
}

/// The fuzzing target of conversations: the page sends any lines in any order, and the app answers in any order.
///
/// The input is a text. Each line that is the raw value of a ``Step`` performs that step. The lines between two steps
/// are one packet of the page.
@MainActor enum ConversationTarget {
  /// An action of the app or of the channel between two packets.
  enum Step: Substring {
    /// Runs the main actor's pending work.
    case turn = "!turn"
    /// The channel begins to accept packets.
    case ready = "!ready"
    /// The channel stops accepting packets.
    case away = "!away"
    /// The oldest waiting handler succeeds.
    case answer = "!answer"
    /// The oldest waiting handler throws an error.
    case fail = "!fail"
    /// The oldest waiting handler throws a `CancellationError`, or discards its responder without an answer.
    case drop = "!drop"
    /// The app calls the page.
    case call = "!call"
    /// The app calls the page and reads a stream of values.
    case values = "!values"
    /// The app calls the page and reads a stream of bytes.
    case bytes = "!bytes"
    /// The app's oldest reader of a stream is cancelled.
    case stop = "!stop"
    /// The app sends an event to the page.
    case event = "!event"
    /// The clock advances by two seconds.
    case wait = "!wait"
    /// The document goes away, and the conversation closes.
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
