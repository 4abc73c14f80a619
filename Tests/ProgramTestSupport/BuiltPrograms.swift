import Foundation

/// The programs that the build puts beside the tests.
package enum BuiltPrograms {
  /// The folder of the build's products.
  package static var folder: URL { tests.deletingLastPathComponent() }

  /// Returns the URL of a program of this package.
  package static func named(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// The program that contains the tests. On macOS another program runs the tests (`xctest`, or a helper of the package
  /// manager for Swift Testing, which gets the bundle's path as an argument), so this is their bundle there.
  private static var tests: URL {
    #if canImport(Darwin)
    let arguments = CommandLine.arguments
    if let option = arguments.firstIndex(of: "--test-bundle-path"), arguments.indices.contains(option + 1) {
      // The option contains the path of the bundle, or of the binary in the bundle's folder Contents/MacOS.
      var path = URL(fileURLWithPath: arguments[option + 1])
      while path.pathExtension != "xctest", path.pathComponents.count > 1 { path.deleteLastPathComponent() }
      return path
    }
    if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }) { return bundle.bundleURL }
    #endif
    return URL(fileURLWithPath: CommandLine.arguments[0])
  }
}
