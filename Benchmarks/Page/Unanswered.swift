import Causeway

/// Requests that stay open.
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
