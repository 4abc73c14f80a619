import Causeway
import CausewayText
import CausewayTool
import Foundation

/// A writer that writes each message of a bridge immediately, as a line of JSON.
@MainActor final class Trace {
  private let path: String
  private var file: FileHandle?
  private var isBroken = false

  /// Checks that the file can be written, without changing it, because other options may still be wrong.
  init(path: String) throws {
    self.path = path
    do throws(OutputFileError) {
      try PrivateOutput.check(path)
    } catch {
      throw Self.refusal(error, path)
    }
  }

  /// Creates the file or empties it. Only this user can read the file. Later calls have no effect.
  func begin() throws {
    guard file == nil else { return }
    do throws(OutputFileError) {
      file = try PrivateOutput.open(path)
    } catch {
      throw Self.refusal(error, path)
    }
  }

  private static func refusal(_ error: OutputFileError, _ path: String) -> UsageError {
    UsageError("--trace \(path): the file cannot be written: \(error)")
  }

  /// Writes a line. Has no effect before ``begin()``.
  func write(_ observation: BridgeObservation) {
    guard !isBroken, let file else { return }
    do {
      try file.write(contentsOf: Data((TerminalText(observation.json.json).json + "\n").utf8))
    } catch {
      // The page continues without a trace.
      isBroken = true
      StandardError.print(
        "causeway: --trace \(path): the trace ends here, because the file cannot be written: "
          + "\(error.localizedDescription)"
      )
    }
  }

  /// Shortens a body for the output of --verbose. The trace file has the whole body.
  private static func excerpt(_ text: String) -> String {
    let shown = text.utf8.prefix(2_000)
    guard shown.endIndex < text.utf8.endIndex else { return text }
    return String(decoding: shown, as: UTF8.self) + "… (\(text.utf8.count) bytes)"
  }

  /// Returns a human-readable line with a message's time, direction, name and body.
  static func line(_ observation: BridgeObservation) -> String {
    let time = String(format: "%.3f ms", observation.json["ms"]?.numberValue ?? 0)
    let arrow = observation.direction == .fromPage ? "page ──▶ app " : "page ◀── app "
    let what =
      switch observation.kind {
      case .opened: "a document opened: \(observation.frame)"
      case .closed: "a document closed: \(observation.frame)"
      default: [observation.dialect, observation.name].compactMap(\.self).joined(separator: " ")
      }
    let sender = observation.frame.isMainFrame ? "" : " [\(observation.frame)]"
    let body =
      observation.body.map { " " + excerpt(TerminalText($0.json).json) }
      ?? (observation.kind == .reply ? " undefined" : "")
    let failure =
      observation.failure.map { failure in
        let cause = observation.cause.map { "; " + $0 } ?? ""
        let text = "\(failure)"
        // Remove the period of the app's sentence if the cause follows it.
        return " (\(text.hasSuffix(".") && !cause.isEmpty ? String(text.dropLast()) : text)\(cause))"
      } ?? ""
    let isDocument = observation.kind == .opened || observation.kind == .closed
    let start = String(repeating: " ", count: max(0, 12 - time.count)) + time + "  "
    return start + (isDocument ? "·            " + what : arrow + what + sender + body + failure)
  }
}
