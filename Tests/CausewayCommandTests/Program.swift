import Foundation
import ProgramTestSupport

/// Runs the program `causeway` that was built beside the tests.
func causeway(_ words: String...) async throws -> ProgramResult {
  try await causeway(words)
}

/// Runs the program `causeway` that was built beside the tests. It gets no display, so that it makes its own.
///
/// - Parameters:
///   - temporaryFolder: where it is to put what is for it alone; nil for where the tests do.
///   - environment: what it has in its environment beside the tests' own.
func causeway(
  _ words: [String], temporaryFolder: String? = nil, environment: [String: String] = [:]
) async throws -> ProgramResult {
  try await run("causeway", words, display: nil, temporaryFolder: temporaryFolder, environment: environment)
}
