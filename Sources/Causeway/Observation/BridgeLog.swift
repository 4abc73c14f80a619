import CausewayText

/// The log lines of a bridge for the app's developer.
///
/// A page can cause most of the lines and write parts of them. Therefore each line is logged once, is redacted, shows
/// invisible characters, and is at most ``maximumLineLength`` long, and the number of lines about each ``Subject`` is
/// limited.
@MainActor final class BridgeLog {
  /// The subject of a line. Each subject has its own limit, so that many lines about one subject do not suppress lines
  /// about the others.
  enum Subject: Hashable {
    /// Mistakes in how the app installs its dialects.
    case installation
    /// Failures of a capability of the app, separately for each type of error.
    case failure(capability: String, error: String)
    /// Mistakes of pages.
    case page
  }

  /// Returns the maximum number of lines about a subject. It is lower for failures, because every type of error of
  /// every capability is a subject of its own.
  static func maximumLines(about subject: Subject) -> Int {
    switch subject {
    case .failure: 16
    case .installation, .page: 256
    }
  }

  /// The maximum length of a line, in bytes of UTF-8.
  static let maximumLineLength = 2_048

  private var said: [Subject: Set<String>] = [:]
  /// The lines that were logged before ``listener`` was set.
  private var kept: [String] = []
  var listener: (@MainActor (String) -> Void)? {
    didSet {
      guard let listener else { return }
      let lines = kept
      kept = []
      for line in lines { listener(Self.shown(line)) }
    }
  }

  func write(_ text: @autoclosure () -> String, about subject: Subject) {
    let maximum = Self.maximumLines(about: subject)
    guard said[subject, default: []].count < maximum else { return }
    let text = Self.cut(text())
    guard said[subject, default: []].insert(text).inserted else { return }
    deliver(text)
    if said[subject, default: []].count == maximum {
      deliver("Further messages about \(subject) are not logged; an observer of the bridge receives all of them.")
    }
  }

  /// Shortens a text that is too long. Cuts at the end of a word, because redaction might not recognize a part of a
  /// secret.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > maximumLineLength else { return text }
    let beginning = text.utf8.prefix(maximumLineLength)
    let words = beginning.lastIndex(of: UInt8(ascii: " ")).map { text[...$0] } ?? ""
    return "\(words)… (\(text.utf8.count) bytes in total)"
  }

  private func deliver(_ text: String) {
    if let listener { listener(Self.shown(text)) } else { kept.append(text) }
  }

  /// Redacts a line for the listener. Redaction is slow, so it waits until there is a listener, and each line is
  /// redacted once.
  private static func shown(_ text: String) -> String { TerminalText(Redactor.standard.redact(text)).line }
}

extension BridgeLog.Subject: CustomStringConvertible {
  /// The subject's text in the line that announces that further lines are not logged.
  var description: String {
    switch self {
    case .installation: "the installation of dialects"
    case .failure(let capability, let error): "failures of \(capability) with \(error)"
    case .page: "mistakes of pages"
    }
  }
}
