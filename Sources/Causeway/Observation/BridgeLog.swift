/// What a bridge says to the developer of its app, a line each.
///
/// A page can cause most lines and write parts of them. So each line is said once, redacted, with everything in it
/// visible, and no more than ``maximumLines`` of them.
@MainActor final class BridgeLog {
  /// How many lines there may be.
  static let maximumLines = 256

  private var said: Set<String> = []
  /// What was said before anybody listened.
  private var kept: [String] = []
  var listener: (@MainActor (String) -> Void)? {
    didSet {
      guard let listener else { return }
      let lines = kept
      kept = []
      for line in lines { listener(Self.shown(line)) }
    }
  }

  func say(_ text: @autoclosure () -> String) {
    guard said.count < Self.maximumLines else { return }
    let text = text()
    guard said.insert(text).inserted else { return }
    hand(text)
    if said.count == Self.maximumLines { hand("No more is logged; an observer of the bridge sees everything.") }
  }

  private func hand(_ text: String) {
    if let listener { listener(Self.shown(text)) } else { kept.append(text) }
  }

  /// Redaction takes its time: it is done when somebody listens, and for each line once.
  private static func shown(_ text: String) -> String { TerminalText(Redactor.standard.redact(text)).line }
}

extension Failure {
  /// What the app alone may know of the failure: the error that a handler threw, unless it is one for pages, or whom the
  /// policy serves. Of a capability with secrets it is the error's type, since its text may quote them.
  func cause(of capability: Capability?) -> String? {
    switch self {
    case .handler(let error) where !(error is any PageFacingError):
      capability?.sensitivity.isEmpty == false ? "\(type(of: error)), of which the text may be secret" : "\(error)"
    case .refused: capability.map { "it serves \($0.policy)" }
    default: nil
    }
  }
}
