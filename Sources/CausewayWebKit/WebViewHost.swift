import Causeway
import CausewayLog
import Foundation
import WebKit

/// A host that connects the pages of web views to a ``/Causeway/Bridge``.
///
/// Attach one host to the content controllers of any number of web views, before they load. Every frame of every page
/// gets the page runtime and the objects of the bridge's dialects. The host retains the bridge, and therefore
/// everything that the capabilities' handlers capture. The host retains no web view and no controller, and a controller
/// retains the host only if the app requests this. When the app releases the host, the host's conversations end.
@MainActor public final class WebViewHost {
  /// The name of the message handler that carries all packets: `window.webkit.messageHandlers.causeway` in the page.
  public nonisolated static let handlerName = "causeway"

  /// The maximum number of documents of one origin that may have a conversation at the same time in a web view. Real
  /// pages rarely have more frames. Without a limit, one frame could pretend to have any number of documents. With a
  /// common limit for all origins, one frame could take the share of the other origins.
  public nonisolated static let maximumDocuments = 256

  /// The URL scheme that carries bytes: see ``attach(to:)-(WKWebViewConfiguration)``.
  public nonisolated static let bytesScheme = "causeway-bytes"

  /// The minimum size, in bytes, at which a page fetches the bytes of an answer from ``bytesScheme``; 0 if pages never
  /// fetch them. Smaller answers travel as base64, which is faster. On Linux every size is faster as base64, because
  /// WebKitGTK passes the data of a scheme on in blocks of 8 KiB.
  #if os(Linux)
  private static let fetchedBytes = 0.0
  #else
  private static let fetchedBytes = Double(4 << 20)
  #endif

  /// The bridge whose dialects the pages get.
  public let bridge: Bridge

  private(set) var documents: [String: WebDocument] = [:]
  let lives = DocumentLives()
  private let early: EarlyMessages
  /// The task that asks sub-frames whether they still exist, while one of them waits for something or there are many
  /// documents.
  private var questions: Task<Void, Never>?
  /// Creates a host for the pages of one bridge. Install the bridge's dialects before attaching the host.
  ///
  /// The bridge's log goes to the system's log on Apple's platforms and to standard error on Linux, unless the app has
  /// set ``/Causeway/Bridge/log``.
  public init(bridge: Bridge) {
    self.bridge = bridge
    early = EarlyMessages(messages: Self.maximumDocuments, bytes: 2 * bridge.limits.messageBytes)
    if bridge.log == nil { bridge.log = { SystemLog.write($0, of: "Causeway", "Bridge") } }
    lives.didEnd = { [weak self] in self?.end($0) }
  }

  deinit {
    let documents = documents.values
    Task { @MainActor in
      for document in documents { document.close() }
    }
  }

  /// Connects the pages of a configuration's web views to the bridge. Call this method before you make a web view with
  /// the configuration.
  ///
  /// The host also handles the URL scheme ``bytesScheme``, which carries bytes beside messages. A page whose
  /// Content-Security-Policy limits `connect-src` must list `causeway-bytes:` there; otherwise all its bytes travel as
  /// text. The bytes of HTTPS pages always travel as text, because WebKit blocks the scheme in these pages as mixed
  /// content.
  public func attach(to configuration: WKWebViewConfiguration) {
    let isFree = configuration.urlSchemeHandler(forURLScheme: Self.bytesScheme) == nil
    if isFree { configuration.setURLSchemeHandler(BytesHandler(host: self), forURLScheme: Self.bytesScheme) }
    attach(to: configuration.userContentController, bytesScheme: isFree ? Self.bytesScheme : "")
  }

  /// Connects the pages of a content controller to the bridge, beginning with their next load. Bytes travel as text.
  /// - Parameter keepsHost: whether the controller retains the host until ``detach(from:)``, for apps that have no
  ///   better place to store the host. The host retains the bridge, so the bridge's handlers must then not retain the
  ///   controller's web view.
  /// - Parameter webView: the only web view with this controller to serve; nil to serve every one. A window
  ///   that a page opens has its opener's controller, and would otherwise also be served. The host does not retain the
  ///   web view.
  public func attach(
    to controller: WKUserContentController, keepsHost: Bool = false, only webView: WKWebView? = nil
  ) {
    attach(
      to: controller, bytesScheme: "", keepsHost: keepsHost, serving: webView.map(ServedWebViews.init(only:)) ?? .all)
  }

  func attach(
    to controller: WKUserContentController, bytesScheme: String, keepsHost: Bool = false, serving: ServedWebViews = .all
  ) {
    let transport = PageScript(
      PackageResources.names_js, PackageResources.bytes_js, PackageResources.transport_js,
      function: "causewayWebKitTransport",
      arguments: [
        .string(Self.handlerName), .string(bytesScheme), .number(Self.fetchedBytes),
        .string(DocumentLives.eventName),
      ],
      takesRuntime: false)
    controller.addScriptMessageHandler(
      LifeHandler(host: self, serving: serving), contentWorld: DocumentLives.world, name: DocumentLives.handlerName)
    controller.addScriptMessageHandler(
      PacketHandler(host: self, isKept: keepsHost, serving: serving), contentWorld: .page, name: Self.handlerName)
    add(DocumentLives.script, in: DocumentLives.world, to: controller)
    add(bridge.documentScript(transport: transport), in: .page, to: controller)
  }

  private func add(_ script: String, in world: WKContentWorld, to controller: WKUserContentController) {
    // Do not add a script twice. An earlier host may have added the same script, which the host cannot remove alone.
    guard !controller.userScripts.contains(where: { $0.source == script }) else { return }
    controller.addUserScript(
      WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world))
  }

  /// Disconnects the pages of a content controller from the bridge and ends their conversations. The script stays until
  /// the app removes its user scripts, because WebKit can only remove all user scripts at once.
  public func detach(from controller: WKUserContentController) {
    controller.removeScriptMessageHandler(forName: Self.handlerName, contentWorld: .page)
    controller.removeScriptMessageHandler(forName: DocumentLives.handlerName, contentWorld: DocumentLives.world)
    closeAll { $0 == nil || $0?.configuration.userContentController === controller }
  }

  /// Returns the conversation with the page that a web view shows; nil if that page has not begun a conversation.
  public func conversation(with webView: WKWebView) -> Conversation? {
    documents.values.first { $0.webView === webView && $0.frame.isMainFrame }?.conversation
  }

  /// Ends the conversations with the web view's documents. Call this method from
  /// `webViewWebContentProcessDidTerminate(_:)`.
  public func webContentProcessDidTerminate(in webView: WKWebView) {
    closeAll { $0 === webView }
  }

  /// Returns the document whose URLs of ``bytesScheme`` begin with this key.
  func document(key: String) -> WebDocument? {
    documents.values.first { $0.key == key }
  }

  /// Ends the conversations with the documents of web views that were released.
  func webViewMayBeGone() {
    closeAll { $0 == nil }
  }

  // MARK: From pages

  /// Processes a message of `life.js`, which reports the beginnings and ends of documents.
  func receiveLife(_ message: WKScriptMessage, reply: @escaping WebDocument.ReplyHandler) {
    end(lives.receive(message, reply: reply))
    if !lives.suspects.isEmpty { askWhoIsThere() }
  }

  /// Processes one posted message of the page runtime.
  func receive(_ message: WKScriptMessage, reply: @escaping WebDocument.ReplyHandler) {
    guard let text = message.body as? String, let posted = PostedMessage(text) else {
      return reply(nil, "The message is not from Causeway's page runtime.")
    }
    if documents[posted.sender] == nil {
      let unknown = posted.content.life.flatMap { lives.isKnown($0) ? nil : $0 }
      if early.add((message, reply), of: posted.sender, entering: unknown) { return }
    }
    if case .enter(let key, let life) = posted.content, documents[posted.sender] == nil {
      guard lives.claim(life, for: message) else {
        return reply(nil, "The app refused this document, because it cannot detect the document's end.")
      }
      guard enter(posted.sender, key: key, life: life, message) else {
        return reply(nil, "Too many documents of this origin use the bridge; remove some frames.")
      }
      #if !os(Linux)
      Task { end(await lives.verify(life, of: message)) }
      #endif
    }
    // The sender's name alone proves nothing: WebKit must report the same frame as when the document appeared.
    guard
      let document = documents[posted.sender], document.webView === message.webView,
      document.frame.isMainFrame == message.frameInfo.isMainFrame,
      document.frame.origin == Origin(message.frameInfo.securityOrigin)
    else {
      return reply(nil, "No conversation with this document is open.")
    }
    switch posted.content {
    case .enter: document.hold(reply)
    case .handOver(let name, let base64):
      let isTaken = Data(base64Encoded: String(base64)).map { document.waiting.handOver($0, under: name) }
      reply(
        nil, isTaken == true ? nil : "The app refused the bytes: too many bytes wait, or the message is malformed.")
    case .collect(let name, let start, let count):
      let data = document.waiting.collect(name, start: start, count: count)
      reply(data?.base64EncodedString(), data == nil ? "The app has no bytes under this name." : nil)
    case .packet(let packet):
      document.hold(reply)
      document.conversation.receive(packet)
    }
  }

  /// The interval at which sub-frames are asked whether they still exist, while one of them waits for something or
  /// there are many documents.
  private static let questionInterval: Duration = .milliseconds(500)

  /// Repeatedly asks the sub-frames that wait for something, and the suspects, whether they still exist, and ends those
  /// that no longer exist. Stops when there are no such sub-frames.
  private func askWhoIsThere() {
    guard questions == nil, !(waitingLives.isEmpty && lives.suspects.isEmpty) else { return }
    questions = Task { [weak self] in
      while true {
        try? await Task.sleep(for: Self.questionInterval)  // nothing cancels this task
        guard let self else { return }
        let waiting = waitingLives
        guard !(waiting.isEmpty && lives.suspects.isEmpty) else { break }
        end(lives.ask(waiting, at: .now))
      }
      self?.questions = nil
    }
  }

  /// The life tokens of the sub-frame documents with an open request or call. A sub-frame can hide its end, so the app
  /// must ask each of them whether it still exists.
  private var waitingLives: Set<DocumentLives.Token> {
    Set(documents.values.filter { !$0.frame.isMainFrame && !$0.conversation.isIdle }.map(\.life))
  }

  /// Ends the conversations of lives that have ended. Then processes the messages of documents whose lives have begun,
  /// because a document may begin only when its predecessor has ended.
  private func end(_ ended: Set<DocumentLives.Token>) {
    if !ended.isEmpty { close { ended.contains($0.life) } }
    for (message, reply) in early.take(where: lives.isKnown) { receive(message, reply: reply) }
  }

  /// Adds a new document. Returns false if its origin has too many documents in the web view.
  private func enter(
    _ name: String, key: String, life: DocumentLives.Token, _ message: WKScriptMessage
  ) -> Bool {
    let origin = Origin(message.frameInfo.securityOrigin)
    let isMainFrame = message.frameInfo.isMainFrame
    let neighbours = documents.values.count { $0.webView === message.webView && $0.frame.origin == origin }
    guard isMainFrame || neighbours < Self.maximumDocuments else { return false }
    let mainFrame = documents.values.first { $0.webView === message.webView && $0.frame.isMainFrame }?.frame
    let frame = Frame(
      document: DocumentID(), isMainFrame: isMainFrame, origin: origin, mainFrameOrigin: mainFrame?.origin)
    documents[name] = WebDocument(
      frame: frame, key: key, life: life, webView: message.webView, bridge: bridge
    ) { [weak self] in self?.askWhoIsThere() }
    if isMainFrame {
      // Sub-frames come back from the page cache before their main frame, so their main frame's origin was unknown.
      // `DocumentLives` has ended the documents of the previous page.
      for other in documents.values where other.webView === message.webView && !other.frame.isMainFrame {
        other.mainFrameDidEnter(origin)
      }
    }
    return true
  }

  /// Ends the conversations with all web views for which `isOver` returns true. `isOver` receives nil for a web view
  /// that was released.
  private func closeAll(in isOver: (WKWebView?) -> Bool) {
    lives.endAll(where: isOver)
    early.refuse(in: isOver)
    close { isOver($0.webView) }
  }

  private func close(where isOver: (WebDocument) -> Bool) {
    for (name, document) in documents where isOver(document) {
      documents[name] = nil
      document.close()
    }
  }
}

extension Origin {
  /// Creates the origin that WebKit reports for a frame. The origin is opaque if WebKit reports none.
  @MainActor public init(_ origin: WKSecurityOrigin) {
    self.init(scheme: origin.protocol, host: origin.host, port: origin.port)
  }
}
