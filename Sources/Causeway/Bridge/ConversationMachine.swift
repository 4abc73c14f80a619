import CausewayJSON

/// The decisions of a ``Conversation``, as a value: which requests of the page and which calls of the app are open, what a new
/// request gets, and what each later event ends.
///
/// A request or a call is open until its answer, its deadline, its withdrawal or the end of the document, whichever comes
/// first. That event takes it out of the machine. Later events find nothing, so each request and each call ends once.
///
/// `Request` and `Call` are whatever the conversation keeps of them; the machine does not look inside.
struct ConversationMachine<Request, Call> {
  /// Identifies a request or a call within its document. An id is never used again.
  typealias ID = UInt64

  /// What the conversation knows of a request that has arrived.
  struct Arrival {
    /// The page's number for the request; nil where the dialect answers by a message of its own.
    var pageID: UInt64?
    /// The dialect's mark of the request, if the message has one.
    var correlation: RequestCorrelation?
    /// Why the policy refuses the frame; nil if the frame is served.
    var refusal: Policy.Refusal?
    /// Why the message cannot be run, such as ``Failure/malformed(_:)``; nil if it can.
    var defect: Failure?
    /// When the request ends by itself, on the bridge's timeline; nil for never.
    var deadline: Duration?
  }

  /// What a request that has arrived gets.
  enum Admission {
    /// Its handler runs, under this id.
    case run(ID)
    /// It ends at once.
    case refuse(Failure)
    /// Nobody is left to answer: the document is gone.
    case ignore
  }

  fileprivate struct Entry {
    var request: Request
    let pageID: UInt64?
    let correlation: RequestCorrelation?
  }

  private let maximumRequests: Int
  private var requests = CallTable<Entry>()
  private var calls = CallTable<Call>()
  /// The open requests by the page's numbers for them.
  private var requestIDs: [UInt64: ID] = [:]
  /// The marks of the open requests.
  private var correlations: Set<RequestCorrelation> = []

  /// - Parameter maximumRequests: how many requests may be open at once, ``Limits/openRequests``.
  init(maximumRequests: Int) {
    self.maximumRequests = maximumRequests
  }

  /// Whether the document is gone.
  var isClosed: Bool { requests.isClosed }
  /// How many requests and calls are open.
  var count: Int { requests.count + calls.count }

  // MARK: Requests of the page

  /// Whether a request with the page's number is open.
  func hasRequest(numbered pageID: UInt64) -> Bool { requestIDs[pageID] != nil }

  /// Decides about a request that has arrived.
  ///
  /// The checks come in an order that tells a page no more than it may know:
  /// 1. A request with the mark of an open one is ``Failure/duplicate`` whatever else is wrong with it, because its answer
  ///    would pass for the answer to the open one.
  /// 2. A frame that the policy refuses must not learn that its message was malformed.
  /// 3. Then the message's own defect counts, and at last the number of open requests.
  mutating func admit(_ request: Request, _ arrival: Arrival) -> Admission {
    if let correlation = arrival.correlation, correlations.contains(correlation) { return .refuse(.duplicate) }
    if let refusal = arrival.refusal { return .refuse(.refused(refusal)) }
    if let defect = arrival.defect { return .refuse(defect) }
    guard requests.count < maximumRequests else { return .refuse(.tooManyRequests(limit: maximumRequests)) }
    let entry = Entry(request: request, pageID: arrival.pageID, correlation: arrival.correlation)
    guard let id = requests.admit(entry, deadline: arrival.deadline) else { return .ignore }
    if let pageID = arrival.pageID { requestIDs[pageID] = id }
    if let correlation = arrival.correlation { correlations.insert(correlation) }
    return .run(id)
  }

  /// An open request.
  func request(_ id: ID) -> Request? { requests[id]?.request }

  /// Changes an open request. Does nothing if it has ended.
  mutating func updateRequest(_ id: ID, _ change: (inout Request) -> Void) {
    requests.update(id) { change(&$0.request) }
  }

  /// Ends a request: returns it the first time, and nil from then on.
  mutating func endRequest(_ id: ID) -> Request? {
    guard let entry = requests.settle(id) else { return nil }
    if let pageID = entry.pageID { requestIDs[pageID] = nil }
    if let correlation = entry.correlation { correlations.remove(correlation) }
    return entry.request
  }

  /// Ends the request that the page withdraws by its own number; nil if it has ended already.
  mutating func withdrawRequest(numbered pageID: UInt64) -> Request? { requestIDs[pageID].flatMap { endRequest($0) } }

  // MARK: Calls of the app

  /// Opens a call of the app; nil if the document is gone.
  mutating func admit(call: Call, deadline: Duration?) -> ID? { calls.admit(call, deadline: deadline) }

  /// Ends a call: returns it the first time, and nil from then on, also for an id that the page made up.
  mutating func endCall(_ id: ID) -> Call? { calls.settle(id) }

  // MARK: Time, and the end

  /// What is over by a time, in the order in which it was opened, and the next deadline.
  struct Expired {
    /// The requests that have ended.
    var requests: [Request]
    /// The calls that have ended.
    var calls: [Call]
    /// The earliest deadline of what is still open; nil if nothing open has a deadline.
    var next: Duration?
  }

  /// Ends the requests and the calls whose deadlines have come.
  mutating func expire(at now: Duration) -> Expired {
    let dueRequests = requests.due(at: now)
    let dueCalls = calls.due(at: now)
    return Expired(
      requests: dueRequests.expired.compactMap { endRequest($0) },
      calls: dueCalls.expired.compactMap { endCall($0) },
      next: [dueRequests.next, dueCalls.next].compactMap(\.self).min())
  }

  /// Ends all that is open, in the order in which it was opened. Nothing is admitted from then on.
  mutating func close() -> (requests: [Request], calls: [Call]) {
    requestIDs = [:]
    correlations = []
    return (requests.close().map(\.request), calls.close())
  }
}

/// A dialect's mark of a request, which no two open requests of a document share.
struct RequestCorrelation: Hashable, Sendable {
  /// The dialect's name.
  let dialect: String
  /// ``Request/correlation``.
  let value: JSONValue
}

extension ConversationMachine: Sendable where Request: Sendable, Call: Sendable {}
extension ConversationMachine.Entry: Sendable where Request: Sendable {}
