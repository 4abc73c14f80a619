#if os(Linux)
import CausewayDriver
import CausewayTool
import Foundation

/// The command `causeway driver`, a WebDriver server for pages in their app.
struct DriverCommand: Command {
  static let specification = CommandSpecification(
    name: "driver", operands: [],
    summary: "Serves WebDriver, to test pages in their app with Selenium and other clients.",
    discussion: """
      Listens for clients of W3C WebDriver, such as Selenium. Each session opens a page in a real WebKit with a simulated
      app, as causeway open does, in a window of a display of its own. The input is real: events of the page are trusted.
      The capability causeway:options selects the page, the protocols, the profile and the store. Further commands of a
      session read the messages, answer the app's prompts, send events, and control the store; see docs/webdriver.md.

      The driver prints its address and runs until SIGINT (Ctrl-C), SIGTERM or SIGHUP. Every program on this machine can
      use it, so it listens only on this machine.
      """,
    options: [OptionSpecification("--port", "N", "The port on 127.0.0.1; default 4444; 0 for any free port.")],
    closing: """
      Exit codes:
        0  the command was ended by a signal
        1  the port is in use
        2  the command's arguments are wrong

      Example, with Selenium for Python:
        options = webdriver.WebKitGTKOptions()
        options.set_capability("browserName", "causeway")
        options.set_capability("causeway:options", {"page": "Examples/today"})
        driver = webdriver.Remote("http://127.0.0.1:4444", options=options)
      """)

  private let port: UInt16

  init(_ arguments: Arguments) throws {
    port = try arguments.port("--port") ?? 4444
  }

  func run() async throws -> ExitCode {
    let termination = Termination.ofServer()
    OpenFileLimit.raise()
    TemporaryFolder.removeLeftovers()
    let host = DriverHost(
      page: ["/proc/self/exe", DriverPage.word], version: Tool.versionNumber,
      start: { words, input, output in try ChildProgram.start(words, input: input, output: output) },
      check: { value in
        do throws(DriverOptionsError) {
          _ = try DriverPageOptions(value)
          return []
        } catch {
          return error.mistakes
        }
      })
    let server = DriverServer(host)
    let address = try await server.start(port: port)
    do {
      try StandardOutput.print("The driver listens on \(address.absoluteString)")
    } catch {
      await server.stop()
      throw error
    }
    _ = await termination.wait()
    await server.stop()
    return .success
  }
}
#endif
