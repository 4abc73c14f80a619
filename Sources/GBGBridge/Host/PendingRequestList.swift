import Causeway

#if canImport(Combine)
import Combine
#endif

/// The storage of ``BridgeHost/pendingRequests``. Where there is Combine, `$pendingRequests` publishes the list.
///
/// It is not `@Published`, because that copies the array with every request that comes or goes, and a page may have
/// thousands: here the array is made when it is read, and at each change only after `$pendingRequests` was used.
@MainActor @propertyWrapper public final class PendingRequestList {
  private var requests = PendingRequests()
  #if canImport(Combine)
  private var subject: CurrentValueSubject<[BridgeMessage], Never>?
  #endif

  /// An empty list.
  public init() {}

  /// The requests as messages, the oldest first.
  public var wrappedValue: [BridgeMessage] { requests.messages() }

  #if canImport(Combine)
  /// The list now, and after each change.
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
