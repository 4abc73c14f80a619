import CausewayFiles
import Foundation
import WebKit

/// The command `causeway open PAGE`, which opens a page in a real WebKit with a simulated app.
struct OpenCommand: Command {
  static let specification = CommandSpecification(
    name: "open", operands: ["PAGE"],
    summary: "Opens a page in WebKit with the bridges of an app.",
    discussion: """
      Opens PAGE in a real WebKit engine. The page finds the same bridges as in an app, and a simulated app answers its
      messages. PAGE is a file, a folder with an index.html, or a URL. Local pages have a real origin,
      causeway://page.localhost.

      Without --run and --screenshot, the page stays open until its window is closed or, with --headless, until it is
      loaded.
      """,
    options: [
      OptionSpecification(
        "--run", "FILE.js",
        "After the page is loaded, runs the file as the body of an async function in the page and prints its value on "
          + "standard output: one line of compact JSON, or the word undefined."),
      PictureOutput.option("the page", moment: ", after --run"),
    ] + inspect + OpenOptions.ofOpenAlone + OpenOptions.ofEveryPage,
    closing: """
      Exit codes:
        0  the page was opened, and the script, if any, has returned
        1  the script failed (standard error has the reason as JSON), the page could not be
           loaded, there is no display, or a file of --state cannot be used
        2  the command's arguments are wrong
        3  the timeout passed

      Examples:
        causeway open Examples/today
        causeway open shop/index.html --platform android --trace shop.jsonl
        echo 'return await webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" })' > ask.js
        causeway open Examples/today --headless --run ask.js
      """, showsPages: true)

  #if os(Linux)
  private static let inspect = [
    OptionSpecification(
      "--inspect",
      "Prints the address of an inspector, which shows the messages, asks you what the app asks its user, and links to "
        + "WebKit's own inspector. Open it in your browser.")
  ]
  #else
  private static let inspect: [OptionSpecification] = []
  #endif

  private let page: String
  private let inspects: Bool
  private let script: String?
  private let screenshot: PictureOutput?
  private let options: OpenOptions

  init(_ arguments: Arguments) throws {
    page = arguments.operands[0]
    if let trace = arguments.one("--trace"), trace == arguments.one("--screenshot") {
      throw UsageError("--trace and --screenshot name the same file, \(trace); name another file for one of them")
    }
    inspects = arguments.has("--inspect")
    screenshot = try PictureOutput(arguments)
    options = try OpenOptions(arguments)
    script = try arguments.one("--run").map { path in
      do {
        return try String(contentsOfFile: path, encoding: .utf8)
      } catch {
        throw UsageError("--run \(path): the file cannot be read: \(FileReason.of(error, at: path))")
      }
    }
  }

  func run() async throws -> ExitCode {
    let location = try PageLocation(page)
    // The user looks at the page if there is a window and no script or screenshot.
    let isWatched = !options.isHeadless && script == nil && screenshot == nil
    let limit = options.timeout ?? (isWatched ? nil : 30)
    #if os(Linux)
    var options = options
    if inspects {
      let inspection = try OpenInspection(title: page, options)
      options.inspection = inspection
      StandardError.print("inspector  \(inspection.address.absoluteString)")
    }
    let inspected = options
    #else
    let inspected = options
    #endif
    return try await withOpenPage { open in
      try Display.prepare(headless: options.isHeadless)
      let session = try inspected.session(location)
      await open.replace(with: session)
      return try await withTimeLimit(limit, isVerbose: options.isVerbose) { step in
        try await use(session, isWatched: isWatched, step: step)
      }
    }
  }

  private func use(
    _ session: PageSession, isWatched: Bool, step: @MainActor (String) -> Void
  ) async throws -> ExitCode {
    let closed = Closing()
    if !options.isHeadless { session.show(onClose: { closed.close() }) }
    step("loading the page")
    try await session.load()
    if let script {
      step("running the script")
      switch try await session.run(script) {
      case .value(let json): try StandardOutput.print(json: json)
      case .rejection(let reason):
        StandardError.print(json: reason)
        return .failure
      }
    }
    if let screenshot {
      step("taking the screenshot")
      try await session.takeSnapshot(to: screenshot)
    }
    if isWatched {
      step("waiting for the window to be closed")
      await closed.wait()
    }
    return .success
  }
}

/// The signal that the user has closed the window. One task at a time can wait for it.
@MainActor private final class Closing {
  private var isClosed = false
  private var waiter: CheckedContinuation<Void, Never>?

  func close() {
    isClosed = true
    waiter?.resume()
    waiter = nil
  }

  func wait() async {
    guard !isClosed else { return }
    await withCheckedContinuation { waiter = $0 }
  }
}
