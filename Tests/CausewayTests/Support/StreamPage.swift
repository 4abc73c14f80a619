import CausewayJSON
import CausewayTesting

@testable import Causeway

/// Returns a page in memory with an app that has these capabilities.
@MainActor func streamPage(
  _ capabilities: [Capability], limits: Limits = .standard
) -> (page: InMemoryPage, bridge: Bridge) {
  let bridge = Bridge(limits: limits)
  bridge.install(CausewayDialect(capabilities))
  return (InMemoryPage(bridge), bridge)
}

/// Returns the body of a request in Causeway's own protocol.
func request(_ name: String, _ parameters: JSONValue = .null) -> JSONValue {
  ["name": .string(name), "parameters": parameters]
}

/// Returns the code of the error with which a request was rejected; nil if the request was not rejected.
func code(_ settlement: InMemoryPage.Settlement?) -> String? {
  guard case .rejected(let reason?) = settlement else { return nil }
  return reason.objectValue?["code"]?.stringValue
}

/// A source of the numbers from 0 on. `made` is the count of the numbers that have been read from the source.
@MainActor final class Counter {
  private struct SourceFailed: PageFacingError {
    let code = "SOURCE_FAILED"
    let pageMessage = "The source failed."
  }

  private(set) var made = 0

  /// Returns the capability `count`, which sends as many numbers as the page asks for.
  func capability(named name: String = "count", failsAtEnd: Bool = false) -> Capability {
    Capability(
      name, policy: .everyone,
      streaming: { (count: Int, _) in
        AsyncThrowingStream { try await self.next(count, failsAtEnd: failsAtEnd) }
      })
  }

  private func next(_ count: Int, failsAtEnd: Bool) throws -> Int? {
    if made < count {
      made += 1
      return made - 1
    }
    if failsAtEnd { throw SourceFailed() }
    return nil
  }
}

/// A source that has no number yet. `hasEnded` is true after the task that reads the source was cancelled.
@MainActor final class WaitingSource {
  private(set) var isRead = false
  private(set) var hasEnded = false

  /// The capability `wait`, which sends nothing until its task is cancelled.
  var capability: Capability {
    Capability(
      "wait", policy: .everyone,
      streaming: { (_: JSONValue, _) in
        AsyncThrowingStream { try await self.next() }
      })
  }

  private func next() async throws -> Int? {
    isRead = true
    do {
      try await Task.sleep(for: .seconds(600))
    } catch {
      hasEnded = true
    }
    return nil
  }
}

/// The elements of an array, as an asynchronous sequence.
struct Source<Element: Sendable>: AsyncSequence {
  private let elements: [Element]
  init(_ elements: [Element]) { self.elements = elements }

  func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }.makeAsyncIterator()
  }
}

/// A capability that adds the numbers of a stream from the page.
@MainActor enum PageSum {
  /// The capability `sum`, which adds a stream of numbers to its parameter.
  static let capability = Capability(
    "sum", policy: .everyone,
    receiving: { (start: Int, values: PageValues<Int>, _) in try await values.reduce(start, +) })
}

/// The numbers from 0 on, as a source that never waits.
struct ReadyNumbers: AsyncSequence {
  let count: Int

  func makeAsyncIterator() -> Iterator { Iterator(count: count) }

  struct Iterator: AsyncIteratorProtocol {
    let count: Int
    private var latest = -1

    init(count: Int) { self.count = count }

    mutating func next() async -> Int? { advance() }

    @available(macOS 15, iOS 18, *)
    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? { advance() }

    private mutating func advance() -> Int? {
      latest += 1
      return latest < count ? latest : nil
    }
  }
}
