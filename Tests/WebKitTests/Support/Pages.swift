import WebKit
import WebTestSupport
import XCTest

extension WebPage {
  /// A page with data of its own.
  static func make(_ configure: (inout Configuration) -> Void = { _ in }) -> WebPage {
    WebPage(configuration: configuration(configure))
  }

  /// A configuration with data of its own.
  static func configuration(_ configure: (inout Configuration) -> Void = { _ in }) -> Configuration {
    var configuration = Configuration()
    configuration.websiteDataStore = .nonPersistent()
    configure(&configuration)
    return configuration
  }
}

/// All events of a sequence, and the error that ends it.
@MainActor func outcome(
  _ events: some AsyncSequence<WebPage.NavigationEvent, any Error>
) async throws -> (events: [WebPage.NavigationEvent], error: (any Error)?) {
  // It stays on the main actor.
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

/// The domain and the code of the error under a failed provisional navigation; nil for any other error.
func underlying(_ error: (any Error)?) -> String? {
  guard case WebPage.NavigationError.failedProvisionalNavigation(let underlying)? = error else { return nil }
  return "\((underlying as NSError).domain) \((underlying as NSError).code)"
}
