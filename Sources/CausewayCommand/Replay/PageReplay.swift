import Causeway
import CausewayContract
import CausewayJSON
import CausewayTool
import Foundation

/// Plays the page's half of a trace against a simulated app, and compares the app's half with the trace.
@MainActor struct PageReplay {
  /// The settings of a replay.
  struct Settings {
    var options: OpenOptions
    /// The names of members whose values may differ.
    let ignored: Set<String>
    /// The time in which each message of the app must arrive.
    let timeout: Duration
  }

  let settings: Settings

  /// Plays a trace. Returns the first difference; nil if there is none.
  func play(_ trace: TraceFile) async throws -> ReplayDifference? {
    let origin = trace.lines.first(where: \.isMainFrame)?.origin ?? .opaque
    let bridge = Bridge()
    bridge.log = { _ in }
    let options = settings.options
    if let trace = options.trace {
      try trace.begin()
      bridge.observe { trace.write($0) }
    }
    if options.isVerbose { bridge.observe { StandardError.print(Trace.line($0)) } }
    let app = try SimulatedApp(
      options.protocols,
      with: SimulatedSettings(
        origin: origin, setCookie: { _ in }, profile: options.profile, prompter: options.profile.answer.prompter(),
        allowed: options.allowed, state: options.state, isQuiet: true))
    let view = app.attach(to: bridge, on: options.platform)
    let play = Play(trace, bridge, view, settings)
    let result: Result<ReplayDifference?, any Error>
    do {
      try await app.prepare()
      result = .success(try await play.run())
    } catch {
      result = .failure(error)
    }
    play.end()
    view.end()
    await app.end()
    return try result.get()
  }
}

/// One play of a trace.
@MainActor private final class Play {
  private let trace: TraceFile
  private let bridge: Bridge
  private let view: SimulatedView
  private let settings: PageReplay.Settings
  private var pages: [String: ReplayedPage] = [:]
  private let fresh = FreshValues()
  private var mainFrameOrigin: Origin?
  private let streams: Set<String>
  /// The app's messages to the page's requests.
  private let exchange: [RequestKey: [TraceFile.Line]]
  /// The app's calls that carry events, and the page's answers to them, by their documents.
  private let events: [String: [TraceFile.Line]]

  /// A request of the page, by its document and number.
  private struct RequestKey: Hashable {
    let document: String
    let call: Int?

    init(_ line: TraceFile.Line) {
      document = line.document
      call = line.call
    }
  }

  init(_ trace: TraceFile, _ bridge: Bridge, _ view: SimulatedView, _ settings: PageReplay.Settings) {
    self.trace = trace
    self.bridge = bridge
    self.view = view
    self.settings = settings
    let members = bridge.installedDialects.compactMap(\.contract).flatMap(\.members)
    streams = Set(members.filter { $0.caller == .page && $0.form == .stream }.map(\.name))
    let ofRequests = trace.lines.filter { $0.direction == .toPage && ($0.kind == .reply || $0.kind == .progress) }
    exchange = Dictionary(grouping: ofRequests, by: RequestKey.init)
    events = Dictionary(
      grouping: trace.lines.filter { EventBatches.carries($0.dialect, $0.name) }, by: \.document)
    bridge.observe { [weak self] observation in
      for page in self?.pages.values ?? [:].values { page.take(observation) }
    }
  }

  func run() async throws -> ReplayDifference? {
    for line in trace.lines {
      switch (line.kind, line.direction) {
      case (.opened, _): open(line)
      case (.closed, _): pages.removeValue(forKey: line.document)?.close()
      case (.request, _), (.event, .fromPage):
        if let difference = send(line) { return difference }
      case (.answer, _): page(of: line).answer(line)
      case (.reply, _) where line.endsWithPage: break
      case (.reply, _), (.event, .toPage), (.call, _), (.progress, .toPage):
        if let difference = try await compare(line) { return difference }
      case (.progress, .fromPage), (.thrown, _), (.discarded, _): break  // the app does not react to these
      }
    }
    guard let last = trace.lines.last, let surplus = pages.values.compactMap(\.surplus).first else { return nil }
    let what = [surplus.dialect, surplus.name].compactMap(\.self).joined(separator: " ")
    return ReplayDifference(
      last, "the app now also sends \(what) (\(surplus.kind.rawValue)) after this line, which the trace does not have")
  }

  private func open(_ line: TraceFile.Line) {
    if line.isMainFrame { mainFrameOrigin = line.origin }
    let page = page(of: line)
    guard line.isMainFrame else { return }
    let receives = trace.lines.contains {
      $0.document == line.document && $0.direction == .toPage && $0.dialect == BridgeProtocol.gbg.rawValue
    }
    Task { [view] in await view.didLoad(LoadedReplay(id: page.document, receives: receives)) }
  }

  /// Returns the page of a document, which is opened if the trace does not have its beginning.
  private func page(of line: TraceFile.Line) -> ReplayedPage {
    if let page = pages[line.document] { return page }
    let page = ReplayedPage(
      bridge, for: line, events: events[line.document] ?? [], mainFrameOrigin: mainFrameOrigin)
    pages[line.document] = page
    return page
  }

  /// Sends a message of the page.
  private func send(_ line: TraceFile.Line) -> ReplayDifference? {
    guard let named = BridgeProtocol(rawValue: line.dialect),
      bridge.installedDialects.contains(where: { $0.name == line.dialect })
    else {
      return ReplayDifference(
        line, "the app does not have the protocol \"\(line.dialect)\"; name it and its files as in the run of the trace"
      )
    }
    let body = named.pageBody(of: line, exchange[RequestKey(line)] ?? []).map(fresh.replacing)
    page(of: line).send(line, body, isStream: named == .causeway && streams.contains(line.name))
    return nil
  }

  /// Waits for a message of the app, and compares it with its line.
  private func compare(_ line: TraceFile.Line) async throws -> ReplayDifference? {
    let page = page(of: line)
    if line.failure?.hasPrefix(Failure.cancelled.code + ":") == true { page.withdraw(line) }
    let message = try await withTimeout(settings.timeout) { try await page.message(for: line) }
    guard let message else {
      return ReplayDifference(line, "the app does not send \(line.description) within \(settings.timeout)")
    }
    guard message.kind == line.kind else {
      return ReplayDifference(line, "the app answers without \(line.description)")
    }
    return ReplayDifference(
      line, line.description, body: message.body, failure: message.failure, fresh: fresh,
      ignoring: settings.ignored)
  }

  func end() {
    for page in pages.values { page.close() }
    pages = [:]
  }
}

extension TraceFile.Line {
  /// Whether the line is the end of a request whose page left before the app answered, for example during a prompt. The
  /// page has got no answer, and what the app would have answered is not in the trace.
  var endsWithPage: Bool { failure?.hasPrefix(Failure.documentGone.code + ":") == true }

  /// The app's message of this line, as a text for people.
  var description: String {
    switch kind {
    case .reply: "the answer to \(subject)"
    case .progress: "the progress of \(subject)"
    case .call: "the call \(subject)"
    default: "the event \(subject)"
    }
  }
}

/// A document of a replay. The app looks only for the function of GBGBridge, which a page has if the app has sent it messages
/// in the trace.
private struct LoadedReplay: LoadedDocument {
  let id: DocumentID
  let receives: Bool

  func hasFunction(_ name: String) async -> Bool { receives }
}

/// Runs work with a timeout. Returns nil if the work has not ended by then.
@MainActor private func withTimeout<Value: Sendable>(
  _ timeout: Duration, _ work: @escaping @MainActor @Sendable () async throws -> Value
) async throws -> Value? {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: timeout)
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
