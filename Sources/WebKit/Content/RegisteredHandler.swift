/// A message handler with its name and its script world.
@MainActor
struct RegisteredHandler {
  /// The two kinds of handler in Apple's API.
  enum Kind {
    case plain(any WKScriptMessageHandler)
    case withReply(any WKScriptMessageHandlerWithReply)
  }

  let name: String
  let world: WKContentWorld
  let kind: Kind
}
