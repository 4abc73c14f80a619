import CausewayJSON

/// The names of a contract as TypeScript writes them.
struct TypeScriptNames {
  /// Words that cannot name a type.
  private static let reserved: Set = [
    "any", "await", "bigint", "boolean", "break", "case", "catch", "class", "const", "continue", "debugger", "default",
    "delete", "do", "else", "enum", "export", "extends", "false", "finally", "for", "function", "if", "import", "in",
    "instanceof", "interface", "let", "never", "new", "null", "number", "object", "package", "private", "protected",
    "public", "return", "static", "string", "super", "switch", "symbol", "this", "throw", "true", "try", "type",
    "typeof", "undefined", "unknown", "var", "void", "while", "with", "yield",
  ]
  /// Global types that the declarations use, so that no type of a contract may hide them.
  private static let used: Set = [
    "ArrayBuffer", "AsyncIterable", "AsyncIterableIterator", "CausewayCallContext", "CausewayCallOptions",
    "CausewaySource", "CausewayStreamOptions", "CausewayUploadOptions", "Error", "Iterable", "Promise", "Uint8Array",
  ]

  private var taken = Self.reserved.union(Self.used)

  /// Returns a name that no other type has.
  mutating func unique(_ name: String) -> String {
    let letters = name.unicodeScalars.map { Self.isPart($0) ? Character($0) : "_" }
    var base = String(letters)
    if base.unicodeScalars.first.map({ "0"..."9" ~= $0 }) ?? true { base = "_" + base }
    var result = base
    var number = 2
    while !taken.insert(result).inserted {
      result = "\(base)_\(number)"
      number += 1
    }
    return result
  }

  /// Returns a member's name, in quotation marks if it is not an identifier.
  static func member(_ name: String) -> String {
    let isIdentifier =
      !name.isEmpty && name.unicodeScalars.allSatisfy(isPart) && !("0"..."9" ~= name.unicodeScalars.first ?? "0")
    // A method named `constructor` or `new` means something else without quotation marks.
    return isIdentifier && name != "new" && name != "constructor" ? name : JSONValue.string(name).json
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    default: false
    }
  }
}
