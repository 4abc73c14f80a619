import CausewayJSON

/// The decisions of a ``Conversation``, as a value: which requests of the page and which calls of the app are open,
/// whether a new request is admitted, and which request or call a later event ends.
///
/// A request or a call is open until its answer, its deadline, its withdrawal or the end of the document, whichever
/// comes first. That event removes it from the machine. Later events do not find it, so each request and each call ends
/// once. The end of the document does not end events of the page, because a page sends its last events while it goes
/// away, and nobody waits for their answers.
///
/// `Request` and `Call` are the types in which the conversation stores them; the machine does not read their content.
struct ConversationMachine<Request, Call> {
  /// The identifier of a request or a call within its document. An id is never used again.
  typealias ID = UInt64

  /// The properties of an arriving request that the decision depends on.
  struct Arrival {
    /// The page's number for the request; nil if the page waits for a message of the dialect instead of a promise.
    var pageID: UInt64?
    /// The request's correlation value; nil if the message has none.
    var correlation: RequestCorrelation?
    /// The reason why the policy refuses the frame; nil if the frame is served.
    var refusal: Policy.Refusal?
    /// The defect of the message, such as ``Failure/malformed(_:)``, which prevents its handler from running; nil if it
    /// has none.
    var defect: Failure?
    /// The time on the bridge's timeline at which the request ends if it is unanswered; nil if it never ends.
    var deadline: Duration?
    /// Whether the request is an event, which outlives the document.
    var isEvent = false
  }

  /// The decision about a request that has arrived.
  enum Admission {
    /// The request is open; its handler runs under this id.
    case run(ID)
    /// The request ends at once with this failure.
    case refuse(Failure)
    /// The document no longer exists, so the request is dropped.
    case ignore
  }

  fileprivate struct Entry {
    var request: Request
    let pageID: UInt64?
    let correlation: RequestCorrelation?
    let isEvent: Bool
  }

  private let maximumRequests: Int
  private var requests = CallTable<Entry>()
  private var calls = CallTable<Call>()
  /// The IDs of the open requests, keyed by the number that the page gave to each request.
  private(set) var requestIDs: [UInt64: ID] = [:]
  /// The correlation values of the open requests.
  private var correlations: Set<RequestCorrelation> = []

  /// - Parameter maximumRequests: the maximum number of open requests, ``Limits/openRequests``.
  init(maximumRequests: Int) {
    self.maximumRequests = maximumRequests
  }

  /// Whether the document no longer exists.
  var isClosed: Bool { requests.isClosed }
  /// The number of open requests and calls.
  var count: Int { requests.count + calls.count }
  /// The number of open requests.
  var requestCount: Int { requests.count }

  // MARK: Requests of the page

  /// Returns whether a request with the page's number is open.
  func hasRequest(numbered pageID: UInt64) -> Bool { requestIDs[pageID] != nil }

  /// Decides whether a request that has arrived is admitted.
  ///
  /// The first check that fails determines what the page learns, so the order of the checks matters:
  /// 1. A request with the same correlation as an open request is a ``Failure/duplicate``, even if it has other
  ///    defects. Otherwise the page would mistake its answer for the answer to the open request.
  /// 2. A frame that the policy refuses must not learn that its message was malformed.
  /// 3. The message's own defect comes next, and the number of open requests last.
  mutating func admit(_ request: Request, _ arrival: Arrival) -> Admission {
    if let correlation = arrival.correlation, correlations.contains(correlation) { return .refuse(.duplicate) }
    if let refusal = arrival.refusal { return .refuse(.refused(refusal)) }
    if let defect = arrival.defect { return .refuse(defect) }
    guard requests.count < maximumRequests else { return .refuse(.tooManyRequests(limit: maximumRequests)) }
    let entry = Entry(
      request: request, pageID: arrival.pageID, correlation: arrival.correlation, isEvent: arrival.isEvent)
    guard let id = requests.admit(entry, deadline: arrival.deadline) else { return .ignore }
    if let pageID = arrival.pageID { requestIDs[pageID] = id }
    if let correlation = arrival.correlation { correlations.insert(correlation) }
    return .run(id)
  }

  /// Returns the open request with this id; nil if the request has ended.
  func request(_ id: ID) -> Request? { requests[id]?.request }

  /// Changes an open request. Does nothing if it has ended.
  mutating func updateRequest(_ id: ID, _ change: (inout Request) -> Void) {
    requests.update(id) { change(&$0.request) }
  }

  /// Ends a request and returns it; returns nil if the request has ended already.
  mutating func endRequest(_ id: ID) -> Request? {
    guard let entry = requests.settle(id) else { return nil }
    if let pageID = entry.pageID { requestIDs[pageID] = nil }
    if let correlation = entry.correlation { correlations.remove(correlation) }
    return entry.request
  }

  /// Ends the request that the page numbered `pageID`, and returns the request; nil if the request has ended already.
  mutating func withdrawRequest(numbered pageID: UInt64) -> Request? { requestIDs[pageID].flatMap { endRequest($0) } }

  // MARK: Calls of the app

  /// Admits a call of the app and returns its id; returns nil if the document no longer exists.
  mutating func admit(call: Call, deadline: Duration?) -> ID? { calls.admit(call, deadline: deadline) }

  /// Returns the open call with this id; nil if the call has ended or the page invented the id.
  func call(_ id: ID) -> Call? { calls[id] }

  /// Ends a call and returns it; returns nil if the call has ended already or the page invented the id.
  mutating func endCall(_ id: ID) -> Call? { calls.settle(id) }

  // MARK: Deadlines and closing

  /// The requests and calls whose deadline has passed, in the order in which they were opened, and the next deadline.
  struct Expired {
    var requests: [Request]
    var calls: [Call]
    /// The earliest deadline of the other requests and calls; nil if they have no deadlines.
    var next: Duration?
  }

  /// Ends the requests and the calls whose deadlines have passed.
  mutating func expire(at now: Duration) -> Expired {
    let dueRequests = requests.due(at: now)
    let dueCalls = calls.due(at: now)
    return Expired(
      requests: dueRequests.expired.compactMap { endRequest($0) },
      calls: dueCalls.expired.compactMap { endCall($0) },
      next: [dueRequests.next, dueCalls.next].compactMap(\.self).min())
  }

  /// Ends all open requests and calls except events, and returns them in the order in which they were opened. After
  /// that, the machine admits nothing.
  /// - Parameter deadline: the time on the bridge's timeline at which open events without a deadline end.
  mutating func close(endingEventsAt deadline: Duration) -> (requests: [Request], calls: [Call]) {
    requestIDs = [:]
    correlations = []
    return (requests.close(keeping: \.isEvent, until: deadline).map(\.request), calls.close())
  }
}

/// A request's correlation value within its document. No two open requests of a document have the same value.
struct RequestCorrelation: Hashable, Sendable {
  /// The dialect's name.
  let dialect: String
  /// ``Request/correlation``.
  let value: JSONValue
}

extension ConversationMachine: Sendable where Request: Sendable, Call: Sendable {}
extension ConversationMachine.Entry: Sendable where Request: Sendable {}
