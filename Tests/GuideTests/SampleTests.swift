import Foundation
import Testing

/// Tests that each Swift sample of a guide occurs, line for line, in a file that is compiled.
///
/// The programs are in `Tests/GuidePrograms`, the other samples in `Tests/GuideSamples`. `script/check-samples` checks
/// the samples in JavaScript and TypeScript.
@Suite("The guides' Swift samples") struct SampleTests {
  private static let folders = [
    "Examples/own-bridge/App", "Tests/GuidePrograms", "Tests/GuideSamples", "Tests/GuideTests/Samples",
    "Tests/OnsideHistoryTests",
    "Tests/ReadmeTests",
  ]

  @Test func eachIsPartOfACompiledFile() throws {
    let files = try Self.compiledFiles()
    var count = 0
    for guide in try Guide.all() {
      for block in guide.blocks where block.language == "swift" && block.exemption == nil {
        count += 1
        // Skip package manifests, because `script/check-guides --packages` builds them.
        if block.text.contains("import PackageDescription") { continue }
        let isCompiled = files.contains { Self.isPart(Array(block.lines), of: $0) }
        #expect(isCompiled, "\(guide):\(block.line): no file of \(Self.folders) has these lines")
      }
    }
    #expect(count > 30, "too few samples were found")
  }

  @Test func aSampleThatDiffersByALineIsFound() {
    let file: [Substring] = ["func a() {", "  b()", "", "  c()", "}"]
    #expect(Self.isPart(["b()", "", "c()"], of: file))
    #expect(Self.isPart(file, of: file))
    #expect(!Self.isPart(["b()", "c()"], of: file))
    #expect(!Self.isPart(["b()", "", " c()"], of: file))
  }

  /// Returns whether a file contains these lines, one directly after another. The file may indent all of them further,
  /// by the same number of spaces.
  private static func isPart(_ lines: [Substring], of file: [Substring]) -> Bool {
    guard let first = lines.first else { return true }
    return file.indices.contains { start in
      guard start + lines.count <= file.count, file[start].hasSuffix(first) else { return false }
      let indent = file[start].dropLast(first.count)
      guard indent.allSatisfy({ $0 == " " }) else { return false }
      return zip(lines, file[start...]).allSatisfy { line, other in
        line.isEmpty ? other.isEmpty : other.dropLast(line.count) == indent && other.hasSuffix(line)
      }
    }
  }

  private static func compiledFiles() throws -> [[Substring]] {
    try folders.flatMap { folder in
      let directory = Guide.root.appendingPathComponent(folder)
      let enumerator = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
      var files: [[Substring]] = []
      for case let file as URL in enumerator where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        files.append(text.split(separator: "\n", omittingEmptySubsequences: false))
      }
      return files
    }
  }
}
