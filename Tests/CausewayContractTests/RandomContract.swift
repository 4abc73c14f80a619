import CausewayContract
import CausewayJSON
import SeededGenerator

/// A random contract whose names and texts come from a list of words that are difficult in TypeScript.
struct RandomContract {
  private(set) var value: Contract
  private let words: [String]

  init(_ generator: inout SeededGenerator, words: [String]) {
    self.words = words
    value = Contract(name: words.randomElement(using: &generator) ?? "")
    let names = Array(Set(words.shuffled(using: &generator).prefix(12)))
    for name in names { value.types[name] = .string }
    // Make the types only now, when all names exist, so that each type can refer to every other type.
    for name in names { value.types[name] = named(&generator) }
    for name in Set((0..<4).map { _ in word(&generator) }) {
      let details = Bool.random(using: &generator) ? schema(&generator, depth: 2) : nil
      value.errors.append(.init(name, code: word(&generator), details: details, documentation: word(&generator)))
    }
    for name in Set((0..<12).map { _ in word(&generator) + dots(&generator) }) {
      value.members.append(member(name, .page, &generator))
      value.members.append(member(name, .app, &generator))
    }
  }

  private func member(
    _ name: String, _ caller: Contract.Side, _ generator: inout SeededGenerator
  ) -> Contract.Member {
    let forms: [Contract.Form] = caller == .page ? [.call, .stream, .upload, .event] : [.call, .stream, .event]
    let form = forms.randomElement(using: &generator) ?? .call
    let contents: [Contract.Content] = [.nothing, .bytes, .value(schema(&generator)), .value(schema(&generator))]
    let hasElements = form == .stream || form == .upload
    let hasResult = form == .call || form == .upload
    return Contract.Member(
      name, caller: caller, form: form, parameters: contents.filter { $0 != .bytes }.randomElement(using: &generator)!,
      elements: hasElements ? contents[Int.random(in: 1...3, using: &generator)] : .nothing,
      result: hasResult ? contents.randomElement(using: &generator)! : .nothing,
      progress: hasResult && Bool.random(using: &generator) ? schema(&generator) : nil,
      takesBytes: Bool.random(using: &generator), errors: value.errors.map(\.name),
      documentation: word(&generator), deprecation: Bool.random(using: &generator) ? word(&generator) : nil)
  }

  /// Returns a schema that is not only a reference, because TypeScript refuses types that are only names for each
  /// other.
  private func named(_ generator: inout SeededGenerator) -> Schema {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: .union(properties(&generator, depth: 0))
    case 1: .constants([.string(word(&generator)), -1.5, 1e300, .bool(true), .null])
    default: .object(properties(&generator, depth: 0))
    }
  }

  private func schema(_ generator: inout SeededGenerator, depth: Int = 0) -> Schema {
    switch Int.random(in: 0..<(depth > 2 ? 7 : 12), using: &generator) {
    case 0: .any
    case 1: .boolean
    case 2: .string
    case 3: .integer(0...255)
    case 4: .constants([.string(word(&generator)), .string(word(&generator)), -3])
    case 5, 6: .reference(value.types.keys.sorted().randomElement(using: &generator) ?? "")
    case 7: .array(schema(&generator, depth: depth + 1))
    case 8: .dictionary(schema(&generator, depth: depth + 1))
    case 9: .optional(schema(&generator, depth: depth + 1))
    case 10: .object(properties(&generator, depth: depth + 1))
    default: .union(properties(&generator, depth: depth + 1))
    }
  }

  private func properties(_ generator: inout SeededGenerator, depth: Int) -> [Schema.Property] {
    Set((0..<4).map { _ in word(&generator) }).sorted().map {
      Schema.Property($0, schema(&generator, depth: depth + 1), isRequired: Bool.random(using: &generator))
    }
  }

  private func word(_ generator: inout SeededGenerator) -> String { words.randomElement(using: &generator) ?? "" }

  private func dots(_ generator: inout SeededGenerator) -> String {
    ["", "", ".", "." + word(&generator), "." + word(&generator) + "." + word(&generator)].randomElement(
      using: &generator)!
  }
}

extension RandomContract {
  /// Words with a meaning in TypeScript, names of global types, and members that objects inherit.
  static let keywords =
    """
    abstract accessor any arguments as asserts assert async await bigint boolean break case catch class const \
    constructor continue debugger declare default delete do else enum eval export extends false finally for from \
    function get global globalThis if implements import in infer instanceof interface intrinsic is keyof let \
    module namespace never new null number object of out override package private protected public readonly \
    require return satisfies set static string super switch symbol this throw true try type typeof undefined \
    unique unknown using var void while with yield exports Array Error Function Iterable Object Promise \
    ReadableStream Record Blob CausewaySource CausewayError Window Symbol String on handle errors then toString \
    valueOf hasOwnProperty prototype __proto__ name length Shop ShopEvents
    """.split(separator: " ").map(String.init)

  /// Words that are not identifiers, or that try to end the comment or the string that contains them.
  static let hostile = [
    "", " ", "a b", "1", "01", "-", "a-b", "a_b", "é", "e\u{301}", "Größe", "名前", "😀", "👩‍👩‍👧", "*/", "*/\u{301}", "/*",
    "//",
    "\"", "\\", "\\\"", "'", "`", "${x}", "\n", "\r", "\u{2028}", "\u{2029}", "\u{0}", "\u{202E}", "\u{FEFF}",
    "\u{200D}",
    "}", "{", "};", "[Symbol.iterator]", "#a", "@deprecated", "<script>", "</script>", "a.b", "\u{1F1E9}\u{1F1EA}", "ª",
    "℘",
    "\u{1E900}", "\u{10FFFF}",
  ]
}
