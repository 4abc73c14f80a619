import Causeway
import CausewayContract
import Foundation

@MainActor func isKept(in file: URL) throws -> Bool {
  try String(contentsOf: file, encoding: .utf8) == Market().contract.typeScript
}
