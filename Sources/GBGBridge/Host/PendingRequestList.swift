import Causeway

#if canImport(Combine)
import Combine
#endif

/// The storage of ``BridgeHost/pendingRequests``. On platforms with Combine, `$pendingRequests` publishes the list.
///
/// The list is not `@Published`, because that would copy the array for every request that comes or goes, and a page may
/// have thousands of requests. This class makes the array when the app reads the list, and at every change only if
/// `$pendingRequests` was used before.
@MainActor @propertyWrapper public final class PendingRequestList {
  private var requests = PendingRequests()
  #if canImport(Combine)
  private var subject: CurrentValueSubject<[BridgeMessage], Never>?
  #endif

  /// Creates an empty list.
  public init() {}

  /// The requests as messages, the oldest first.
  public var wrappedValue: [BridgeMessage] { requests.messages() }

  #if canImport(Combine)
  /// A publisher of the current list and of the list after each change.
  public var projectedValue: AnyPublisher<[BridgeMessage], Never> {
    let subject = self.subject ?? CurrentValueSubject(wrappedValue)
    self.subject = subject
    return subject.eraseToAnyPublisher()
  }
  #endif

  subscript(number: UInt64) -> OpenRequest? { requests[number] }

  func number(correlationId: String) -> UInt64? { requests.number(correlationId: correlationId) }

  func insert(_ request: OpenRequest, _ number: UInt64) {
    requests.insert(request, number)
    publish()
  }

  func remove(_ number: UInt64) {
    requests.remove(number)
    publish()
  }

  private func publish() {
    #if canImport(Combine)
    subject?.send(wrappedValue)
    #endif
  }
}
