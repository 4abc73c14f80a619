import Foundation
import Testing

/// Apps link `OnsideHistory`, so on Apple's platforms it must not need any library outside Apple's SDK.
@Suite("The dependencies of the history check") struct DependencyTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  /// Returns the texts of a target's Swift files, by file name.
  private func files(of target: String) throws -> [String: String] {
    let folder = Self.root.appendingPathComponent("Sources/\(target)")
    let enumerator = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let urls = enumerator.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return try Dictionary(
      urls.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }, uniquingKeysWith: { $1 })
  }

  /// Returns the modules that a file imports. A file that is compiled only for Linux counts as a file without imports.
  private func imports(of text: String) -> Set<String> {
    if text.hasPrefix("#if os(Linux)\n"), text.hasSuffix("\n#endif\n") { return [] }
    return Set(text.matches(of: #/(?m)^(?:@\w+ |internal )*import (\w+)/#).map { String($0.1) })
  }

  /// The modules that each target may import on Apple's platforms.
  private static let allowed: [(target: String, modules: Set<String>)] = [
    ("OnsideHistory", ["CausewayJOSE", "CausewayJSON", "CausewayTransport", "Foundation", "FoundationNetworking"]),
    ("CausewayTransport", ["Foundation", "FoundationNetworking"]),
  ]

  @Test(arguments: allowed)
  func aTargetImportsOnlyModulesOfApplesPlatforms(target: String, modules: Set<String>) throws {
    let files = try files(of: target)
    #expect(files.count > 4, "the sources were not found")
    for (name, text) in files { #expect(imports(of: text).subtracting(modules).isEmpty, "\(name)") }
  }

  /// Apple's SDK does not have libcurl, so only a file for Linux may import it.
  @Test func onlyOneFileImportsLibcurlAndItIsOnlyForLinux() throws {
    let curl = try files(of: "OnsideHistory").filter { $0.value.contains("import CausewayCurl") }
    #expect(curl.keys.sorted() == ["CurlKeySetLoader.swift"])
    #expect(curl.values.allSatisfy { imports(of: $0).isEmpty })
  }
}
