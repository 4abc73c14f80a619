import Causeway

/// The responders of requests that stay open. They are kept, because a request fails when its responder is released.
@MainActor final class Unanswered {
  private final class Kept {
    let responder: Responder

    init(_ responder: consuming Responder) {
      self.responder = responder
    }
  }

  private var kept: [Kept] = []

  func keep(_ responder: consuming Responder) {
    kept.append(Kept(responder))
  }
}
