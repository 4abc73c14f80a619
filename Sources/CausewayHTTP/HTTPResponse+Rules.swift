extension HTTPResponse {
  /// What is wrong with it; nil for what can be sent.
  ///
  /// A value with a line break would be further fields, or a second answer, of whoever chose it.
  var fault: String? {
    guard (200...599).contains(status) else { return "the status \(status)" }
    for (name, value) in fields {
      guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else { return "a field's name" }
      guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }) else { return "the value of \(name)" }
      guard !Self.framing.contains(name.lowercased()) else { return "\(name), which is the server's" }
    }
    return nil
  }

  /// Fields that say how an answer is sent, and when.
  private static let framing: Set = [
    "connection", "content-length", "date", "keep-alive", "transfer-encoding", "upgrade",
  ]
}
