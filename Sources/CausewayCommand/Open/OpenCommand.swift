import CausewayFiles
import CausewayTool
import Foundation
import WebKit

/// The command `causeway open PAGE`, which opens a page in a real WebKit with a simulated app.
struct OpenCommand: Command {
  static let specification = CommandSpecification(
    name: "open", operands: ["[PAGE]"],
    summary: "Opens a page in WebKit with the bridges of an app.",
    discussion: """
      Opens PAGE in a real WebKit engine. The page finds the same bridges as in an app, and a simulated app answers its
      messages. PAGE is a file, a folder with an index.html, or a URL. Local pages have a real origin,
      causeway://page.localhost.

      Without --run and --screenshot, the page stays open until its window is closed. With --headless, it stays open until
      it is loaded or, with --watch or --inspect, until SIGINT (Ctrl-C).\(keys)
      """,
    options: [
      OptionSpecification(
        "--run", "FILE.js", repeatable: true,
        "After the page is loaded, runs the file, or standard input for -, as the body of an async function in the page "
          + "and prints its value on standard output: one line of compact JSON, or the word undefined. The script can "
          + "import modules beside it: await import(\"./name.js\"). The lines below a line \"\(RunScript.divider)\" run "
          + "on the page to which the lines above navigate."),
      PictureOutput.option("the page", moment: ", after --run or when it has failed"),
      OptionSpecification(
        "--fail-on-error",
        "Ends with exit code 1 if the page has an uncaught error or an unhandled rejection, a file cannot be loaded, or the "
          + "store of --store cannot be reached. Without this option, they are only printed on standard error."),
      OptionSpecification(
        "--root", "DIR",
        "The folder whose files are served to a local page, which must be in it. Without this option: the page's own folder, "
          + "so that a page cannot load ../shop.css."),
      singlePage,
      OptionSpecification(
        "--watch",
        "Loads a local page again when a file that it uses has changed, was removed, or was made. Files that change "
          + "together are one reload."),
    ] + inspect + ViewOptions.specification + OpenOptions.ofOrdinaryPages + OpenOptions.ofEveryPage,
    closing: """
      Exit codes:
        0  the page was opened, and the script, if any, has returned
        1  the script failed (standard error has the reason as JSON), the page or the folder
           of --root does not exist, the page could not be loaded, there is no display, a
           file of --state cannot be used, or the page had an error and --fail-on-error is
           given
        2  the command's other arguments are wrong
        3  the timeout passed

      Examples:
        causeway open Examples/today
        causeway open shop/index.html --platform android --trace shop.jsonl
        causeway open shop/pages/cart.html --root shop --watch
        echo 'return await webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" })' > ask.js
        causeway open Examples/today --headless --run ask.js
      """, showsPages: true, unavailable: ViewOptions.unavailable)

  /// The option of a page that changes its address without loading another page.
  static let singlePage = OptionSpecification(
    "--spa",
    "For pages that change their own address: a document that does not exist is answered with the index.html of the "
      + "folder. Other files that do not exist stay missing.")

  #if os(Linux)
  private static let keys = """


    In the window, F5 and Ctrl-R load the page again, and F12 and Ctrl-Shift-I open WebKit's inspector.
    """
  private static let inspect = [
    OptionSpecification(
      "--inspect",
      "Prints the address of an inspector, which shows the messages and lets you answer the app's prompts. Open it in "
        + "your browser."),
    OptionSpecification(
      "--inspect-engine",
      "Does what --inspect does, and its inspector links to WebKit's own inspector, which can control the page. The link has "
        + "a token, and no web page can open it without."),
  ]
  #else
  private static let keys = ""
  private static let inspect: [OptionSpecification] = []
  #endif

  /// The page; nil for `--device list`.
  private let page: String?
  private let inspects: Bool
  private let inspectsEngine: Bool
  private let scripts: [RunScript]
  private let screenshot: PictureOutput?
  private let trace: String?
  private let failsOnError: Bool
  private let watches: Bool
  private let root: String?
  private let isSinglePage: Bool
  private let options: OpenOptions

  init(_ arguments: Arguments) throws {
    trace = arguments.one("--trace")
    failsOnError = arguments.has("--fail-on-error")
    watches = arguments.has("--watch")
    root = arguments.one("--root")
    isSinglePage = arguments.has("--spa")
    inspectsEngine = arguments.has("--inspect-engine")
    inspects = arguments.has("--inspect") || inspectsEngine
    if arguments.one("--device") == "list" {
      page = nil
      (scripts, screenshot, options) = ([], nil, try OpenOptions(arguments))
      return
    }
    page = try arguments.requiredOperand(0)
    if let trace, trace == arguments.one("--screenshot") {
      throw UsageError("--trace and --screenshot name the same file, \(trace); name another file for one of them")
    }
    for name in ["--run", "--screenshot"] where watches && arguments.has(name) {
      throw UsageError("--watch keeps the page open, and \(name) ends the command; leave out one of them")
    }
    screenshot = try PictureOutput(arguments)
    scripts = try RunScript.all(arguments)
    var options = try OpenOptions(arguments)
    options.view = try ViewOptions(arguments)
    self.options = options
  }

  func run() async throws -> ExitCode {
    guard let page else {
      try StandardOutput.print(lines: Device.table)
      return .success
    }
    var location = try PageLocation(page, root: root)
    guard !isSinglePage || location.root != nil else {
      throw UsageError("--spa is for files and folders; a server answers for its own addresses")
    }
    location.isSinglePage = isSinglePage
    let opened = location
    guard !watches || location.root != nil else {
      throw UsageError("--watch is for files and folders; a development server loads its pages again itself")
    }
    let isDone = !scripts.isEmpty || screenshot != nil
    let staysOpen = !isDone && (!options.isHeadless || watches || inspects)
    let limit = options.timeout ?? (staysOpen ? nil : 30)
    #if os(Linux)
    var options = options
    if inspects {
      let inspection = try OpenInspection(title: page, options, showsEngine: inspectsEngine)
      options.inspection = inspection
      StandardError.print("inspector  \(inspection.address.absoluteString)")
    }
    let inspected = options
    #else
    let inspected = options
    #endif
    return try await withOpenPage { open in
      try Display.prepare(headless: options.isHeadless, view: options.view)
      let problems = PageProblems(isPrinted: !options.isVerbose)
      let session = try inspected.session(opened, scripts: scripts, problems: problems)
      await open.replace(with: session)
      do {
        let code = try await withTimeLimit(limit, isVerbose: options.isVerbose) { step in
          try await use(session, staysOpen: staysOpen, problems: problems, step: step)
        }
        if code != .success { await keepEvidence(of: session) }
        return code
      } catch let error as Terminated {
        throw error
      } catch {
        await keepEvidence(of: session)
        throw error
      }
    }
  }

  private func use(
    _ session: PageSession, staysOpen: Bool, problems: PageProblems, step: @MainActor (String) -> Void
  ) async throws -> ExitCode {
    let closed = Closing()
    if !options.isHeadless {
      session.show(onClose: { closed.close() })
      #if os(Linux)
      session.addDeveloperTools()
      #endif
    }
    let store = Task { await options.unreachableStore() }
    step("loading the page")
    try await session.load()
    for (index, script) in scripts.enumerated() {
      for (number, part) in script.parts.enumerated() {
        step(script.step(number))
        switch try await session.run(part, of: script, at: index) {
        case .value(let json): try StandardOutput.print(json: json)
        case .rejection(let reason):
          StandardError.print(json: reason)
          return .failure
        case nil: break
        }
      }
    }
    step("connecting to the store")
    if let reason = await store.value { problems.report(reason) }
    let hasFailed = failsOnError && problems.count > 0
    if let screenshot, !hasFailed {
      step("taking the screenshot")
      try await session.takeSnapshot(to: screenshot)
    }
    if staysOpen {
      step("the page was open")
      let watch = watches ? session.watch() : nil
      defer { watch?.cancel() }
      await closed.wait()
    }
    guard failsOnError, problems.count > 0 else { return .success }
    let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
    Tool.complain("--fail-on-error: the page had \(count); see above")
    return .failure
  }

  /// Takes the screenshot of a run that has failed, and says where it and the trace are.
  private func keepEvidence(of session: PageSession) async {
    if let screenshot {
      do {
        // Limit the time, because a page that is busy forever gives no screenshot.
        let code = try await withTimeLimit(5, isVerbose: true) { step in
          step("taking the screenshot")
          try await session.takeSnapshot(to: screenshot)
          return .success
        }
        if code == .success { StandardError.print("The screenshot is in \(screenshot.path)") }
      } catch {
        Tool.complain("\(error)")
      }
    }
    if let trace { StandardError.print("The messages are in \(trace)") }
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
