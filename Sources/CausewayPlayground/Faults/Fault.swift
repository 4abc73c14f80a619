import Causeway

/// A fault that a person wants to see in a page.
package enum Fault: Hashable, Sendable {
  /// The answer is delayed by this time.
  case delay(Duration)
  /// The request fails with an error of the app.
  case failure(code: String, message: String)
  /// The request gets no answer, and ends when the page goes away.
  case silence
  /// The request fails as if the device had no network.
  case offline
  /// The app answers as if it were too old to know the capability.
  case unknown
}

/// The error of a simulated fault.
struct SimulatedFault: PageFacingError {
  let code: String
  let pageMessage: String

  static let offline = SimulatedFault(code: "OFFLINE", pageMessage: "The device is offline.")
}

/// The faults that are active, by capability.
@MainActor package final class Faults {
  /// A capability of a dialect.
  package struct Subject: Hashable, Comparable {
    package let dialect: String
    package let capability: String

    package init(dialect: String, capability: String) {
      self.dialect = dialect
      self.capability = capability
    }

    package static func < (one: Self, other: Self) -> Bool {
      (one.dialect, one.capability) < (other.dialect, other.capability)
    }
  }

  /// The faults.
  package private(set) var active: [Subject: Fault] = [:]
  /// The capabilities that exist or that pages have requested.
  private(set) var subjects: Set<Subject> = []
  /// The subject of the latest request. The next request usually has the same subject, which then needs no search.
  private var latest: Subject?
  /// The maximum number of capabilities, and the maximum length of their names in bytes, because pages can request any
  /// names.
  private static let maximumSubjects = 1_000
  private static let maximumName = 128
  /// Called when the subjects or the faults have changed.
  var onChange: (@MainActor () -> Void)?

  package init() {}

  /// Makes a fault happen from now on; nil ends it.
  package func set(_ fault: Fault?, for subject: Subject) {
    active[subject] = fault
    onChange?()
  }

  func note(_ subject: Subject) {
    guard subject != latest else { return }
    latest = subject
    guard subject.capability.utf8.count <= Self.maximumName, subjects.count < Self.maximumSubjects,
      subjects.insert(subject).inserted
    else { return }
    onChange?()
  }

  /// Makes the faults happen in all dialects of a bridge. Call this method after the dialects were installed.
  package func install(in bridge: Bridge) {
    for dialect in bridge.installedDialects {
      for capability in dialect.capabilities { note(Subject(dialect: dialect.name, capability: capability.name)) }
      bridge.install(FaultyDialect(dialect, self))
    }
  }
}
