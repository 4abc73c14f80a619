import Foundation
import Testing

/// The numbers of the rules in a conformance suite, such as `link-3.2.1`.
enum ConformanceNumbers {
  /// Returns the rule numbers in the suite's sources. The search finds every quoted number, and not only those in rule
  /// declarations, because some numbers are arguments of functions that make rules.
  static func inSuite(of name: String) throws -> Set<String> {
    let folder = NamingDocument.root.appendingPathComponent("Conformance/\(name)/rules")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.reduce(into: Set<String>()) { found, file in
      found.formUnion(named(in: try String(contentsOf: file, encoding: .utf8), of: name))
    }
  }

  /// Returns the rule numbers in quotes or backquotes in a text.
  static func named(in text: String, of suite: String) -> Set<String> {
    let numbers = text.matches(of: #/["`]([a-z]+-\d[\d.]*)["`]/#).map { String($0.1) }
    return Set(numbers.filter { $0.hasPrefix("\(suite)-") })
  }
}
