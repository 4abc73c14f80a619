/// A Swift value that is passed to JavaScript, classified by its type there.
enum ScriptPrimitive {
  case undefined
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case date(Date)
  case array([Any])
  case object([String: Any])

  /// Classifies a value. Does not examine the elements of arrays and dictionaries.
  ///
  /// - Throws: ``UnsupportedValue`` for a value of a type that JavaScript cannot represent.
  init(_ value: Any?) throws {
    guard let value = Self.unwrapped(value) else {
      self = .undefined
      return
    }
    // This check comes before all casts to classes, because on Linux such casts convert all elements of a collection to
    // Foundation objects.
    if let structure = value as? any SwiftStructure {
      guard let primitive = structure.primitive else { throw UnsupportedValue(type: type(of: value)) }
      self = primitive
      return
    }
    switch value {
    case let text as String: self = .string(text)
    case is NSNull: self = .null
    // This case comes before the casts to Swift's own types, which turn the number 1 into true.
    case let number as NSNumber where !(value is Bool) || !number.isBoolean: self = .number(number.doubleValue)
    case let flag as Bool: self = .boolean(flag)
    case let number as any BinaryInteger: self = .number(Double(number))
    case let number as any BinaryFloatingPoint: self = .number(Double(number))
    case let date as Date: self = .date(date)
    case let members as [String: Any]: self = .object(members)
    case let elements as [Any]: self = .array(elements)
    default: throw UnsupportedValue(type: type(of: value))
    }
  }

  /// Returns the value inside optionals and inside an `AnyHashable`; nil if there is none.
  static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    if let hashable = value as? AnyHashable, !(hashable.base is AnyHashable) {
      return (hashable.base as? any OptionalValue).map { unwrapped($0.wrapped) } ?? hashable.base
    }
    return (value as? any OptionalValue).map { unwrapped($0.wrapped) } ?? value
  }
}

/// The error for a value that JavaScript cannot represent.
struct UnsupportedValue: Error, CustomStringConvertible {
  let type: any Any.Type

  var description: String {
    "A value of type \(type) cannot be converted to JavaScript. Use strings, numbers, Bool, Date, NSNull, arrays and "
      + "dictionaries with string keys."
  }
}

/// An optional whose wrapped type is not known.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}

extension NSNumber {
  /// Whether the number was made from a `Bool`.
  fileprivate var isBoolean: Bool { String(cString: objCType) == "c" && (self == 0 || self == 1) }
}
