import Causeway

@MainActor final class Scanner {
  private var waiting: Responder?

  var capability: Capability {
    Capability(
      "scan", policy: .mainFrame, deadline: .never,
      responding: { _, _, responder in
        responder.onCancel { _ in self.hideCamera() }  // The page has gone away or cancelled.
        self.waiting = consume responder  // Releasing an earlier responder fails its request.
        self.showCamera()
      })
  }

  func didScan(_ code: String) {
    waiting.take()?.succeed(.string(code))
  }

  private func showCamera() {}
  private func hideCamera() {}
}
