import Foundation

/// A page of the documentation.
struct Guide: CustomStringConvertible {
  /// The path in the repository, such as `docs/today.md`.
  let path: String
  let lines: [Substring]

  static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL

  init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  var description: String { path }

  /// Returns the README, the security policy and every page of `docs`.
  static func all() throws -> [Guide] {
    let pages = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("docs").path)
      .filter { $0.hasSuffix(".md") }.sorted()
    return try (["README.md", "SECURITY.md"] + pages.map { "docs/\($0)" }).map(Guide.init)
  }

  /// A fenced block.
  struct Block {
    /// The language after the fence, such as `swift`; empty if there is none.
    let language: Substring
    /// The number of the fence's line, counted from 1.
    let line: Int
    let lines: ArraySlice<Substring>
    /// The reason in the comment `<!-- not checked: … -->` above the fence; nil if there is no such comment.
    let exemption: String?

    var text: String { lines.joined(separator: "\n") }
  }

  /// The fenced blocks, in the guide's order.
  var blocks: [Block] {
    var blocks: [Block] = []
    var opening: Int?
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      guard let fence = opening else {
        opening = index
        continue
      }
      let above = fence > 0 ? lines[fence - 1].firstMatch(of: /^<!-- not checked: (.+) -->$/) : nil
      blocks.append(
        Block(
          language: lines[fence].dropFirst(3), line: fence + 1, lines: lines[(fence + 1)..<index],
          exemption: above.map { String($0.1) }))
      opening = nil
    }
    return blocks
  }
}
