import Foundation
import Testing

/// Tests that the README's example equals the file `Example.swift` in this folder, which is compiled.
@Suite("The README") struct ReadmeTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test func theReadmesExampleEqualsTheCompiledFile() throws {
    let readme = try String(
      contentsOf: folder.appendingPathComponent("../../README.md"), encoding: .utf8)
    let compiled = try String(contentsOf: folder.appendingPathComponent("Example.swift"), encoding: .utf8)
    let parts = readme.components(separatedBy: "<!-- example -->")
    try #require(parts.count == 2, "README.md must have exactly one example between its marks")
    let example = parts[1].components(separatedBy: "<!-- /example -->")[0]
    #expect(example == "\n```swift\n\(compiled)```\n")
    #expect(compiled.split(separator: "\n").count <= 15)
  }
}
