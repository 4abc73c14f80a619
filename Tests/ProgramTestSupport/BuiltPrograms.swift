import Foundation

/// What the build has put beside the tests.
package enum BuiltPrograms {
  /// The folder of the build's products.
  package static var folder: URL { tests.deletingLastPathComponent() }

  /// A program of this package.
  package static func named(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// The program of the tests, or their bundle where another program runs them, which is so on macOS: `xctest`, and for
  /// Swift Testing a helper of the package manager that is told the bundle's path.
  private static var tests: URL {
    #if canImport(Darwin)
    let arguments = CommandLine.arguments
    if let option = arguments.firstIndex(of: "--test-bundle-path"), arguments.indices.contains(option + 1) {
      // The bundle, or the binary in its folder Contents/MacOS.
      var path = URL(fileURLWithPath: arguments[option + 1])
      while path.pathExtension != "xctest", path.pathComponents.count > 1 { path.deleteLastPathComponent() }
      return path
    }
    if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }) { return bundle.bundleURL }
    #endif
    return URL(fileURLWithPath: CommandLine.arguments[0])
  }
}
