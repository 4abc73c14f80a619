import CWebKitGTK

/// Messages that a bootstrap script posted: a token, a letter for the kind of message, and the content.
///
/// A message that does not begin with the token of a document that still exists comes from an unknown frame and is
/// rejected.
extension UserContentBinding {
  /// Processes a message that a page posted to a handler of the app.
  func receive(_ value: OpaquePointer, name: String, _ reply: ScriptMessageReply) {
    let posted = read(value) { sender, kind, text in
      MessageBody.read(kind: kind, text).map { (sender, $0.value) }
    }
    guard let (sender, body) = posted ?? nil else {
      return reply.settle(nil, "The message is from an unknown frame.")
    }
    reply.belongs(to: sender.document, in: frames)
    sender.document.whenPlaced { [weak self] webView in
      self?.deliver(body, from: sender, in: webView, name: name, reply)
    }
  }

  private func deliver(
    _ body: Any?, from sender: FrameRegistry.Sender, in webView: WKWebView, name: String, _ reply: ScriptMessageReply
  ) {
    guard let handler = controller.handler(name: name, world: sender.world) else {
      return reply.settle(nil, "The message handler was removed.")
    }
    let message = WKScriptMessage(
      body: body ?? body as Any, webView: webView, frameInfo: sender.document.frameInfo(in: webView), name: name,
      world: sender.world)
    switch handler.kind {
    case .plain(let handler):
      handler.userContentController(controller, didReceive: message)
      reply.settle(nil, nil)
    case .withReply(let handler):
      handler.userContentController(controller, didReceive: message) { reply.settle($0, $1) }
    }
  }

  /// Processes a message that a bootstrap posted for this module: a poll for scripts to run, or a script's result.
  func receiveChannelMessage(_ value: OpaquePointer, _ reply: ScriptMessageReply) {
    let isKnown: Void? = read(value) { sender, kind, text in
      reply.belongs(to: sender.document, in: frames)
      switch kind {
      case UInt8(ascii: "p"): sender.channel.receivePoll(reply)
      case UInt8(ascii: "r"):
        sender.channel.receiveResult(text)
        reply.settle(nil, nil)
      default: reply.settle(nil, "This message handler is reserved by WebKit.")
      }
    }
    if isKnown == nil { reply.settle(nil, "The message is from an unknown frame.") }
  }

  private func read<Result>(
    _ value: OpaquePointer, _ body: (FrameRegistry.Sender, UInt8, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard jsc_value_is_string(value) != 0 else { return nil }
    return ScriptValueReader.withUTF8(of: value) { text in
      let length = FrameToken.length
      guard text.count > length, let sender = FrameToken(text).flatMap({ frames.sender(token: $0) }) else { return nil }
      return body(sender, text[length], UnsafeBufferPointer(rebasing: text[(length + 1)...]))
    }
  }
}
