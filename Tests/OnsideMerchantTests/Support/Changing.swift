import Foundation

/// A value that a test changes while a server uses it.
final class Changing<Value: Sendable>: @unchecked Sendable {  // The lock protects the value.
  private let lock = NSLock()
  private var current: Value

  init(_ value: Value) {
    current = value
  }

  var value: Value {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&current) } }
}
