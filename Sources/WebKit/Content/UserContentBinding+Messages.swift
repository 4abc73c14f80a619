import CWebKitGTK

extension UserContentBinding {
  /// Takes what a bootstrap posted: a token, a letter for the kind of body, the body.
  ///
  /// Whatever does not begin with the token of a living document is from an unknown frame, and goes no further.
  func receive(_ value: OpaquePointer, name: String, _ reply: ScriptMessageReply) {
    guard let webView, let (sender, body) = posted(value) else {
      return reply.settle(nil, "The message is from an unknown frame.")
    }
    reply.belongs(to: sender.document, in: frames)
    guard let handler = controller.handler(name: name, world: sender.world) else {
      return reply.settle(nil, "The message handler was removed.")
    }
    let message = WKScriptMessage(
      body: body, webView: webView, frameInfo: WKFrameInfo(sender.document, webView: webView), name: name,
      world: sender.world)
    switch handler.kind {
    case .plain(let handler):
      handler.userContentController(controller, didReceive: message)
      reply.settle(nil, nil)
    case .withReply(let handler):
      handler.userContentController(controller, didReceive: message) { reply.settle($0, $1) }
    }
  }

  private func posted(_ value: OpaquePointer) -> (FrameRegistry.Sender, body: Any)? {
    guard jsc_value_is_string(value) != 0 else { return nil }
    return ScriptValueReader.withUTF8(of: value) { text in
      let length = FrameRegistry.tokenLength
      guard text.count > length,
        let sender = frames.sender(token: String(decoding: text[..<length], as: UTF8.self)),
        let body = Self.body(kind: text[length], UnsafeBufferPointer(rebasing: text[(length + 1)...]))
      else { return nil }
      return (sender, body)
    }
  }

  private static func body(kind: UInt8, _ text: UnsafeBufferPointer<UInt8>) -> Any? {
    switch kind {
    case UInt8(ascii: "s"): return String(decoding: text, as: UTF8.self)
    case UInt8(ascii: "u"): return Any?.none as Any
    case UInt8(ascii: "v"): return (try? WireReader.read(text))?.base
    default: return nil
    }
  }
}
