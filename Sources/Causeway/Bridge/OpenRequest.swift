import CausewayJSON

/// A request of the page that has not been answered yet.
///
/// The type is a class, because a request passes through several functions and a table. Copying its fields each time
/// took an eighth of the time that the engine needs for a small request.
@MainActor final class OpenRequest {
  typealias ID = ConversationMachine<OpenRequest, OpenCall>.ID

  let request: Request
  let dialect: InstalledDialect
  let capability: Capability?
  /// The page's number for the request; nil if the page waits for a message of the dialect instead of a promise.
  let pageID: UInt64?
  /// The timeout of the request, which the failure's text also names; nil for no timeout.
  let limit: Duration?
  /// The task that runs the handler; nil for a handler that needs no task.
  var task: Task<Void, Never>?
  /// The state that the handler's ``Responder`` shares with the request.
  weak var responder: ResponderState?
  /// The request's number in observations.
  let number: UInt64
  /// The number of bytes that the page passed beside the parameters; nil for none. Only the handler holds the bytes
  /// themselves, so that they do not stay in memory as long as the request.
  let byteCount: Int?
  /// Whether the message is an event, for which the page expects no answer.
  let isEvent: Bool
  /// Whether the page asks for the outcome of an earlier call.
  let isResumption: Bool

  init(
    _ request: Request, of dialect: InstalledDialect, _ capability: Capability?, pageID: UInt64?, limit: Duration?,
    number: UInt64, byteCount: Int?, isEvent: Bool, isResumption: Bool
  ) {
    self.request = request
    self.dialect = dialect
    self.capability = capability
    self.pageID = pageID
    self.limit = limit
    self.number = number
    self.byteCount = byteCount
    self.isEvent = isEvent
    self.isResumption = isResumption
  }

  /// The name of the request's dialect.
  var dialectName: String { dialect.name }

  /// The correlation value, together with the dialect's name; nil if the message has none.
  var correlation: RequestCorrelation? {
    request.correlation.map { RequestCorrelation(dialect: dialectName, value: $0) }
  }
}
