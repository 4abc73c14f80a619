import Foundation
import ProgramTestSupport
import Testing

/// The engine needs the standard library and nothing else: no Foundation, no networking, no WebKit.
@Suite("What the engine depends on") struct DependencyTests {
  private let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/Causeway").standardizedFileURL

  private func files() throws -> [URL] {
    let enumerator = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    return enumerator.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  @Test func noFileImportsAnything() throws {
    let files = try files()
    #expect(files.count > 20, "the sources are where they are looked for")
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let imports = text.split(separator: "\n").filter { line in
        let words = line.split(separator: " ")
        return words.contains("import") && (words.first == "import" || words.first?.hasPrefix("@") == true)
      }
      #expect(imports.isEmpty, "\(file.lastPathComponent): \(imports)")
    }
  }

  #if !os(iOS)  // An app there starts no other programs.
  /// What the sources cannot say: the compiled module refers to no symbol of Foundation, libsoup or WebKit.
  @Test func theCompiledEngineRefersToNoOtherModule() throws {
    let objects = BuiltPrograms.named("Causeway.build")
    try #require(FileManager.default.fileExists(atPath: objects.path), "the engine was built beside the tests")
    let nm = Process()
    let output = Pipe()
    nm.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let names = try FileManager.default.contentsOfDirectory(atPath: objects.path).filter { $0.hasSuffix(".o") }
    try #require(!names.isEmpty)
    nm.arguments = ["nm", "--undefined-only", "--no-sort"] + names.map { objects.appendingPathComponent($0).path }
    nm.standardOutput = output
    try nm.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    nm.waitUntilExit()
    #expect(nm.terminationStatus == 0)
    #expect(text.contains("$sS"), "symbols of the standard library are there")
    for module in [
      "10Foundation", "20FoundationEssentials", "20FoundationNetworking", "6WebKit", "8Dispatch", "soup_", "webkit_",
    ] {
      #expect(!text.contains(module), "\(module)")
    }
  }
  #endif
}
