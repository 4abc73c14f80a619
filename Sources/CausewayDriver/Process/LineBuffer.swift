import Foundation

/// Divides a stream of bytes into lines.
package struct LineBuffer: Sendable {
  private var rest = Data()

  package init() {}

  /// Takes the next bytes, and returns the lines that are complete now, without their line breaks.
  package mutating func take(_ data: Data) -> [Data] {
    rest.append(data)
    var lines: [Data] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Data(rest[rest.startIndex..<end]))
      rest = Data(rest[(end + 1)...])
    }
    return lines
  }
}
