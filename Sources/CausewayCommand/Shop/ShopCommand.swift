#if os(Linux)
import CausewayTool
import Foundation
import OnsideCore

/// The command `causeway shop DIR`, which runs a whole shop: a store, a publisher's backend, and the page.
struct ShopCommand: Command {
  static let specification = CommandSpecification(
    name: "shop", operands: ["DIR"],
    summary: "Runs a store, a publisher's backend and the page of a folder together.",
    discussion: """
      DIR has the page, index.html, and its products in one .storekit file. The command starts three parts: a store that
      sells the products ("causeway store serve"), the publisher's backend, which serves the page and checks its purchases
      ("causeway merchant serve"), and the page for your own browser with an inspector ("causeway serve") or, with
      --window, in WebKit ("causeway open").

      When all parts are ready, the command prints their addresses. Standard error has the log of all parts, with the
      name of a part at the beginning of each of its lines. The parts end together: at SIGINT (Ctrl-C), SIGTERM or SIGHUP,
      when the window is closed, or when one of them ends by itself.
      """,
    options: [
      OptionSpecification(
        "--catalog", "FILE.storekit", "The products. Without this option: the only .storekit file in DIR."),
      OptionSpecification(
        "--app", "ID", "The bundle identifier of the app that shows the page; default \(defaultApp)."),
      OptionSpecification(
        "--data", "DIR",
        "The folder for the store, the backend's ledger and the app's purchases, which the next start uses again. Without "
          + "it: a temporary folder, which is removed at the end."),
      OptionSpecification("--window", "Shows the page in a window of WebKit instead of in your browser."),
      OptionSpecification("--open", "Opens the page and the inspector in your browser."),
    ]
      + ports.map { port in
        OptionSpecification(port.option, "N", "The port of the \(port.part.rawValue); default: any free port.")
      } + passedOn,
    closing: """
      Exit codes:
        0  the command was ended by a signal, or the window was closed
        1  a part could not be started, or ended by itself; the log says why
        2  the command's arguments are wrong, or the catalog has mistakes

      Examples:
        causeway shop Examples/newsstand --open
        causeway shop Examples/newsstand --window --data newsstand
      """)

  private static let defaultApp = "com.example.shop"

  private static let ports: [(option: String, part: ShopPart)] = [
    ("--page-port", .page), ("--backend-port", .backend), ("--store-port", .store),
  ]

  /// The options of the page's command.
  private static let passedOn = OpenOptions.ofServing.filter {
    ["--platform", "--profile", "--verbose"].contains($0.name)
  }

  private let options: ShopOptions
  /// The folder of `--data`; nil for a temporary one.
  private let data: URL?

  init(_ arguments: Arguments) throws {
    let hasWindow = arguments.has("--window")
    for name in ["--open", "--page-port"] where hasWindow && arguments.has(name) {
      throw UsageError("--window and \(name) cannot be combined: \(name) is for the page in your browser")
    }
    // Check the options of the page's command now, so that a mistake is reported before anything is started.
    _ = try arguments.choices("--platform", Platform.self)
    let app = arguments.one("--app") ?? Self.defaultApp
    do {
      _ = try StoreAddress(URL(string: "http://localhost")!, app: app)
    } catch {
      throw UsageError("--app: \(error)")
    }
    var ports: [ShopPart: UInt16] = [:]
    for (option, part) in Self.ports { ports[part] = try arguments.port(option) }
    options = ShopOptions(
      shop: try ShopFolder(arguments.operands[0], catalog: arguments.one("--catalog")), app: app, ports: ports,
      pageOptions: try Self.pageOptions(arguments), hasWindow: hasWindow, keepsData: arguments.has("--data"))
    data = arguments.one("--data").map { URL(fileURLWithPath: $0, isDirectory: true) }
  }

  /// Returns the words of the options that the page's command gets unchanged.
  private static func pageOptions(_ arguments: Arguments) throws -> [String] {
    var words: [String] = []
    for option in passedOn where arguments.has(option.name) {
      words.append(option.name)
      guard option.value != nil, let value = arguments.one(option.name) else { continue }
      guard option.name == "--profile" else {
        words.append(value)
        continue
      }
      let profile = try InputFile.rereadable(value, as: "profile.json")
      _ = try Profile(contentsOf: profile)
      words.append(profile)
    }
    return words + (arguments.has("--open") ? ["--open"] : [])
  }

  func run() async throws -> ExitCode {
    let termination = Termination(grace: .seconds(60))
    TemporaryFolder.removeLeftovers()
    let temporary = try data == nil ? TemporaryFolder() : nil
    defer { temporary?.remove() }
    if let data { try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true) }
    let shop = Shop(options, data: data ?? temporary?.url ?? FileManager.default.temporaryDirectory)
    Task {
      _ = await termination.wait()
      shop.finish(.stopped)
    }
    let end = await shop.run()
    await shop.stop()
    guard case .failed(let reason) = end else { return .success }
    Tool.complain(reason)
    return .failure
  }
}
#endif
