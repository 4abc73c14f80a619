#if os(Linux)
import Causeway
import CausewayPlayground
import CausewayTool
import Foundation

/// The command `causeway serve FOLDER`, which serves a page with the bridges of an app to an ordinary browser.
struct ServeCommand: Command {
  static let specification = CommandSpecification(
    name: "serve", operands: ["[FOLDER]"],
    summary: "Serves a page with the bridges of an app to your own browser.",
    discussion: """
      Serves the files of FOLDER, or with --proxy the pages of your development server, to your browser. The page finds
      the same bridges as in an app, a simulated app answers its messages, and the inspector shows them and lets you
      answer the app's prompts. The page needs no change.

      The command prints two addresses: open the first for the page, the second for the inspector. It runs until SIGINT
      (Ctrl-C), SIGTERM or SIGHUP.
      """,
    options: [
      OptionSpecification(
        "--proxy", "URL",
        "Serves the pages of a development server instead of a folder, such as http://localhost:5173, or localhost:5173 for "
          + "short. A path, as in http://localhost:5173/app/, is that of the first page. Its WebSockets are forwarded, so that "
          + "it can still reload pages."),
      OpenCommand.singlePage,
      OptionSpecification(
        "--watch",
        "Reloads the pages when a file that they use has changed, was removed, or was made. Files that change together "
          + "are one reload."),
      OptionSpecification("--port", "N", "The port; default 8080, or a free one if it is in use; 0 for any free port."),
      OptionSpecification(
        "--open",
        "Opens the page and the inspector in your browser. If the browser cannot read temporary files, as in some "
          + "sandboxes, open the printed address of the inspector yourself."),
    ] + OpenOptions.ofServing,
    closing: """
      Exit codes:
        0  the command was ended by a signal
        1  the folder or a file of --state cannot be used, or the port is in use
        2  the command's arguments are wrong

      Examples:
        causeway serve Examples/today --open
        causeway serve --proxy http://localhost:5173 --open
        causeway serve dist --spa --watch
        causeway serve shop --platform android --catalog shop.storekit --state shop-state
      """)

  private let content: Playground.Options.Content
  private let title: String
  /// The path of the first page.
  private let path: String
  private let options: OpenOptions
  private let port: UInt16?
  private let opens: Bool
  private let isSinglePage: Bool
  private let watches: Bool

  init(_ arguments: Arguments) throws {
    (content, title, path) = try Self.content(arguments)
    var options = try OpenOptions(arguments)
    // Without a profile, a person answers prompts in the inspector, which is part of this command.
    if !arguments.has("--profile") { options.profile.answer = .ask }
    self.options = options
    port = try arguments.port("--port")
    opens = arguments.has("--open")
    isSinglePage = arguments.has("--spa")
    watches = arguments.has("--watch")
    for name in ["--spa", "--watch"] where arguments.has("--proxy") && arguments.has(name) {
      throw UsageError(
        Self.specification, "\(name) is for a FOLDER; a development server does this itself, so leave out \(name)")
    }
  }

  private static func content(
    _ arguments: Arguments
  ) throws -> (Playground.Options.Content, title: String, path: String) {
    guard let operand = arguments.operands.first else {
      guard arguments.has("--proxy") else {
        throw UsageError(specification, "FOLDER or --proxy is missing: causeway serve FOLDER, or --proxy URL")
      }
      let server = try arguments.server("--proxy")
      // `URL.path` would undo percent-encoding and drop a slash at the end, which a base path such as /app/ needs.
      let path = server.path(percentEncoded: true)
      let query = server.query(percentEncoded: true).map { "?" + $0 } ?? ""
      return (.server(server), server.absoluteString, (path.isEmpty ? "/" : path) + query)
    }
    guard !arguments.has("--proxy") else {
      throw UsageError(specification, "FOLDER and --proxy cannot be combined; give only one of them")
    }
    let location = try PageLocation(operand)
    guard let root = location.root else {
      throw UsageError(
        specification, "\(operand): FOLDER must be a folder with an index.html, or a file; for a server, use --proxy")
    }
    let query = location.url.query.map { "?" + $0 } ?? ""
    return (.folder(root), root.lastPathComponent, location.url.path + query)
  }

  func run() async throws -> ExitCode {
    let termination = Termination()
    TemporaryFolder.removeLeftovers()
    // The mock runs in a web view.
    if options.profile.causeway.mock != nil { try Display.prepare(headless: true) }
    let inspector = Inspector(
      Inspector.Introduction(
        title: title, platform: options.platform.rawValue, platforms: platforms.map(\.rawValue),
        protocols: options.protocols.map(\.rawValue)))
    var serving = Playground.Options(content)
    serving.key = DocumentKeyFile.read()
    serving.isSinglePage = isSinglePage
    let session = ServeSession(options, inspector: inspector)
    let playground = try session.start(serving, port: port)
    do {
      try await session.prepare()
      let watch = watches ? watchedFolder.map { WatchedFolder($0, of: playground) } : nil
      defer { watch?.end() }
      try announce(playground)
      if opens { open(playground) }
      _ = await termination.wait()
    } catch {
      await session.end()
      throw error
    }
    await session.end()
    return .success
  }

  /// The folder of the pages; nil for a server.
  private var watchedFolder: URL? {
    if case .folder(let folder) = content { folder } else { nil }
  }

  /// The platforms on which at least one of the protocols exists.
  private var platforms: [Platform] {
    Platform.allCases.filter { platform in options.protocols.contains { $0.exists(on: platform) } }
  }

  /// Prints the addresses. The first line ends with the page's address, so that programs can read it.
  private func announce(_ playground: Playground) throws(OutputError) {
    try StandardOutput.print(
      "page       \(page(playground).absoluteString)", "inspector  \(playground.inspectorAddress.absoluteString)")
  }

  private func page(_ playground: Playground) -> URL {
    URL(string: path, relativeTo: playground.pages) ?? playground.pages
  }

  private func open(_ playground: Playground) {
    do {
      try SystemBrowser.open(OpenedAddress.file(leadingTo: playground.inspectorAddress))
      try SystemBrowser.open(page(playground))
    } catch {
      let reason = (error as? POSIXError)?.localizedDescription ?? "\(error)"
      StandardError.print(
        "causeway: --open: no browser could be started (xdg-open: \(reason)); open the addresses yourself")
    }
  }
}
#endif
