// The functions that the compiler calls when Swift awaits an imported method with a completion handler, and when an
// `async` method is called from Objective-C with such a handler. They exist only on platforms with Objective-C.
// https://developer.apple.com/documentation/swift/calling-objective-c-apis-asynchronously

@_alwaysEmitIntoClient internal func _resumeUnsafeContinuation<T>(
  _ continuation: UnsafeContinuation<T, Never>, _ value: __owned T
) { fatalError() }

@_alwaysEmitIntoClient internal func _resumeUnsafeThrowingContinuation<T>(
  _ continuation: UnsafeContinuation<T, any Error>, _ value: __owned T
) { fatalError() }

@_alwaysEmitIntoClient internal func _resumeUnsafeThrowingContinuationWithError<T>(
  _ continuation: UnsafeContinuation<T, any Error>, _ error: __owned any Error
) { fatalError() }

@_alwaysEmitIntoClient internal func _createCheckedContinuation<T>(
  _ continuation: UnsafeContinuation<T, Never>
) -> CheckedContinuation<T, Never> { fatalError() }

@_alwaysEmitIntoClient internal func _createCheckedThrowingContinuation<T>(
  _ continuation: UnsafeContinuation<T, any Error>
) -> CheckedContinuation<T, any Error> { fatalError() }

@_alwaysEmitIntoClient internal func _resumeCheckedContinuation<T>(
  _ continuation: CheckedContinuation<T, Never>, _ value: __owned T
) { fatalError() }

@_alwaysEmitIntoClient internal func _resumeCheckedThrowingContinuation<T>(
  _ continuation: CheckedContinuation<T, any Error>, _ value: __owned T
) { fatalError() }

@_alwaysEmitIntoClient internal func _resumeCheckedThrowingContinuationWithError<T>(
  _ continuation: CheckedContinuation<T, any Error>, _ error: __owned any Error
) { fatalError() }

@_alwaysEmitIntoClient public func _runTaskForBridgedAsyncMethod(
  @_inheritActorContext _ body: __owned @Sendable @escaping () async -> Void
) { fatalError() }
