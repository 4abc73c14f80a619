import CausewayJSON

/// The names of a contract's types as TypeScript writes them. Each is unique.
struct TypeScriptNames {
  /// Words that cannot name a type, or that mean something else where a type is expected.
  private static let reserved: Set = [
    "abstract", "any", "as", "asserts", "async", "await", "bigint", "boolean", "break", "case", "catch", "class",
    "const", "constructor", "continue", "debugger", "declare", "default", "delete", "do", "else", "enum", "export",
    "extends", "false", "finally", "for", "from", "function", "get", "global", "globalThis", "if", "implements",
    "import", "in", "infer", "instanceof", "interface", "intrinsic", "is", "keyof", "let", "module", "namespace",
    "never", "new", "null", "number", "object", "of", "out", "override", "package", "private", "protected", "public",
    "readonly", "require", "return", "set", "static", "string", "super", "switch", "symbol", "this", "throw", "true",
    "try", "type", "typeof", "undefined", "unique", "unknown", "var", "void", "while", "with", "yield",
  ]
  /// Global types that the declarations use. A type of the contract must not hide them.
  private static let used: Set = [
    "ArrayBuffer", "ArrayBufferView", "AsyncIterable", "AsyncIterableIterator", "Blob", "CausewayCallContext",
    "CausewayCallOptions", "CausewaySource", "CausewayStreamOptions", "CausewayUploadOptions", "Error", "Iterable",
    "Promise", "ReadableStream",
  ]

  private var taken = Self.reserved.union(Self.used)
  /// The number that follows the last one of each name that was taken more than once.
  private var numbers: [String: Int] = [:]

  /// Returns a name that no other type has: the given one, if possible.
  mutating func unique(_ name: String) -> String {
    var base = String(String.UnicodeScalarView(name.unicodeScalars.map { Self.isPart($0) ? $0 : "_" }))
    if base.unicodeScalars.first.map(Self.isDigit) ?? true { base = "_" + base }
    var result = base
    var number = numbers[base] ?? 2
    while !taken.insert(result).inserted {
      result = "\(base)_\(number)"
      number += 1
    }
    numbers[base] = number
    return result
  }

  /// Returns a member's name, in quotation marks if it is not an identifier.
  static func member(_ name: String) -> String {
    let isIdentifier =
      name.unicodeScalars.allSatisfy { $0.isASCII && isPart($0) }
      && !(name.unicodeScalars.first.map(isDigit) ?? true)
    // A method named `constructor` or `new` means something else without quotation marks.
    return isIdentifier && name != "new" && name != "constructor" ? name : literal(name)
  }

  /// Returns a string literal. Invisible characters are escaped: TypeScript treats U+2028 as a line break, unlike JSON,
  /// and characters that change the direction of text would hide the real text of the literal.
  static func literal(_ text: String) -> String {
    JSONValue.string(text).json.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }.joined()
  }

  /// Returns whether a scalar can be in an identifier. Newer letters than those of Unicode 8 are left out, because
  /// TypeScript 4.8 does not know all of them.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": return true
    default:
      guard !scalar.isASCII, let age = scalar.properties.age else { return false }
      return age.major <= 8 && scalar.properties.isAlphabetic && scalar.properties.isIDStart
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
}
