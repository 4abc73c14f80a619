/// A printer that writes values as JSON text.
struct JSONPrinter: ~Copyable {
  /// The text that has been printed so far.
  var output: JSONOutput
  let style: JSONStyle
  private var depth = 0

  init(style: JSONStyle, output: consuming JSONOutput = JSONOutput()) {
    self.style = style
    self.output = output
  }

  mutating func print(_ value: JSONValue) {
    switch value {
    case .null: output.append("null")
    case .bool(let value): output.append(value ? "true" : "false")
    case .number(let value): print(value)
    case .string(let value): print(quoted: value)
    case .array(let elements): print(elements)
    case .object(let object): print(object)
    }
  }

  private mutating func print(_ elements: [JSONValue]) {
    output.append(UInt8(ascii: "["))
    depth += 1
    for position in elements.indices {
      separate(isFirst: position == 0)
      print(elements[position])
    }
    close(with: UInt8(ascii: "]"), isEmpty: elements.isEmpty)
  }

  private mutating func print(_ object: JSONObject) {
    output.append(UInt8(ascii: "{"))
    depth += 1
    for position in object.members.indices {
      separate(isFirst: position == 0)
      print(quoted: object.members[position].key)
      output.append(UInt8(ascii: ":"))
      if style == .pretty { output.append(UInt8(ascii: " ")) }
      print(object.members[position].value)
    }
    close(with: UInt8(ascii: "}"), isEmpty: object.members.isEmpty)
  }

  @inline(__always)
  private mutating func separate(isFirst: Bool) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    if style == .pretty { breakLine() }
  }

  @inline(__always)
  private mutating func close(with bracket: UInt8, isEmpty: Bool) {
    depth -= 1
    if style == .pretty, !isEmpty { breakLine() }
    output.append(bracket)
  }

  @inline(never)
  private mutating func breakLine() {
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<2 * depth { output.append(UInt8(ascii: " ")) }
  }
}
