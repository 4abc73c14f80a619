import Causeway
import Foundation
import WebKit

/// Plays the app's half of a trace against a page in WebKit, and compares the page's half with the trace.
@MainActor struct HostReplay {
  private let settings: PageReplay.Settings
  private let trace: TraceFile
  private let scripts: [RunScript]
  private let isHeadless: Bool

  init(_ settings: PageReplay.Settings, _ trace: TraceFile, _ scripts: [RunScript], isHeadless: Bool) {
    self.settings = settings
    self.trace = trace
    self.scripts = scripts
    self.isHeadless = isHeadless
  }

  /// Opens a page and plays the trace. Returns the first difference; nil if there is none.
  func play(_ page: String) async throws -> ReplayDifference? {
    let location = try PageLocation(page)
    var difference: ReplayDifference?
    _ = try await withOpenPage { open in
      try Display.prepare(headless: isHeadless)
      let recording = Recording(trace, settings)
      let session = try settings.options.session(location, scripts: scripts, problems: PageProblems(isPrinted: true))
      recording.install(in: session.bridge)
      await open.replace(with: session)
      if !isHeadless { session.show() }
      difference = try await recording.play {
        try await session.load()
        for (index, script) in scripts.enumerated() {
          for part in script.parts {
            if case .rejection(let reason) = try await session.run(part, of: script, at: index) {
              throw PageError("the script \(script.name) failed: \(reason)")
            }
          }
        }
      }
      return .success
    }
    return difference
  }
}
