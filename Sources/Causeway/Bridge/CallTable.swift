/// The open calls of one document, as a value: which there are, and that each ends once.
///
/// A call is admitted, and then taken out once: by its answer, its deadline, its withdrawal or the document's end,
/// whichever comes first. Whoever comes later gets nil and has nothing to do. Both directions use it: the page's
/// requests and the app's own calls to the page.
struct CallTable<Value> {
  /// Names a call within its document; never given twice.
  typealias ID = UInt64

  fileprivate struct Entry {
    var value: Value
    let deadline: Duration?
  }

  private var open: [ID: Entry] = [:]
  private var latest: ID = 0
  private(set) var isClosed = false

  /// How many calls are open.
  var count: Int { open.count }

  /// Takes a call in, or gives nil once the document is gone.
  /// - Parameter deadline: when it ends by itself, on the bridge's timeline; nil for never.
  mutating func admit(_ value: Value, deadline: Duration?) -> ID? {
    guard !isClosed else { return nil }
    latest += 1
    open[latest] = Entry(value: value, deadline: deadline)
    return latest
  }

  /// The value of a call that is open.
  subscript(id: ID) -> Value? { open[id]?.value }

  /// Changes the value of a call that is open.
  mutating func update(_ id: ID, _ change: (inout Value) -> Void) {
    guard open[id] != nil else { return }
    change(&open[id]!.value)
  }

  /// Ends a call: its value the first time, nil ever after.
  mutating func settle(_ id: ID) -> Value? {
    open.removeValue(forKey: id)?.value
  }

  /// The calls whose time is up, and when the next one's will be; they stay until they are settled.
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

  /// Ends every open call and admits no more.
  mutating func close() -> [Value] {
    isClosed = true
    defer { open = [:] }
    return open.sorted { $0.key < $1.key }.map(\.value.value)
  }
}

extension CallTable: Sendable where Value: Sendable {}
extension CallTable.Entry: Sendable where Value: Sendable {}
