import CausewayJSON

extension Conversation {
  /// Takes a body of a page that reached the app without the page runtime, such as by a message handler of the app's own.
  ///
  /// It is checked and answered as a message of the runtime is that has no promise: what its dialect answers by a message
  /// goes to the page. The caller sees to it that the body is from this very document.
  public func receive(_ body: JSONValue, of dialect: String) {
    receive("m \(dialect) \(body.json)")
  }
}
