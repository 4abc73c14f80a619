import Foundation
import ProgramTestSupport
import Testing

/// The engine, JSON and text modules depend only on the standard library: not on Foundation, networking or WebKit.
@Suite("The dependencies of the engine") struct DependencyTests {
  /// The modules, and the modules that each of them may import.
  private static let modules: [(name: String, imports: Set<String>)] = [
    ("CausewayJSON", []), ("CausewayText", []), ("CausewayContract", ["CausewayJSON"]),
    ("Causeway", ["CausewayContract", "CausewayJSON", "CausewayText"]),
  ]

  private func files(of module: String) throws -> [URL] {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/\(module)").standardizedFileURL
    let enumerator = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    return enumerator.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  @Test(arguments: modules)
  func filesImportOnlyAllowedModules(module: (name: String, imports: Set<String>)) throws {
    let files = try files(of: module.name)
    #expect(files.count > 1, "too few source files were found")
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let imports = text.split(separator: "\n").filter { line in
        let words = line.split(separator: " ")
        return words.contains("import") && (words.first == "import" || words.first?.hasPrefix("@") == true)
      }
      let others = imports.filter { line in !module.imports.contains { line == "import \($0)" } }
      #expect(others.isEmpty, "\(file.lastPathComponent): \(others)")
    }
  }

  #if !os(iOS)  // An app on iOS cannot start other programs.
  /// The compiled module must not refer to a symbol of Foundation, libsoup or WebKit. Import statements alone do not
  /// show this.
  @Test(arguments: modules)
  func theCompiledModuleRefersToNoForbiddenModule(module: (name: String, imports: Set<String>)) throws {
    let objects = BuiltPrograms.named("\(module.name).build")
    try #require(FileManager.default.fileExists(atPath: objects.path), "the module's object files were not found")
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
    #expect(text.contains("$sS"), "nm printed no symbols of the standard library")
    for other in [
      "10Foundation", "20FoundationEssentials", "20FoundationNetworking", "6WebKit", "8Dispatch", "soup_", "webkit_",
    ] {
      #expect(!text.contains(other), "\(other)")
    }
    for other in Self.modules where other.name != module.name && !module.imports.contains(other.name) {
      #expect(!text.contains("\(other.name.count)\(other.name)"), "\(other.name)")
    }
  }
  #endif
}
