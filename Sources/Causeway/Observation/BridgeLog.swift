import CausewayText

/// What a bridge says to the developer of its app, a line each.
///
/// A page can cause most lines and write parts of them. So each line is said once, redacted, with everything in it
/// visible, at most ``maximumLineLength`` long, and no more than so many of each ``Subject``.
@MainActor final class BridgeLog {
  /// What a line is about. Each has room of its own, so that what one says without end hides nothing of the others.
  enum Subject: Hashable {
    /// How the app installed its dialects.
    case installation
    /// How a capability of the app fails, by the type of its error.
    case failure(capability: String, error: String)
    /// What pages do wrong.
    case page
  }

  /// How many lines there may be about one subject.
  static func maximumLines(about subject: Subject) -> Int {
    switch subject {
    case .failure: 16
    case .installation, .page: 256
    }
  }

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
    let maximum = Self.maximumLines(about: subject)
    guard said[subject, default: []].count < maximum else { return }
    let text = Self.cut(text())
    guard said[subject, default: []].insert(text).inserted else { return }
    hand(text)
    if said[subject, default: []].count == maximum {
      hand("No more is logged \(subject); an observer of the bridge sees everything.")
    }
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

extension BridgeLog.Subject: CustomStringConvertible {
  /// As it stands in its last line.
  var description: String {
    switch self {
    case .installation: "of how dialects are installed"
    case .failure(let capability, let error): "of \(capability) that fails with \(error)"
    case .page: "of what pages do wrong"
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
