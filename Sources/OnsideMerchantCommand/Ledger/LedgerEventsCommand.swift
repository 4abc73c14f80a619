#if os(Linux)
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway-merchant ledger events`, which tells and sets whether a ledger records events.
struct LedgerEventsCommand: Command {
  /// The work of the command, as its options select it.
  enum Work: String, Sendable {
    case show, off
    case again = "repeat"
  }

  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "ledger events", operands: [],
    summary: "Says whether a ledger records events for the publisher's server, ends that, or sends all states again.",
    discussion: """
      A ledger that was once opened with events records an event for each change of a granted order, whichever program
      decides: causeway-merchant serve with or without events.url, and causeway-merchant sweep. Without an option, the
      command says whether the ledger does that.

      With --off, the ledger removes the events that were not delivered, and records no events until a server with
      events.url opens it. With --repeat, the ledger makes an event for each granted order, for example if your server
      has lost its data or has missed changes while no events were recorded; a server with events.url delivers these
      events.

      A ledger in a file must not be open in another process, except in causeway-merchant serve, which then does the
      work itself.
      """,
    options: LedgerOptions.specification + [
      OptionSpecification("--off", "Ends the recording of events."),
      OptionSpecification("--repeat", "Makes an event for each granted order."),
    ],
    closing: """
      Exit codes:
        0  the ledger was read or changed
        1  the ledger cannot be read or changed, or it records no events, so that --repeat would have no effect
        2  the command's arguments are wrong

      Example:
        causeway-merchant ledger events --ledger ledger.sqlite --repeat
      """)

  private let ledger: LedgerOptions
  private let work: Work

  init(_ arguments: Arguments) throws {
    ledger = try LedgerOptions(arguments)
    guard !(arguments.has("--off") && arguments.has("--repeat")) else {
      throw UsageError("--off and --repeat exclude each other")
    }
    work = arguments.has("--off") ? .off : arguments.has("--repeat") ? .again : .show
  }

  func run() async throws -> ExitCode {
    if case .file(let file) = ledger.location, let answer = try await LedgerControl.ask(.events(work), of: file) {
      try StandardOutput.print(answer)
      return .success
    }
    return try await ledger.open { [work] ledger in
      try StandardOutput.print(try await Self.perform(work, ledger))
      return .success
    }
  }

  /// Does the work, and returns the answer for people.
  nonisolated static func perform(_ work: Work, _ ledger: any OwnedLedger) async throws -> String {
    switch work {
    case .show:
      return try await ledger.recordsEvents() ? "The ledger records events." : "The ledger records no events."
    case .off:
      try await ledger.setRecordsEvents(false)
      return "The ledger records no events from now on."
    case .again:
      guard try await ledger.recordsEvents() else {
        throw LedgerControl.Failure(
          description: "the ledger records no events: start causeway-merchant serve with events.url first")
      }
      return "Events: \(try await ledger.repeatEvents())"
    }
  }
}
#endif
