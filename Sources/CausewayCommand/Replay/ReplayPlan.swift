import CausewayContract
import CausewayJSON

/// The exchanges of a trace that a replay leaves out, because the trace does not have everything that the page
/// sent.
struct ReplayPlan {
  /// An exchange that is left out.
  struct Omission {
    let line: TraceFile.Line
    /// The reason, as the end of a sentence.
    let reason: String
  }

  /// The trace without these exchanges.
  let trace: TraceFile
  let omissions: [Omission]

  /// - Parameter contract: the contract of the app's own bridge; nil if it has none.
  init(_ trace: TraceFile, contract: Contract?) {
    let uploads = Set((contract?.members ?? []).filter { $0.form == .upload }.map(\.name))
    omissions = trace.lines.compactMap { line in
      guard line.direction == .fromPage, line.kind == .request || line.kind == .event else { return nil }
      return Self.reason(line, uploads).map { Omission(line: line, reason: $0) }
    }
    let omitted = omissions.map(\.line)
    self.trace = TraceFile(
      trace.lines.filter { line in
        !omitted.contains { $0.number == line.number || $0.kind == .request && line.isAnswer(to: $0) }
      })
  }

  private static func reason(_ line: TraceFile.Line, _ uploads: Set<String>) -> String? {
    if line.json["bytes"] != nil { return "a trace does not have the bytes that the page sent" }
    if line.dialect == BridgeProtocol.causeway.rawValue, uploads.contains(line.name) {
      return "a trace does not have the values that the page uploaded"
    }
    return line.body.map(isRedacted) == true ? "the trace redacts what the page sent" : nil
  }

  private static func isRedacted(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): text.contains("[redacted]")
    case .array(let values): values.contains(where: isRedacted)
    case .object(let members): members.contains { isRedacted($0.value) }
    case .null, .bool, .number: false
    }
  }
}

extension TraceFile.Line {
  /// Returns whether the line is the app's answer to a request of the page, or progress of it.
  func isAnswer(to request: Self) -> Bool {
    direction == .toPage && (kind == .reply || kind == .progress) && document == request.document
      && call == request.call
  }
}
