import Foundation
import ProgramTestSupport

/// Runs the program `causeway` that was built beside the tests.
func causeway(_ words: String...) async throws -> ProgramResult {
  try await causeway(words)
}

/// Runs the program `causeway` that was built beside the tests. The program gets no display, so it starts its own.
///
/// - Parameters:
///   - temporaryFolder: the folder for the program's temporary files; nil for the folder of the tests.
///   - environment: variables in addition to the environment of the tests.
func causeway(
  _ words: [String], temporaryFolder: String? = nil, environment: [String: String] = [:]
) async throws -> ProgramResult {
  try await run("causeway", words, display: nil, temporaryFolder: temporaryFolder, environment: environment)
}
