/// Which array, dictionary or object of Foundation a value is.
///
/// It is an address, and holds as long as the value is kept.
struct StructureIdentity: Hashable {
  private let address: UnsafeRawPointer
  /// Whether it is an object, whose identity a program sees, and no collection of Swift.
  let isObject: Bool

  /// - Returns: nil for other values, and for an empty collection, because all empty arrays of Swift are in one place.
  init?(_ value: Any) {
    let value = ScriptPrimitive.unwrapped(value)
    let address: UnsafeRawPointer?
    if let structure = value as? any SwiftStructure {
      address = structure.storageAddress
      isObject = false
    } else if let value, type(of: value) is AnyClass {
      address = UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque())
      isObject = true
    } else {
      return nil
    }
    guard let address else { return nil }
    self.address = address
  }
}

/// A collection of Swift, whose copies have their storage in common until one of them changes.
protocol SwiftStructure {
  /// Nil for an empty one.
  var storageAddress: UnsafeRawPointer? { get }
  /// Nil for a dictionary whose keys are no strings.
  var primitive: ScriptPrimitive? { get }
}

extension Array: SwiftStructure {
  var storageAddress: UnsafeRawPointer? { isEmpty ? nil : withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }
  var primitive: ScriptPrimitive? { .array(self) }
}

extension Dictionary: SwiftStructure {
  /// On Linux a dictionary is the reference to its storage and nothing else; a cast to another size would stop the program.
  var storageAddress: UnsafeRawPointer? { isEmpty ? nil : unsafeBitCast(self, to: UnsafeRawPointer.self) }
  var primitive: ScriptPrimitive? { (self as? [String: Any]).map(ScriptPrimitive.object) }
}
