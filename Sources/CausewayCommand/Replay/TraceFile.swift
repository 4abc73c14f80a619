import Causeway
import CausewayJSON
import CausewayTool
import Foundation

/// A trace, as `--trace` and the inspector write it.
struct TraceFile {
  /// A line of a trace.
  struct Line {
    /// The line's number in the file, counted from 1.
    let number: Int
    let json: JSONObject
    let direction: BridgeObservation.Direction
    let kind: BridgeObservation.Kind
    /// The document's name in the trace, such as `#1`.
    let document: String
    let isMainFrame: Bool
    let origin: Origin
    /// The dialect's name; empty if the line concerns no protocol.
    let dialect: String
    /// The name of the capability, event or call; empty if there is none.
    let name: String
    let call: Int?
    let body: JSONValue?
    let failure: String?
  }

  let lines: [Line]

  /// Reads a file. Throws ``UsageError`` if it is not a trace.
  init(contentsOf path: String) throws {
    let data = try InputFile.read(path, upTo: Self.maximumBytes + 1)
    guard data.count <= Self.maximumBytes else {
      throw UsageError("\(path): the file is longer than \(Self.maximumBytes) bytes; replay a part of it")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw UsageError("\(path): the file is not UTF-8; a trace of --trace is")
    }
    try self.init(text, name: path)
  }

  /// - Parameter name: the file's name for errors.
  init(_ text: String, name: String) throws {
    var lines: [Line] = []
    // Editors and version control on Windows write CR LF, which is one character to Swift, and a byte order mark.
    let withoutMark = text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : text[...]
    let rows = withoutMark.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in rows.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do {
        lines.append(try Line(line, number: index + 1))
      } catch {
        throw UsageError(
          "\(name), line \(index + 1): \(error); a trace has one message on each line, as --trace writes it")
      }
    }
    guard !lines.isEmpty else { throw UsageError("\(name): the trace has no messages") }
    self.init(lines)
  }

  init(_ lines: [Line]) {
    self.lines = lines
  }

  private static let maximumBytes = 64 << 20
}

extension TraceFile.Line {
  fileprivate init(_ text: Substring, number: Int) throws {
    self.number = number
    let value = try JSONValue(parsing: text.utf8)
    guard case .object(let object) = value else { throw TraceMistake("the line is not a JSON object") }
    func string(_ key: String) throws(TraceMistake) -> String {
      guard let text = object[key]?.stringValue else { throw TraceMistake("\"\(key)\" is missing or not a string") }
      return text
    }
    json = object
    guard let direction = BridgeObservation.Direction(rawValue: try string("direction")) else {
      throw TraceMistake("\"direction\" must be page→app or app→page")
    }
    guard let kind = BridgeObservation.Kind(rawValue: try string("kind")) else {
      throw TraceMistake("the kind \"\(try string("kind"))\" is not known")
    }
    self.direction = direction
    self.kind = kind
    document = try string("document")
    isMainFrame = object["mainFrame"] == true
    let origin = try string("origin")
    self.origin = origin == "null" ? .opaque : try Origin(parsing: origin)
    dialect = object["protocol"]?.stringValue ?? ""
    name = object["name"]?.stringValue ?? ""
    call = object["call"]?.numberValue.flatMap { Int(exactly: $0) }
    body = object["body"]
    failure = object["failure"]?.stringValue
  }

  /// The message for a reader, such as `onside purchase`.
  var subject: String { [dialect, name].filter { !$0.isEmpty }.joined(separator: " ") }
}

/// A mistake in a line of a trace.
private struct TraceMistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
