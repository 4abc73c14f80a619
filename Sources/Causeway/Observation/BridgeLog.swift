/// What a bridge says to the developer of its app, a line each.
///
/// A page can cause most lines and write parts of them. So each line is said once, redacted, with everything in it
/// visible, at most ``maximumLineLength`` long, and no more than ``maximumLines`` of each ``Subject``.
@MainActor final class BridgeLog {
  /// What a line is about. Each has lines of its own, so that pages cannot hide what their app does wrong.
  enum Subject: CaseIterable {
    case app, page
  }

  /// How many lines there may be about one subject.
  static let maximumLines = 256
  /// How much of one line is shown, in bytes of UTF-8.
  static let maximumLineLength = 2_048

  private var said: [Subject: Set<String>] = [:]
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

  func say(_ text: @autoclosure () -> String, about subject: Subject) {
    guard said[subject, default: []].count < Self.maximumLines else { return }
    let text = Self.cut(text())
    guard said[subject, default: []].insert(text).inserted else { return }
    hand(text)
    if said[subject, default: []].count == Self.maximumLines { hand(subject.end) }
  }

  /// The first words of a text that is too long. A part of a secret might not be recognised as one, so that no word is
  /// cut in two.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > maximumLineLength else { return text }
    let beginning = text.utf8.prefix(maximumLineLength)
    let words = beginning.lastIndex(of: UInt8(ascii: " ")).map { text[...$0] } ?? ""
    return "\(words)… (\(text.utf8.count) bytes in all)"
  }

  private func hand(_ text: String) {
    if let listener { listener(Self.shown(text)) } else { kept.append(text) }
  }

  /// Redaction takes its time: it is done when somebody listens, and for each line once.
  private static func shown(_ text: String) -> String { TerminalText(Redactor.standard.redact(text)).line }
}

extension BridgeLog.Subject {
  /// Its last line.
  fileprivate var end: String {
    switch self {
    case .app: "No more is logged of what the app answers; an observer of the bridge sees everything."
    case .page: "No more is logged of what pages do wrong; an observer of the bridge sees everything."
    }
  }
}

extension Failure {
  /// What the app alone may know of the failure: the error that a handler threw, unless it is one for pages, or whom the
  /// policy serves. Of a capability with secrets it is the error's type, since its text may quote them.
  /// - Parameter policy: the dialect's, for a frame to which no capability is known.
  func cause(of capability: Capability?, under policy: Policy?) -> String? {
    switch self {
    case .handler(let error) where !(error is any PageFacingError):
      capability?.sensitivity.isEmpty == false ? "\(type(of: error)), of which the text may be secret" : "\(error)"
    case .refused: (capability?.policy ?? policy).map { "it serves \($0)" }
    default: nil
    }
  }
}
