import Causeway

@MainActor final class Scanner {
  private var waiting: Responder?

  var capability: Capability {
    Capability(
      "scan", policy: .mainFrame, deadline: .never,
      responding: { _, _, responder in
        responder.onCancel { _ in self.hideCamera() }  // The page is gone, or withdrew.
        self.waiting = consume responder  // An earlier one ends as unanswered.
        self.showCamera()
      })
  }

  func didScan(_ code: String) {
    waiting.take()?.succeed(.string(code))
  }

  private func showCamera() {}
  private func hideCamera() {}
}
