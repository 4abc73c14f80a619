/// The open calls of one document, as a value. Ensures that each call ends once.
///
/// A call is admitted, and later removed by its answer, its deadline, its withdrawal or the end of the document,
/// whichever comes first. Some calls outlive the document: see ``close(keeping:until:)``. Later events receive nil and
/// have no effect. There is one table for the page's requests and
/// one for the app's calls to the page.
struct CallTable<Value> {
  /// The identifier of a call within its document. An id is never used again.
  typealias ID = UInt64

  fileprivate struct Entry {
    var value: Value
    var deadline: Duration?
  }

  private var open: [ID: Entry] = [:]
  private var latest: ID = 0
  private(set) var isClosed = false

  /// The number of open calls.
  var count: Int { open.count }

  /// Admits a call and returns its id; returns nil if the document no longer exists.
  /// - Parameter deadline: the time on the bridge's timeline at which an unanswered call ends; nil if it never ends.
  mutating func admit(_ value: Value, deadline: Duration?) -> ID? {
    guard !isClosed else { return nil }
    latest += 1
    open[latest] = Entry(value: value, deadline: deadline)
    return latest
  }

  /// The value of an open call; nil if the call has ended.
  subscript(id: ID) -> Value? { open[id]?.value }

  /// Changes the value of an open call. Does nothing if the call has ended.
  mutating func update(_ id: ID, _ change: (inout Value) -> Void) {
    guard open[id] != nil else { return }
    change(&open[id]!.value)
  }

  /// Ends a call and returns its value; returns nil if the call has ended already.
  mutating func settle(_ id: ID) -> Value? {
    open.removeValue(forKey: id)?.value
  }

  /// Returns the calls whose deadlines have passed, and the earliest deadline of the other calls. Expired calls stay in
  /// the table until they are settled.
  func due(at now: Duration) -> (expired: [ID], next: Duration?) {
    var expired: [ID] = []
    var next: Duration?
    for (id, entry) in open {
      guard let deadline = entry.deadline else { continue }
      if deadline <= now {
        expired.append(id)
      } else {
        next = min(next ?? deadline, deadline)
      }
    }
    return (expired.sorted(), next)
  }

  /// Ends all open calls and returns their values. After that, the table admits no calls.
  mutating func close() -> [Value] { close(keeping: { _ in false }, until: .zero) }

  /// Ends the open calls for which `isKept` returns false, and returns their values. After that, the table admits no
  /// calls.
  /// - Parameter deadline: the time on the bridge's timeline that becomes the deadline of each kept call without one.
  mutating func close(keeping isKept: (Value) -> Bool, until deadline: Duration) -> [Value] {
    isClosed = true
    let ended = open.filter { !isKept($0.value.value) }
    open = open.filter { ended[$0.key] == nil }.mapValues { Entry(value: $0.value, deadline: $0.deadline ?? deadline) }
    return ended.sorted { $0.key < $1.key }.map(\.value.value)
  }
}

extension CallTable: Sendable where Value: Sendable {}
extension CallTable.Entry: Sendable where Value: Sendable {}
