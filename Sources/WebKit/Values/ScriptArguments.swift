/// Arguments of `callAsyncJavaScript`. WebKitGTK takes texts and numbers alone, so they cross as one text.
enum ScriptArguments {
  /// The name of that text in the function that the engine calls.
  static let name = "scriptArguments"

  /// The function body to be called: it reads the text and calls the app's own body with its arguments by name.
  ///
  /// Throws for a name that is no identifier.
  static func body(_ functionBody: String, names: [String]) throws -> String {
    for name in names where !isIdentifier(name) {
      throw WKError(.unknown, exceptionMessage: "\"\(name)\" cannot be the name of an argument.")
    }
    let list = names.joined(separator: ", ")
    return """
      \(String(decoding: PackageResources.arguments_js, as: UTF8.self))
      return await (async (\(list)) => {
      \(functionBody)
      })(...readScriptArguments(\(name)));
      """
  }

  /// The values as text, in the form that ``MessageBody`` reads. Throws for a value that JavaScript has no counterpart
  /// for.
  static func text(_ values: [Any]) throws -> String {
    try "[" + values.map(write).joined(separator: ",") + "]"
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return name.unicodeScalars.allSatisfy { $0 == "$" || $0 == "_" || $0.properties.isIDContinue }
  }

  private static func write(_ value: Any) throws -> String {
    switch value {
    case is NSNull: return "null"
    case let text as String: return try json(text)
    case let flag as Bool: return flag ? "true" : "false"
    case let number as NSNumber: return write(number.doubleValue)
    case let number as any BinaryInteger: return "\(number)"
    case let date as Date: return "[\"d\",\(date.timeIntervalSince1970 * 1000)]"
    case let array as [Any]: return try "[" + (["\"a\""] + array.map(write)).joined(separator: ",") + "]"
    case let object as [String: Any]:
      let members = try object.map { name, member in try "\(json(name)),\(write(member))" }
      return "[" + (["\"o\""] + members).joined(separator: ",") + "]"
    default:
      throw WKError(.unknown, exceptionMessage: "An argument of type \(type(of: value)) has no form in JavaScript.")
    }
  }

  private static func write(_ number: Double) -> String {
    guard number.isFinite else { return "[\"n\",\"\(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")\"]" }
    return "\(number)"
  }

  private static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }
}
