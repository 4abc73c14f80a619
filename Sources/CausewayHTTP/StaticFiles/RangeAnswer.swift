import Foundation

/// The part of a file that the field `Range` of a request names (RFC 9110 section 14.2).
enum RangeAnswer: Hashable {
  /// The whole file, with the status 200.
  case whole
  /// The bytes of the range, with the status 206.
  case part(Range<Int>)
  /// No byte of the file, with the status 416.
  case unsatisfiable

  private struct NotValid: Error {}

  /// Reads the field.
  ///
  /// A field that is not valid, or in another unit, is ignored, as the RFC says. So are several ranges: few clients send
  /// them, and every client accepts the whole file.
  /// - Parameter size: the length of the file, in bytes.
  init(_ field: String, size: Int) {
    self = .whole
    let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
    let specifications = parts[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    guard let ranges = try? specifications.map({ try Self.range($0, size: size) }), !ranges.isEmpty else { return }
    let satisfiable = ranges.compactMap { $0 }
    switch satisfiable.count {
    case 0: self = .unsatisfiable
    case 1: self = .part(satisfiable[0])
    default: break
    }
  }

  /// Reads one range, such as `0-99`, `100-` or `-100`; nil for a range without a byte of the file.
  private static func range(_ text: String, size: Int) throws -> Range<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { throw NotValid() }
    if ends[0].isEmpty {
      let count = try number(ends[1])
      return count > 0 && size > 0 ? max(size - count, 0)..<size : nil
    }
    let first = try number(ends[0])
    let last = ends[1].isEmpty ? Int.max : try number(ends[1])
    guard first <= last else { throw NotValid() }
    return first < size ? first..<(min(last, size - 1) + 1) : nil
  }

  /// Reads decimal digits. A number that is too large for an `Int` becomes the largest.
  private static func number(_ text: Substring) throws -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw NotValid() }
    return Int(text) ?? .max
  }
}
