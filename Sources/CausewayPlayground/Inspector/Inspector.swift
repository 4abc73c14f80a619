import Causeway
import CausewayHTTP
import CausewayJSON
import Foundation

/// The server's side of the inspector, which keeps messages, sheets and panels, and sends them to all open inspectors.
@MainActor public final class Inspector {
  /// The description of the server in the first message to each inspector.
  public struct Introduction: Hashable, Sendable {
    /// The title of the inspected pages, such as the folder's name.
    public var title: String
    /// The addresses of the pages.
    public var pages: [String] = []
    /// The platform that the pages see.
    public var platform: String
    /// The platforms that can be chosen; empty if the platform cannot be changed.
    public var platforms: [String]
    /// The names of the protocols.
    public var protocols: [String]
    /// The address of the engine's own inspector; nil if there is none.
    public var engineInspector: String?

    /// Creates an introduction.
    public init(title: String, platform: String, platforms: [String], protocols: [String]) {
      self.title = title
      self.platform = platform
      self.platforms = platforms
      self.protocols = protocols
    }
  }

  /// The description of the server in the first message to each inspector.
  public var introduction: Introduction
  /// Called when a person chooses another platform.
  public var onPlatform: (@MainActor (String) -> Void)?

  /// The time between two batches of messages.
  private static let batchTime: Duration = .milliseconds(50)

  /// The time after which open inspectors get new tokens. It is much shorter than the validity of a token.
  private static let renewalTime: Duration = .seconds(3_600)

  /// The maximum number of sentences for inspectors that are opened later.
  private static let maximumRemarks = 20

  private let tokens = InspectorTokens()
  /// The sentences that every inspector shows, the oldest first.
  private var remarks: [String] = []
  private let started = Date()
  private let start = ContinuousClock.now
  private var messages = KeptMessages<BridgeObservation>()
  /// The sheets and panels.
  package private(set) lazy var forms = InspectorForms { [weak self] in self?.broadcast($0) }
  /// Called when the number of open inspectors has changed.
  package var onClients: (@MainActor () -> Void)?
  private var clients: [ObjectIdentifier: InspectorClient] = [:]
  private var isBatchScheduled = false

  /// Creates an inspector without messages.
  public init(_ introduction: Introduction) {
    self.introduction = introduction
  }

  /// Shows the messages of a bridge.
  public func observe(_ bridge: Bridge) {
    bridge.observe { [weak self] in self?.add($0) }
  }

  private func add(_ observation: BridgeObservation) {
    // Replace the time, because each bridge counts it from its own creation. Otherwise the messages of different
    // bridges could not be compared.
    var observation = observation
    observation.time = ContinuousClock.now - start
    messages.add(observation)
    guard !isBatchScheduled, !clients.isEmpty else { return }
    isBatchScheduled = true
    Task {
      try? await Task.sleep(for: Self.batchTime)  // nothing cancels this task
      isBatchScheduled = false
      if let batch = messages.takeNew() { broadcast(batch) }
    }
  }

  // MARK: Connections

  /// Gives open inspectors tokens that are signed with a secret, so that they can connect to a restarted server with the
  /// same secret.
  func useKey(_ key: Data) {
    tokens.key = key
    Task { [weak self] in
      repeat { try await Task.sleep(for: Self.renewalTime) } while self?.renewTokens() != nil
    }
  }

  private func renewTokens() {
    for client in clients.values { sendToken(to: client) }
  }

  private func sendToken(to client: InspectorClient) {
    guard let token = tokens.issue() else { return }
    client.send(JSONValue.object(["type": "token", "token": .string(token)]).json)
  }

  /// Returns the address of the inspector, with its token.
  func address(at hosts: HostCheck) -> URL {
    URL(string: "http://\(hosts.inspectorHost)\(InspectorFiles.path)?token=\(tokens.ofRun)")!
  }

  /// Returns the endpoint of the inspectors' WebSockets.
  func endpoint(hosts: @escaping @MainActor () -> HostCheck) -> WebServer.Endpoint {
    WebServer.Endpoint(
      path: "/__causeway/inspector",
      admits: { [weak self] request in
        guard let self, let host = request[field: "Host"]?.lowercased(), hosts().purpose(of: host) == .inspector else {
          return false
        }
        // Accept a request without an origin. Every browser sends an origin, so such a request comes from another kind
        // of program, which no web site can control.
        let isOwn = request[field: "Origin"].map { $0.lowercased() == "http://" + host } ?? true
        return isOwn && tokens.accepts(QueryFields(request.encodedQuery)["token"] ?? "")
      },
      open: { [weak self] socket, _ in self?.open(socket) })
  }

  private func open(_ socket: ClientSocket) {
    let id = ObjectIdentifier(socket)
    // Send the new messages to the other inspectors first, because this inspector gets all kept messages, which include
    // the new ones.
    if let batch = messages.takeNew() { broadcast(batch) }
    let client = InspectorClient(socket)
    clients[id] = client
    socket.onClose = { [weak self] in
      self?.clients[id] = nil
      self?.onClients?()
    }
    socket.onText = { [weak self, weak client] text in
      if text == Self.received { client?.didReceive() } else { self?.receive(text) }
    }
    client.send(hello.json)
    sendToken(to: client)
    if let kept = messages.all { client.send(kept) }
    for form in forms.all { client.send(form.json) }
    for text in remarks { client.send(Self.notice(.warning, text).json) }
    onClients?()
  }

  /// The text with which an inspector confirms each message that it has received.
  private static let received = "="

  /// Whether an inspector is open.
  package var isOpen: Bool { !clients.isEmpty }

  /// The importance of a notice.
  package enum NoticeLevel: String, Sendable {
    case info, warning, error
  }

  /// Shows a sentence in all open inspectors.
  package func notify(_ level: NoticeLevel, _ text: String) {
    broadcast(Self.notice(level, text))
  }

  private static func notice(_ level: NoticeLevel, _ text: String) -> JSONValue {
    ["type": "notice", "level": .string(level.rawValue), "text": .string(text)]
  }

  /// Shows a sentence as a warning in all inspectors, also in those that are opened later. Returns false if they show it
  /// already.
  func remark(_ text: String) -> Bool {
    guard !remarks.contains(text) else { return false }
    remarks.append(text)
    if remarks.count > Self.maximumRemarks { remarks.removeFirst() }
    notify(.warning, text)
    return true
  }

  private var hello: JSONValue {
    var hello: JSONObject = [
      "type": "hello", "version": 2, "title": .string(introduction.title),
      "pages": .array(introduction.pages.map(JSONValue.string)), "platform": .string(introduction.platform),
      "platforms": .array(introduction.platforms.map(JSONValue.string)),
      "protocols": .array(introduction.protocols.map(JSONValue.string)),
      "started": .number((started.timeIntervalSince1970 * 1000).rounded()),
    ]
    hello["engineInspector"] = introduction.engineInspector.map(JSONValue.string)
    return .object(hello)
  }

  /// Sends a message to all open inspectors.
  private func broadcast(_ text: String) {
    for client in clients.values { client.send(text) }
  }

  private func broadcast(_ message: JSONValue) { broadcast(message.json) }

  private func receive(_ text: String) {
    guard let message = try? JSONValue(parsing: text) else { return }
    switch message["type"]?.stringValue {
    case "clear":
      messages.clear()
      broadcast(["type": "cleared"])
    case "setPlatform":
      guard let platform = message["platform"]?.stringValue, introduction.platforms.contains(platform) else { return }
      introduction.platform = platform
      onPlatform?(platform)
      broadcast(["type": "platform", "platform": .string(platform)])
    case "appear": forms.appear(message)
    case "press", "input": forms.act(message)
    default: break
    }
  }
}

extension BridgeObservation: KeptMessage {
  var weight: Int { 400 + (body?.weight ?? 0) + (failure?.utf8.count ?? 0) + (cause?.utf8.count ?? 0) }
}
