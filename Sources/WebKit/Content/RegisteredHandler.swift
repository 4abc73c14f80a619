/// A message handler under its name in its world.
@MainActor
struct RegisteredHandler {
  /// The two kinds of Apple's API.
  enum Kind {
    case plain(any WKScriptMessageHandler)
    case withReply(any WKScriptMessageHandlerWithReply)
  }

  let name: String
  let world: WKContentWorld
  let kind: Kind
}
