/// A printer that writes values as JSON text.
struct JSONPrinter {
  /// The text that has been printed so far.
  var bytes: [UInt8] = []
  let style: JSONStyle
  private var depth = 0

  init(style: JSONStyle) {
    self.style = style
  }

  mutating func print(_ value: JSONValue) {
    switch value {
    case .null: print(literal: "null")
    case .bool(let value): print(literal: value ? "true" : "false")
    case .number(let value): print(value)
    case .string(let value): print(quoted: value)
    case .array(let elements): print(elements)
    case .object(let object): print(object)
    }
  }

  private mutating func print(_ elements: [JSONValue]) {
    bytes.append(UInt8(ascii: "["))
    depth += 1
    var isFirst = true
    for element in elements {
      separate(isFirst: isFirst)
      isFirst = false
      print(element)
    }
    close(with: UInt8(ascii: "]"), isEmpty: isFirst)
  }

  private mutating func print(_ object: JSONObject) {
    bytes.append(UInt8(ascii: "{"))
    depth += 1
    var isFirst = true
    for member in object.members {
      separate(isFirst: isFirst)
      isFirst = false
      print(quoted: member.key)
      bytes.append(UInt8(ascii: ":"))
      if style == .pretty { bytes.append(UInt8(ascii: " ")) }
      print(member.value)
    }
    close(with: UInt8(ascii: "}"), isEmpty: isFirst)
  }

  @inline(__always)
  private mutating func separate(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if style == .pretty { breakLine() }
  }

  @inline(__always)
  private mutating func close(with bracket: UInt8, isEmpty: Bool) {
    depth -= 1
    if style == .pretty, !isEmpty { breakLine() }
    bytes.append(bracket)
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  @inline(__always)
  mutating func print(literal: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }
}
