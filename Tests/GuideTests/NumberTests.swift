import Foundation
import Testing

/// Tests that each number in a guide that comes from the code equals the number that the code declares.
@Suite("The guides' numbers") struct NumberTests {
  private static let engine = "Causeway/Bridge/Limits.swift"
  private static let engineGuides = "docs/architecture.md"
  private static let server = "CausewayHTTP/Server/HTTPServer+Options.swift"
  private static let codes = "OnsideTesting/Store/LoginCodes.swift"
  private static let events = "OnsideCore/Events/EventLimits.swift"
  private static let keys = "OnsideHistory/Keys/KeyCacheLimits.swift"
  private static let documents = "CausewayWebKit/WebViewHost.swift"
  private static let signIns = "OnsideSandbox/SignIn/SignIns.swift"
  private static let validator = "OnsideMerchant/Validation/PurchaseValidator.swift"

  private static let checks = "OnsideMerchant/Ledger/Rules/CheckSchedule.swift"
  private static let delivery = "OnsideMerchant/Events/EventDelivery.swift"
  private static let notification = "OnsideMerchant/Notifications/StoreNotification.swift"

  static let numbers: [StatedNumber] = [
    // The driver.
    .init(
      "docs/webdriver.md", says: "goes at most # pixels", "CausewayDriver/Input/ActionSequence.swift",
      "maximumDistance: Double = "),
    .init(
      "docs/webdriver.md", says: "is at most # pixels of its screen", "CausewayCommand/Driver/DriverPageOptions.swift",
      "ViewSize(width: "),
    .init(
      "docs/webdriver.md", says: "after at most # s.", "CausewayDriver/Process/EngineDriver.swift",
      "sessionTimeout = Duration.seconds("),

    .init(
      "SECURITY.md", says: "ends the attempt after at most # s", "CausewayDriver/Process/EngineDriver.swift",
      "sessionTimeout = Duration.seconds("),

    // WebSockets of the playground.
    .init(
      "SECURITY.md", says: "a message has at most # MiB", "CausewayPlayground/Server/ClientSocket.swift",
      "maximumBytes = ", in: .mebibytes),
    .init(
      "SECURITY.md", says: "stops reading while # MiB", "CausewayHTTP/WebSocket/WebSocket.swift", "room = ",
      in: .mebibytes),

    // The engine.
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `messageBytes` | # MiB", engine, "messageBytes = ",
      in: .mebibytes),
    .init("docs/gbg.md", says: "`Limits.messageBytes`, # MiB", engine, "messageBytes = ", in: .mebibytes),
    .init("docs/today.md", says: "larger than # MiB", engine, "messageBytes = ", in: .mebibytes),
    .init("SECURITY.md", says: "requests of up to # MiB each", engine, "messageBytes = ", in: .mebibytes),
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `messageDepth` | # levels", engine, "messageDepth = "),
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `openRequests` | # for each document", engine,
      "openRequests = "),
    .init(
      "docs/architecture.md", says: "| `deadline` | # seconds", engine, "deadline: Duration = "),
    .init("docs/gbg.md", "docs/today.md", says: "# requests are open", engine, "openRequests = "),
    .init("docs/link.md", says: "more than # requests are open", engine, "openRequests = "),
    .init("SECURITY.md", says: "up to # requests of up to", engine, "openRequests = "),
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `queuedBytes` | # MiB", engine, "queuedBytes = ",
      in: .mebibytes),
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `waitingBytes` | # MiB", engine, "waitingBytes = ",
      in: .mebibytes),
    .init("docs/own-bridge.md", says: "`Limits.waitingBytes` (# MiB)", engine, "waitingBytes = ", in: .mebibytes),
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `streamedBytes` | # MiB", engine, "streamedBytes = ",
      in: .mebibytes),
    .init(
      "docs/documents-and-frames.md", says: "in parts of # KiB", "CausewayWebKit/bytes.js", "const part = ",
      in: .kibibytes),
    .init("docs/own-bridge.md", says: "`Limits.streamedBytes` (# MiB)", engine, "streamedBytes = ", in: .mebibytes),
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `keyedCalls` | # calls", engine, "keyedCalls = "),
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `keptOutcomeBytes` | # MiB", engine, "keptOutcomeBytes = ",
      in: .mebibytes),
    .init(
      "docs/architecture.md", "docs/own-bridge.md", says: "| `keptOutcomeDuration` | # minutes", engine,
      "keptOutcomeDuration: Duration = ", in: .minutes),
    .init(
      "docs/own-bridge.md", says: "`Limits.keptOutcomeDuration` (# minutes)", engine,
      "keptOutcomeDuration: Duration = ",
      in: .minutes),
    .init(
      "docs/own-bridge.md", says: "pieces of at most # MiB", "Causeway/Stream/StreamFlow.swift", "pieceBytes = ",
      in: .mebibytes),
    .init(
      "docs/own-bridge.md", says: "about # MiB ahead", "Causeway/Stream/StreamFlow.swift", "maximumWindow = ",
      in: .mebibytes),
    .init("SECURITY.md", says: "# MiB of waiting bytes", engine, "waitingBytes = ", in: .mebibytes),
    .init(
      "docs/architecture.md", says: "in at most # pieces", "Causeway/Channel/WaitingBytes.swift", "let places = "),
    .init(
      "docs/architecture.md", says: "at most # lines in one turn", "Causeway/Bridge/Conversation.swift",
      "linesPerTurn = "),
    .init(
      "docs/architecture.md", says: "up to # milliseconds late", "Causeway/Bridge/DeadlineTimer.swift",
      "tolerance: Duration = ", in: .milliseconds),
    .init(
      "docs/gbg.md", says: "in its first # bytes", "Causeway/Bridge/Conversation+Requests.swift", "salvaged = "),
    .init(
      "docs/own-bridge.md", says: "at most # lines about", "Causeway/Observation/BridgeLog.swift",
      "case .failure: "),
    .init(
      "docs/own-bridge.md", says: "at most # about mistakes of pages", "Causeway/Observation/BridgeLog.swift",
      "case .installation, .page: "),

    .init(
      "SECURITY.md", says: "at most # about each error", "Causeway/Observation/BridgeLog.swift", "case .failure: "),
    .init(
      "SECURITY.md", says: "at most # lines about pages", "Causeway/Observation/BridgeLog.swift",
      "case .installation, .page: "),

    // Numbers of the host in a web view, and of the module WebKit.
    .init(
      "docs/architecture.md", "docs/own-bridge.md", "docs/today.md", "SECURITY.md", says: "# documents of one origin",
      documents, "maximumDocuments = "),
    .init(
      "docs/own-bridge.md", says: "does not answer for # seconds", "CausewayWebKit/DocumentLives.swift",
      "let timeout: Duration = "),
    .init("SECURITY.md", says: "more than # documents", "CausewayWebKit/DocumentLives.swift", "let few = "),
    .init("SECURITY.md", says: "at most # documents, and", "WebKit/Identity/FrameRegistry.swift", "var maximum = "),
    .init(
      "docs/webkit-on-linux.md", says: "deeper than # levels", "WebKit/Values/WireReader.swift", "maximumDepth = "),

    // The published protocols.
    .init(
      "docs/today.md", says: "After # seconds", "TodayWebViewBridge/TodayWebViewBridge.swift",
      "refreshTimeout: Duration = "),
    .init("docs/link.md", says: "without spaces, at most # characters", "BitcoinLink/Commands/Fields.swift", "Word = "),
    .init("docs/link.md", says: "printable ASCII, at most # characters", "BitcoinLink/Commands/Fields.swift", "URI = "),
    .init("docs/link.md", says: "at most # elements", "BitcoinLink/Commands/Fields.swift", "mostTexts = "),
    .init(
      "docs/link.md", says: "leading zeros, at most # characters", "BitcoinLink/Commands/Amount.swift",
      "maximumLength = "),
    .init("docs/gbg.md", says: "has at most # pixels", "GBGBridge/Stub/StubCamera.swift", "longestSide = "),

    // Onside.
    .init(
      "docs/onside.md", "docs/backend.md", says: "than # bytes of UTF-8", "OnsideCore/Model/OnsidePayment.swift",
      "longestAppAccountToken = "),
    .init("docs/onside.md", says: "code of # digits", codes, "length = "),
    .init("docs/onside.md", says: "within # minutes", codes, "lifetime = ", in: .minutes),
    .init("docs/onside.md", says: "allows # tries", codes, "attempts = "),
    .init("docs/onside.md", says: "code after # seconds", codes, "resendDelay = "),
    .init("docs/onside.md", says: "at most # codes to one address", codes, "perHour = "),
    .init("SECURITY.md", says: "a code is # random digits", codes, "length = "),
    .init("SECURITY.md", says: "for # minutes", codes, "lifetime = ", in: .minutes),
    .init("SECURITY.md", says: "and # tries", codes, "attempts = "),
    .init("SECURITY.md", says: "at most # codes to one address", codes, "perHour = "),
    .init("docs/onside.md", says: "at most # characters; at most 25", events, "nameLength = "),
    .init("docs/onside.md", says: "at most # parameters", events, "parameters = "),
    .init("docs/onside.md", says: "texts of at most # characters", events, "stringLength = "),
    .init("docs/onside.md", says: "At most #", events, "var kept = "),
    .init("docs/onside.md", says: "a total of # MiB wait", events, "keptBytes = ", in: .mebibytes),
    .init(
      "docs/onside.md", says: "\n  # s and is not repeated", "OnsideCore/Network/Transport/StoreRequest.swift",
      "timeout = "),

    // The publisher's backend.
    .init("docs/backend.md", says: "at least # hours and", checks, "shortestPause = "),
    .init("docs/backend.md", says: "and at most # days, because", checks, "longestPause = "),
    .init("docs/backend.md", says: "more than # days old", checks, "maximumAge = "),
    .init("docs/backend.md", says: "is asked for # more days", checks, "timeForRenewal = "),
    .init(
      "docs/backend.md", says: "Up to # orders are asked", "OnsideMerchant/API/MerchantClientOptions.swift",
      "var maximumConnections = "),
    .init("docs/backend.md", says: "checks of # different orders", "OnsideMerchant/Outage.swift", "failuresInRow = "),
    .init("docs/backend.md", says: "up to # seconds, and then tries", delivery, "longestOutagePause: Duration = "),
    .init("docs/backend.md", says: "again after # seconds, and", delivery, "static let firstPause: Duration = "),
    .init("docs/backend.md", says: "up to # seconds.", delivery, "longestPause: Duration = "),
    .init("docs/operating.md", says: "counted up to #", delivery, "mostCounted = "),
    .init("docs/operating.md", says: "asked every # seconds", delivery, "reportInterval: Duration = "),
    .init(
      "docs/backend.md", "docs/performance.md", "Sources/OnsideMerchant/Ledger/SQLite/SQLiteLedger.swift",
      says: "up to # milliseconds for further ones",
      "OnsideMerchant/Ledger/SQLite/SQLiteLedger.swift", "gatheringTime: Duration = ", in: .milliseconds),
    .init(
      "docs/operating.md", says: "each of at least # bytes", "OnsideMerchant/Events/EventSignature.swift",
      "minimumBytes = "),
    .init(
      "docs/operating.md", says: "waits for it for # seconds at a time",
      "OnsideMerchantPostgreSQL/PostgreSQLSchema+Migration.swift", "lock_timeout = '"),
    .init(
      "docs/operating.md", says: "a call waits up to # seconds for it",
      "OnsideMerchantPostgreSQL/PostgreSQLLedger.swift", "timeout: Duration = "),
    .init(
      "docs/operating.md", says: "an error after # seconds; start", "OnsideMerchantPostgreSQL/PostgreSQLLedger.swift",
      "timeout: Duration = "),
    .init("docs/backend.md", says: "for # seconds after its signature", notification, "window: TimeInterval = "),
    .init(
      "docs/operating.md", says: "wrong by more than # minutes", notification, "window: TimeInterval = ", in: .minutes),
    .init(
      "docs/backend.md", says: "and so on, up to # times", "OnsideSandbox/Notifications/NotificationService.swift",
      "maximumAttempts = "),
    .init("docs/backend.md", says: "at most # orders", validator, "maximumConfirmations: Int = "),
    .init("docs/backend.md", says: "more than # orders", validator, "maximumConfirmations: Int = "),
    .init("docs/backend.md", says: "takes at most # seconds", validator, "confirmationTimeout: Duration = "),
    .init(
      "docs/backend.md", says: "JWS of at most # MiB", "OnsideHistory/History/HistoryVerifier.swift",
      "maximumBytes: Int = ", in: .mebibytes),
    .init("docs/backend.md", says: "at least # minute", keys, "minimumAge: Duration = ", in: .minutes),
    .init("docs/backend.md", says: "at most # day", keys, "maximumAge: Duration = ", in: .days),
    .init("docs/backend.md", says: "at most # fetches", keys, "maximumFetchesAtOnce = "),
    .init("docs/backend.md", says: "one every # seconds", keys, "pauseBetweenUnknownKeyIDs: Duration = "),
    .init(
      "docs/backend.md", says: "valid for # seconds", "OnsideMerchant/Tokens/MerchantToken.swift",
      "longestLifetime: TimeInterval = "),
    .init(
      "docs/backend.md", says: "at least # bytes", "OnsideMerchant/Tokens/MerchantSecret.swift", "recommendedBytes = "),
    .init(
      "docs/command-line.md", says: "fewer than # bytes", "OnsideMerchant/Tokens/MerchantSecret.swift",
      "recommendedBytes = "),
    .init(
      "docs/onside-reporting.md", says: "413 beyond # bytes", "OnsideMerchant/Reporting/TransactionReport.swift",
      "maximumBytes = "),
    .init(
      "docs/onside-reporting.md", says: "| #, the smaller", "OnsideMerchant/Reporting/TransactionReport.swift",
      "maximumBytes = "),

    // The servers.
    .init(
      "docs/command-line.md", says: "waits up to # seconds", "CausewayCommand/Simulation/GBGSimulation.swift",
      "receiveTimeout: Duration = "),
    .init(
      "docs/command-line.md", says: "awaited for # seconds", "CausewayCommand/Replay/ReplayCommand.swift",
      "standardWait = "),
    .init(
      "docs/webdriver.md", says: "in milliseconds; default #", "CausewayCommand/Driver/DriverRequests.swift",
      "promptTimeout = "),
    .init(
      "docs/webdriver.md", says: "the newest # messages", "CausewayCommand/Driver/DriverHistory.swift", "limit = "),
    .init("docs/command-line.md", says: "| connections | #", server, "maximumConnections = "),
    .init("SECURITY.md", says: "at most # are open", server, "maximumConnections = "),
    .init("SECURITY.md", says: "each of # connections", server, "maximumConnections = "),
    .init("docs/command-line.md", says: "| requests in progress | #", server, "maximumRequests = "),
    .init(
      "docs/command-line.md", says: "head | # KiB", "CausewayHTTP/Syntax/RequestReader.swift", "    var headBytes = ",
      in: .kibibytes),
    .init(
      "docs/command-line.md", says: "fields; # KiB in", "OnsideMerchantCommand/Configuration/ServeConfiguration.swift",
      "static let headerBytes = ", in: .kibibytes),
    .init(
      "docs/command-line.md", says: "KiB, # fields", "CausewayHTTP/Syntax/RequestReader.swift", "    var fields = "),
    .init(
      "docs/command-line.md", says: "| # MiB of received bytes", server, "maximumBodyBytesAtOnce = ", in: .mebibytes),
    .init(
      "SECURITY.md", says: "all bodies together may use # MiB", server, "maximumBodyBytesAtOnce = ", in: .mebibytes),
    .init(
      "docs/command-line.md", says: "| # MiB | the server closes", server, "maximumAnswerBytesAtOnce = ", in: .mebibytes
    ),
    .init(
      "SECURITY.md", says: "answers together may use # MiB", server, "maximumAnswerBytesAtOnce = ", in: .mebibytes),
    .init(
      "docs/command-line.md", says: "beyond its first # KiB", "CausewayHTTP/Server/ServerCore.swift",
      "uncountedBytes = ", in: .kibibytes),
    .init(
      "SECURITY.md", says: "body of up to # KiB", "CausewayHTTP/Server/ServerCore.swift", "uncountedBytes = ",
      in: .kibibytes),
    .init(
      "SECURITY.md", says: "files are sent in parts of # KiB", "CausewayHTTP/Server/OutputQueue.swift", "filePart = ",
      in: .kibibytes),
    .init("docs/command-line.md", says: "if that is more than # s", server, "bodyTimeoutWhenFull: Duration = "),
    .init("SECURITY.md", says: "longer than # s", server, "bodyTimeoutWhenFull: Duration = "),
    .init("docs/command-line.md", says: "then for its body | # s each", server, "var timeout: Duration = "),
    .init("docs/command-line.md", says: "| # s behind a rate", server, "var timeout: Duration = "),
    .init(
      "docs/backend.md", says: "calls wait up to # seconds", "OnsideMerchantPostgreSQL/PostgreSQLLedger.swift",
      "timeout: Duration = "),

    // The times that a user waits.
    .init(
      "docs/command-line.md", says: "approval only after # second", "CausewayPrompts/ApprovalDelay.swift", "length = "),
    .init("docs/onside.md", says: "for # seconds, without", "OnsideCore/Client/DismissalLimit.swift", "pause = "),
    .init("docs/onside.md", says: "longer than # minutes", signIns, "static let lifetime = ", in: .minutes),
    .init("SECURITY.md", says: "used once, within # seconds", signIns, "codeLifetime = "),
    .init("docs/onside.md", says: "another code in # seconds", codes, "resendDelay = "),
    .init("docs/onside.md", says: "after # s, 2 s", "OnsideCore/Service/Backoff.swift", "first: Duration = "),
    .init("docs/onside.md", says: "every # s, and", "OnsideCore/Service/Backoff.swift", "limit: Duration = "),
    .init(
      "docs/documents-and-frames.md", says: "silent for # seconds", "CausewayWebKit/DocumentLives.swift",
      "let timeout: Duration = "),
    .init(
      "docs/documents-and-frames.md", says: "without it, # milliseconds after", "CausewayWebKit/DocumentLives.swift",
      "finalMessageTimeout: Duration = ", in: .milliseconds),
    .init(
      "docs/documents-and-frames.md", says: "at most # milliseconds\n   later", "CausewayWebKit/DocumentLives.swift",
      "finalMessageTimeout: Duration = ", in: .milliseconds),
    .init(
      "docs/webkit-on-linux.md", says: "arrive, up to # milliseconds", "WebKit/Identity/FrameRegistry.swift",
      "finalMessageTimeout: Duration = ", in: .milliseconds),
    .init(
      "docs/webkit-on-linux.md", says: "waits for it, at most # milliseconds", "WebKit/Navigation/TitleArrival.swift",
      "timeout: Duration = ", in: .milliseconds),
    .init(
      "docs/documents-and-frames.md", says: "less than # milliseconds ago", "WebKit/Identity/FrameRegistry.swift",
      "finalMessageTimeout: Duration = ", in: .milliseconds),
    .init(
      "docs/command-line.md", says: "longer than # seconds, the command", "CausewayTool/Host/Termination.swift",
      "grace: Duration = "),
    .init("docs/command-line.md", says: "seconds: # for answers", server, "stopTimeout: Duration = "),
    .init(
      "docs/backend.md", says: "more than # MB", "OnsideMerchant/Reporting/TransactionReport.swift", "maximumBytes = ",
      in: .megabytes),

    // The limits for slow clients.
    .init("SECURITY.md", says: "behind # KiB in a second", server, "minimumRate = ", in: .kibibytes),
    .init(
      "docs/command-line.md", says: "behind a rate of # KiB/s", server, "minimumRate = ", in: .kibibytes),
    .init("docs/command-line.md", says: "behind # KiB/s", server, "minimumRate = ", in: .kibibytes),
    .init("docs/command-line.md", says: "faster than # KiB/s", server, "minimumRate = ", in: .kibibytes),
    .init("docs/command-line.md", says: "not closed after # s", server, "var timeout: Duration = "),
    .init("SECURITY.md", says: "not closed after # s", server, "var timeout: Duration = "),
    .init(
      "docs/command-line.md", says: "A body of up to # KiB", "CausewayHTTP/Server/ServerCore.swift",
      "uncountedBytes = ", in: .kibibytes),
    .init(
      "docs/command-line.md", says: "answers of up to # KiB", "CausewayHTTP/Server/ServerCore.swift",
      "uncountedBytes = ",
      in: .kibibytes),
    .init(
      "docs/command-line.md", says: "takes longer than # seconds", "CausewayCommand/Conformance/SuiteProgress.swift",
      "private static let delay = "),
    .init(
      "SECURITY.md", says: "and # KiB for each", "CausewayHTTP/Server/ServerCore.swift", "uncountedBytes = ",
      in: .kibibytes),
    .init(
      "docs/playground.md", says: "that the first # bytes declare", "CausewayHTTP/Encoding/EncodingPrescan.swift",
      "length = "),
    .init(
      "docs/playground.md", says: "tries again every # seconds", "CausewayPlayground/Proxy/ProxyContent.swift",
      "retryInterval = "),
    .init(
      "docs/playground.md", says: "or # ms after it was inserted", "CausewayPlayground/Document/socket-transport.js",
      "emptyTime = "),
    .init(
      "docs/playground.md", says: "gets a token for # hours", "CausewayPlayground/Inspector/InspectorTokens.swift",
      "validity: TimeInterval = "),
    // A subscription's life, and the last history.
    .init(
      "docs/command-line.md", says: "the grace period is # days", "OnsideSandbox/Subscriptions/BillingRetry.swift",
      "gracePeriod: TimeInterval = "),
    .init(
      "docs/command-line.md", says: "billing retry ends # days after", "OnsideSandbox/Subscriptions/BillingRetry.swift",
      "retryPeriod: TimeInterval = "),
    .init(
      "docs/onside.md", says: "more than # minutes behind", "OnsideCore/Client/LastHistory.swift",
      "tolerance: TimeInterval = ", in: .minutes),
  ]

  @Test(arguments: numbers) func equalsTheNumberInTheCode(number: StatedNumber) throws {
    for path in number.guides {
      let text = try Guide(path).lines.joined(separator: "\n")
      let sentences = try number.sentences()
      #expect(sentences.contains { text.contains($0) }, "\(path) does not say \"\(sentences[0])\"")
    }
  }

  /// Numbers in the guides that no declaration in the code determines.
  private static let otherNumbers = [
    "two orders never", "one day before the next period", "six days for a weekly", "31 days, for this customer",
    "four events", "UTF-8 bytes", "two events", "last four digits", "A picture of 5 MiB", "in 12 minutes",
    "five minutes", "pieces of 64 KiB", "pieces of 64\nKiB", "reads 1 MiB", "reads 20 KiB", "at 20 KiB/s", "at 1 MiB/s",
    "2 s and so on",
    "one second, so that", "31 days pass", "ten to fifteen seconds", "5,000,000 bytes in the store",
    // The sum of two numbers in `ValidationRequest`.
    "4,259,840 bytes in `merchant serve`", "bodies of up to 4259840 bytes",
    // A minimum in `MerchantServeCommand`, the units of systemd, and the default of nginx.
    "together may take 30 seconds", "systemd starts it again after 5\nseconds", "those of more than 1 MiB",
    "timeout is 30 seconds", "128 letters, digits", "in blocks of 8 KiB", "about 70 ms of a core for\n  16 MiB",
    // Measured with script/test.
    "takes 20 minutes on two cores",
    // Measured by script/long-run.
    "39.6 MiB, 44.1 MiB", "109.4 MiB, 115.5 MiB", "| 316 MiB | 192 MiB |",
    // Measured with a ledger of this size.
    "file with 1,000,000 orders (847 MB), this check of SQLite's took 8 seconds", "SQLite took 69 and 74 seconds",
    // Thresholds of alerts, in Prometheus' rules.
    "0.1 requests a second", "at least every 30 seconds", "more than 5 seconds", "older than 15 minutes",
    "50 GB in 30 days",
    "30 ms in the app and 20 ms in the page", "took 36 s, the median run 51 s, and the slowest run 78 s",
  ]

  /// Every number with a unit in a guide must be in ``numbers`` or in ``otherNumbers``. Some pages are skipped: the
  /// pages with rules quote the protocols, and other pages contain results of measurements and figures of attacks.
  @Test func everyNumberWithAUnitIsChecked() throws {
    let number = "\\d[\\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|sixteen|twenty"
    let unit =
      "ms|s|seconds?|milliseconds|minutes?|hours?|days?|KiB|MiB|GiB|MB|bytes|levels|requests|documents|characters"
      + "|pieces|events|payments|restores|orders|tries|digits|connections|fields|elements|lines|codes|parameters|pixels"
    let numberWithUnit = try Regex("\\b(\(number))\\s(\(unit))\\b")
    for guide in try Guide.all() where !guide.path.contains(#/rules|performance|hostile|reporting|webkit-members/#) {
      let text = guide.lines.joined(separator: "\n")
      let stated = try Self.numbers.filter { $0.guides.contains(guide.path) }.flatMap { try $0.sentences() }
      let ranges = (stated + Self.otherNumbers).flatMap { text.ranges(of: $0) }
      for match in text.matches(of: numberWithUnit) {
        let isHeld = ranges.contains { $0.overlaps(match.range) }
        #expect(isHeld, "\(guide): add \"\(text[match.range])\" to the numbers")
      }
    }
  }

  @Test func expressionsAreRead() {
    #expect(StatedNumber.number(at: "32 << 20\n") == 33_554_432)
    #expect(StatedNumber.number(at: "16_384, b") == 16_384)
    #expect(StatedNumber.number(at: ".seconds(30)") == 30)
    #expect(StatedNumber.number(at: "Duration.milliseconds(10)") == 0.01)
    #expect(StatedNumber.number(at: "other") == nil)
  }
}
