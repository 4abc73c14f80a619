/// The identity of an array, a dictionary or a Foundation object.
///
/// The identity is an address, which is valid as long as the value is retained.
struct StructureIdentity: Hashable {
  private let address: UnsafeRawPointer
  /// Whether the value is an object, whose identity a program can observe, and not a Swift collection.
  let isObject: Bool

  /// Creates the identity of a value; nil for a value of another kind, and for an empty collection, because all empty
  /// arrays of Swift have the same address.
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

/// A Swift collection, whose copies share their storage until one of them changes.
protocol SwiftStructure {
  /// The address of the storage; nil for an empty collection.
  var storageAddress: UnsafeRawPointer? { get }
  /// The collection for a script; nil for a dictionary whose keys are not strings.
  var primitive: ScriptPrimitive? { get }
}

extension Array: SwiftStructure {
  var storageAddress: UnsafeRawPointer? { isEmpty ? nil : withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }
  var primitive: ScriptPrimitive? { .array(self) }
}

extension Dictionary: SwiftStructure {
  /// The dictionary's own bytes, because on Linux a dictionary consists only of the reference to its storage. If the
  /// sizes differed, this cast would stop the program.
  var storageAddress: UnsafeRawPointer? { isEmpty ? nil : unsafeBitCast(self, to: UnsafeRawPointer.self) }
  var primitive: ScriptPrimitive? { (self as? [String: Any]).map(ScriptPrimitive.object) }
}
