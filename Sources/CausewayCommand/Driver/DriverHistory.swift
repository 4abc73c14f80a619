#if os(Linux)
import CausewayJSON

/// The newest of a session's messages or of its page's lines of the console, with numbers from 1.
@MainActor final class DriverHistory<Entry> {
  /// The maximum number of entries that are kept.
  private let limit = 10_000

  private var entries: [Entry] = []
  /// The number of the newest entry.
  private var latest = 0

  func add(_ entry: Entry) {
    latest += 1
    entries.append(entry)
    if entries.count > limit + limit / 10 { entries.removeFirst(entries.count - limit) }
  }

  /// Returns the entries after a number, oldest first, with their numbers; and the number of the newest entry.
  ///
  /// - Parameters:
  ///   - member: the name of the entries in the result.
  ///   - json: returns an entry as an object.
  func after(_ number: Int, as member: String, _ json: (Entry) -> JSONValue) -> JSONValue {
    let first = latest - entries.count + 1
    let kept = entries.dropFirst(max(0, number + 1 - first))
    let lines = zip(kept.indices, kept).map { index, entry in
      var line: JSONObject = ["number": .number(Double(first + index))]
      for (key, value) in json(entry).objectValue ?? [:] { line[key] = value }
      return JSONValue.object(line)
    }
    return [member: .array(lines), "last": .number(Double(latest))]
  }
}
#endif
