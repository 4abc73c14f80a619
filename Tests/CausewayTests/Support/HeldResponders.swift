import CausewayJSON

@testable import Causeway

/// A list of responders, which keeps them until a test answers them. ``Responder`` is noncopyable and cannot be an
/// array's element, so each responder is in a box.
@MainActor final class HeldResponders {
  private final class Box {
    var responder: Responder?
    init(_ responder: consuming Responder) { self.responder = consume responder }
  }
  private var boxes: [Box] = []

  var count: Int { boxes.count }

  func report(_ progress: JSONValue) {
    for box in boxes { box.responder?.report(progress) }
  }

  func release() { boxes = [] }

  func onCancel(_ action: @escaping @MainActor (Failure) -> Void) {
    for box in boxes { box.responder?.onCancel(action) }
  }

  func append(_ responder: consuming Responder) { boxes.append(Box(responder)) }

  func answerAll() {
    for box in boxes {
      if let responder = box.responder.take() { responder.succeed("late") }
    }
    boxes = []
  }
}
