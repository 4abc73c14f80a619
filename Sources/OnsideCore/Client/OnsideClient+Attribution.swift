import Foundation

extension OnsideClient {
  /// What an earlier request found; nil if there was none, or it cannot be read: then it is asked for again.
  static func keptAttribution(_ store: TransactionStore) async -> OnsideAttributionMetadata? {
    guard let text = try? await store.fact(.attribution) else { return nil }
    return try? JSONDecoder().decode(OnsideAttributionMetadata.self, from: Data(text.utf8))
  }

  /// Keeps what a request found. What cannot be kept is asked for again at the next launch.
  static func keep(
    _ metadata: OnsideAttributionMetadata, in store: TransactionStore, _ log: @Sendable (String) -> Void
  ) async {
    do {
      let text = String(decoding: try JSONEncoder().encode(metadata), as: UTF8.self)
      try await store.keep(text, as: .attribution)
    } catch {
      log("The attribution could not be kept: \(error)")
    }
  }
}
