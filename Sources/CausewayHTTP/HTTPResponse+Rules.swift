extension HTTPResponse {
  /// The reason why the response cannot be sent; nil if it can.
  ///
  /// A line break in a value is refused, because the rest of the value would be read as further fields or as a second
  /// answer.
  var fault: String? {
    guard (200...599).contains(status) else { return "the status \(status)" }
    for (name, value) in fields {
      guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else { return "a field's name" }
      guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }) else { return "the value of \(name)" }
      guard !Self.framing.contains(name.lowercased()) else { return "\(name), which only the server sets" }
    }
    return nil
  }

  /// The fields that only the server sets, because they describe how and when the answer is sent.
  private static let framing: Set = [
    "connection", "content-length", "date", "keep-alive", "transfer-encoding", "upgrade",
  ]
}
