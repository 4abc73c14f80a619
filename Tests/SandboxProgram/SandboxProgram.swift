import Foundation
import OnsideCore
import OnsideSandbox
import OnsideTesting

/// A sandbox store in its own process. Tests send requests to it over HTTP, and kill it.
///
/// The program's two arguments are the catalog and the folder. The program prints the address of its server, and serves
/// until its input ends.
@main
enum SandboxProgram {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
    guard words.count == 2 else { return say("two arguments are needed: a catalog and a folder") }
    var options = SandboxOptions(catalog: try Catalog(contentsOf: words[0]), folder: words[1])
    options.merchantRate = nil
    var serving = SandboxServer.Options()
    if ProcessInfo.processInfo.environment["SANDBOX_LOG"] != nil {
      serving.log = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    }
    let server = SandboxServer(try SandboxStore(options), serving)
    say(try server.start().absoluteString)
    while let _ = readLine() {}
    await server.stop()
  }

  /// Writes a line without buffering, even if the output is not a terminal.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
