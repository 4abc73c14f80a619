import CausewayJSON
import Foundation
import OnsideCore
import OnsideMerchant
import OnsideTesting

/// A JSON object in a request's body. Its methods read members by type, and their errors name the wrong member.
struct RequestObject {
  private let members: JSONObject
  /// The object's path in the body; empty for the body itself.
  private let path: String

  init(_ members: JSONObject, path: String = "") {
    self.members = members
    self.path = path
  }

  // MARK: Members

  /// Returns the problem for a wrong member.
  func problem(_ key: String, _ text: String) -> SandboxProblem {
    SandboxProblem(.badRequest, "\(name(key)): \(text)")
  }

  /// Returns whether the object has a member, which may be `null`.
  func has(_ key: String) -> Bool { members[key] != nil }

  /// Reads a string, and checks its length in Unicode scalars.
  func string(_ key: String, length: ClosedRange<Int> = 0...(.max)) throws(SandboxProblem) -> String {
    let text = try value(key, "a string", \.stringValue)
    guard length.contains(text.unicodeScalars.count) else {
      throw problem(key, "not \(length.lowerBound) to \(length.upperBound) characters long")
    }
    return text
  }

  /// Reads a number, and checks its range.
  func number(_ key: String, in range: ClosedRange<Double>) throws(SandboxProblem) -> Double {
    let number = try value(key, "a number", \.numberValue)
    guard range.contains(number) else {
      let bounds = "\(JSONValue.number(range.lowerBound).json) to \(JSONValue.number(range.upperBound).json)"
      throw problem(key, "not a number from \(bounds)")
    }
    return number
  }

  /// Reads a whole number, and checks its range.
  func integer(_ key: String, in range: ClosedRange<Int>) throws(SandboxProblem) -> Int {
    let number = try value(key, "a whole number", \.numberValue)
    guard let integer = Int(exactly: number), range.contains(integer) else {
      throw problem(key, "not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// Reads true or false.
  func flag(_ key: String) throws(SandboxProblem) -> Bool { try value(key, "true or false", \.boolValue) }

  /// Reads an object whose members are then read by type.
  func object(_ key: String) throws(SandboxProblem) -> RequestObject {
    RequestObject(try value(key, "an object", \.objectValue), path: name(key))
  }

  /// Reads an object, and returns its members unchecked.
  func members(_ key: String) throws(SandboxProblem) -> JSONObject {
    try value(key, "an object", \.objectValue)
  }

  /// Reads the elements of an array.
  func array(_ key: String) throws(SandboxProblem) -> [JSONValue] {
    try value(key, "an array", \.arrayValue)
  }

  /// Reads the elements of an array of objects.
  func objects(_ key: String, atMost count: Int) throws(SandboxProblem) -> [RequestObject] {
    let elements = try array(key)
    guard elements.count <= count else { throw problem(key, "more than \(count)") }
    var objects: [RequestObject] = []
    for (index, element) in elements.enumerated() {
      guard let object = element.objectValue else { throw problem("\(key)[\(index)]", "not an object") }
      objects.append(RequestObject(object, path: "\(name(key))[\(index)]"))
    }
    return objects
  }

  /// Reads a string that is the raw value of one of `choices`.
  func choice<Choice: RawRepresentable>(
    _ key: String, of choices: [Choice]
  ) throws(SandboxProblem) -> Choice where Choice.RawValue == String {
    let text = try string(key)
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw problem(key, "not one of \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  /// Reads an optional member; nil if it is missing. A member that is `null` is not missing, so `read` refuses it.
  func optional<Value>(
    _ key: String, _ read: (String) throws(SandboxProblem) -> Value
  ) throws(SandboxProblem) -> Value? {
    members[key] == nil ? nil : try read(key)
  }

  private func value<Value>(
    _ key: String, _ wanted: String, _ read: (JSONValue) -> Value?
  ) throws(SandboxProblem) -> Value {
    guard let member = members[key] else { throw problem(key, "missing") }
    guard let value = read(member) else { throw problem(key, "not \(wanted)") }
    return value
  }

  private func name(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

extension RequestObject {
  /// Reads a UUID.
  func uuid(_ key: String) throws(SandboxProblem) -> UUID {
    guard let id = UUID(uuidString: try string(key)) else { throw problem(key, "not a UUID") }
    return id
  }

  /// Reads a time in RFC 3339, and returns it as it was sent.
  func time(_ key: String) throws(SandboxProblem) -> String {
    let text = try string(key)
    guard RFC3339.date(text) != nil else { throw problem(key, "not a time in the format of RFC 3339") }
    return text
  }

  /// Reads a URL with a scheme, or null.
  func addressOrNull(_ key: String) throws(SandboxProblem) -> String? {
    if members[key]?.isNull == true { return nil }
    let text = try string(key, length: 1...2048)
    guard URL(string: text)?.scheme != nil else { throw problem(key, "neither a URL with a scheme nor null") }
    return text
  }

  /// Reads the code of a country with a storefront.
  /// - Throws: `no_storefront` for a country without one.
  func country(_ key: String) throws(SandboxProblem) -> StorefrontCountry {
    guard let country = StorefrontCountry.ofTwoLetters(try countryCode(key)) else {
      throw SandboxProblem(.noStorefront, "\(name(key)): this country has no storefront")
    }
    return country
  }

  /// Reads a country code of two capital letters.
  func countryCode(_ key: String) throws(SandboxProblem) -> String {
    let code = try string(key)
    guard code.utf8.count == 2, code.utf8.allSatisfy(\.isASCIICapital) else {
      throw problem(key, "not two capital letters")
    }
    return code
  }

  /// Reads an amount of money.
  func price(_ key: String) throws(SandboxProblem) -> OnsidePrice {
    let object = try object(key)
    let currency = try object.string("currency_code")
    guard currency.utf8.count == 3, currency.utf8.allSatisfy(\.isASCIICapital) else {
      throw object.problem("currency_code", "not three capital letters")
    }
    let value = try object.number("value", in: 0 ... .greatestFiniteMagnitude)
    return OnsidePrice(value: value, currencyCode: currency)
  }

  /// Reads a price with its period.
  func pricePeriod(_ key: String) throws(SandboxProblem) -> OnsidePricePeriod {
    let object = try object(key)
    return OnsidePricePeriod(price: try object.price("price"), period: try object.period("period"))
  }

  private func period(_ key: String) throws(SandboxProblem) -> OnsidePeriod {
    let object = try object(key)
    let count = UInt(try object.integer("number_of_units", in: 1...1_000_000))
    return PeriodPayload(unit: try object.choice("unit", of: PeriodPayload.Unit.allCases), numberOfUnits: count).period
  }
}
