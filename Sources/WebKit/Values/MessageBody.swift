/// Reads what the message bootstrap wrote: the values as Apple's WebKit delivers them, in types whose casts behave the
/// same (`as? [String: Any]`, `as? [String: AnyHashable]`, `as? Int`, at every depth).
enum MessageBody {
  /// The body of a message, or nil if the text is not one.
  static func read(_ text: Substring) -> Any? {
    switch text.utf8.first {
    case UInt8(ascii: "s"): return String(text.dropFirst())
    case UInt8(ascii: "v"):
      let value = try? JSONSerialization.jsonObject(with: Data(text.dropFirst().utf8), options: .fragmentsAllowed)
      return value.map { read($0) ?? AnyHashable(NSNull()) }
    default: return nil
    }
  }

  /// A value, nil for `undefined`.
  private static func read(_ value: Any) -> AnyHashable? {
    guard let array = value as? [Any] else { return value as? AnyHashable }
    let rest = array.dropFirst()
    switch array.first as? String {
    case "a": return rest.map { read($0) ?? AnyHashable(NSNull()) } as [AnyHashable]
    case "o":
      var object: [String: AnyHashable] = [:]
      var place = rest.startIndex
      while place + 1 < rest.endIndex {
        if let key = rest[place] as? String { object[key] = read(rest[place + 1]) }
        place += 2
      }
      return object
    case "d": return (rest.first as? NSNumber).map { Date(timeIntervalSince1970: $0.doubleValue / 1000) }
    case "n": return (rest.first as? String).flatMap(Double.init).map { NSNumber(value: $0) }
    default: return nil
    }
  }
}
