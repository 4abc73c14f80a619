extension JSONValue {
  /// The JSON text in compact style.
  ///
  /// Numbers print as in JavaScript, `1`, `1.5`, `1e+21`, `1e-7`, and read back as the same double; -0 prints as `-0`
  /// for that reason. NaN and the infinities print as `null`, as `JSON.stringify` does.
  public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The JSON text in compact style, in UTF-8. See ``json``.
  public var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// Appends the JSON text, in UTF-8. See ``json``.
  public func write(into bytes: inout [UInt8], style: JSONStyle = .compact) {
    // The printer takes the array over, so that appending finds it uniquely referenced.
    var printer = JSONPrinter(style: style)
    swap(&printer.bytes, &bytes)
    printer.print(self)
    swap(&printer.bytes, &bytes)
  }
}
