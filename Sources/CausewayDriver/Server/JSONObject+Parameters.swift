import CausewayJSON

/// Readers of a command's parameters. Each throws ``WebDriverError`` with the parameter's name.
extension JSONObject {
  /// Returns a string; nil if the parameter is missing or null.
  package func text(_ key: String) throws(WebDriverError) -> String? {
    guard let value = self[key], !value.isNull else { return nil }
    guard let text = value.stringValue else { throw .invalidArgument("\(key): it must be a string") }
    return text
  }

  /// Returns an integer; nil if the parameter is missing or null.
  package func integer(_ key: String, in range: ClosedRange<Double>) throws(WebDriverError) -> Int? {
    guard let value = self[key], !value.isNull else { return nil }
    guard let number = value.numberValue, number == number.rounded(), range.contains(number) else {
      throw .invalidArgument(
        "\(key): it must be an integer from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return Int(number)
  }

  /// Returns one of several words; nil if the parameter is missing or null.
  package func choice<Choice: RawRepresentable>(
    _ key: String, among choices: [Choice]
  ) throws(WebDriverError) -> Choice? where Choice.RawValue == String {
    guard let text = try text(key) else { return nil }
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw .invalidArgument(
        "\(key): \"\(text)\" is not one of \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }
}
