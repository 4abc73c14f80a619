extension JSONValue {
  /// The JSON text in compact style.
  ///
  /// Numbers print as in JavaScript, `1`, `1.5`, `1e+21`, `1e-7`, and parse to the same double. For that reason -0
  /// prints as `-0`, unlike in JavaScript. NaN and the infinities print as `null`, as in `JSON.stringify`.
  public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The JSON text in compact style, in UTF-8. See ``json``.
  public var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// Appends the JSON text, in UTF-8, to an array. See ``json``.
  public func write(into bytes: inout [UInt8], style: JSONStyle = .compact) {
    // The printer takes over the array, so that the array is uniquely referenced and appending does not copy it.
    var printer = JSONPrinter(style: style)
    swap(&printer.bytes, &bytes)
    printer.print(self)
    swap(&printer.bytes, &bytes)
  }
}
