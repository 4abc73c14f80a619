// The declarations that the standard library has only on platforms with Objective-C. The compiler looks them up by
// name when it imports headers.
// https://developer.apple.com/documentation/swift/autoreleasingunsafemutablepointer

@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee>: _Pointer {
  public let _rawValue: Builtin.RawPointer

  @_transparent public init(_ _rawValue: Builtin.RawPointer) {
    self._rawValue = _rawValue
  }

  public var pointee: Pointee {
    @_transparent unsafeAddress { unsafe UnsafePointer(_rawValue) }
    @_transparent nonmutating unsafeMutableAddress { unsafe UnsafeMutablePointer(_rawValue) }
  }
}

// https://developer.apple.com/documentation/swift/cvarargpointer and the pages of its two extensions.
extension AutoreleasingUnsafeMutablePointer: CVarArg {
  public var _cVarArgEncoding: [Int] { fatalError() }
}

public func _bridgeAnyObjectToAny(_ possiblyNullObject: AnyObject?) -> Any { fatalError() }

public func _forceBridgeFromObjectiveC<T>(_ x: AnyObject, _: T.Type) -> T { fatalError() }

public func _conditionallyBridgeFromObjectiveC<T>(_ x: AnyObject, _: T.Type) -> T? { fatalError() }

public func _bridgeToObjectiveC<T>(_ x: T) -> AnyObject? { fatalError() }

// Foundation's overlay calls these methods for NSArray, NSDictionary and NSSet.
extension Array {
  public func _bridgeToObjectiveCImpl() -> AnyObject { fatalError() }
}

extension Dictionary {
  public func _bridgeToObjectiveCImpl() -> AnyObject { fatalError() }
}

extension Set {
  public func _bridgeToObjectiveCImpl() -> AnyObject { fatalError() }
}
