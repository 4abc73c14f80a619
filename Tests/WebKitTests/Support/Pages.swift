import WebKit
import WebTestSupport
import XCTest

extension WebPage {
  /// Returns a page with a non-persistent data store.
  static func make(_ configure: (inout Configuration) -> Void = { _ in }) -> WebPage {
    WebPage(configuration: configuration(configure))
  }

  /// Returns a configuration with a non-persistent data store.
  static func configuration(_ configure: (inout Configuration) -> Void = { _ in }) -> Configuration {
    var configuration = Configuration()
    configuration.websiteDataStore = .nonPersistent()
    configure(&configuration)
    return configuration
  }
}

/// Returns all events of a sequence, and the error that ends it.
@MainActor func outcome(
  _ events: some AsyncSequence<WebPage.NavigationEvent, any Error>
) async throws -> (events: [WebPage.NavigationEvent], error: (any Error)?) {
  // `nonisolated(unsafe)` is safe here, because the sequence stays on the main actor.
  nonisolated(unsafe) let events = events
  let collector = EventCollector()
  try await within("the end of the events") {
    do {
      for try await event in events { collector.events.append(event) }
    } catch {
      collector.error = error
    }
  }
  return (collector.events, collector.error)
}

@MainActor private final class EventCollector {
  var events: [WebPage.NavigationEvent] = []
  var error: (any Error)?
}

/// Returns the domain and the code of the error under a failed provisional navigation; nil for any other error.
func underlying(_ error: (any Error)?) -> String? {
  guard case WebPage.NavigationError.failedProvisionalNavigation(let underlying)? = error else { return nil }
  return "\((underlying as NSError).domain) \((underlying as NSError).code)"
}
