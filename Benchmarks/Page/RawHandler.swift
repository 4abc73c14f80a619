import WebKit

/// A message handler of WebKit, as an app without a bridge would write it.
@MainActor final class RawHandler: NSObject, WKScriptMessageHandlerWithReply {
  private let answer: @MainActor (Any) -> Any?

  init(_ answer: @escaping @MainActor (Any) -> Any?) {
    self.answer = answer
  }

  /// Returns the raw handlers that `bench.js` uses, by name.
  static func all(_ arrivals: Arrivals) -> [(name: String, handler: RawHandler)] {
    [
      (
        "object",
        RawHandler { body in
          arrivals.record()
          return (body as? [String: Any])?["parameters"]
        }
      ),
      (
        "flat",
        RawHandler { body in
          arrivals.record()
          guard let body = body as? [String: Any], let id = body["id"] as? Int, let text = body["text"] as? String,
            let isNew = body["isNew"] as? Bool
          else { return nil }
          return ["id": id, "text": text, "isNew": isNew]
        }
      ),
      (
        "string",
        RawHandler { body in
          arrivals.record()
          return body
        }
      ),
      (
        "length",
        RawHandler { body in
          let text = body as? String ?? (body as? [String: Any])?["parameters"] as? String
          return text?.utf16.count
        }
      ),
      ("base64", RawHandler { body in (body as? String).flatMap { Data(base64Encoded: $0) }?.count }),
      ("make", RawHandler { body in (body as? Int).map { Data(count: $0).base64EncodedString() } }),
    ]
  }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor (Any?, String?) -> Void
  ) {
    replyHandler(answer(message.body), nil)
  }
}
