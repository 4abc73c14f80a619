import Foundation

/// The information about how the user came to the app. It is requested once for each user, even if several callers wait
/// for it, and stored on the device.
///
/// An answer belongs to one user: to the logged-in user, or, while no user is logged in, to the next user who logs in.
/// It is dropped when that user logs out or another user logs in. An empty answer is not stored, because the store may
/// know more the next time.
@MainActor final class Attribution {
  private typealias Answer = Result<OnsideAttributionMetadata, OnsideAttributionMetadataError>

  private let service: any OnsideService
  private let account: Account
  private let store: TransactionStore
  private let log: @Sendable (String) -> Void
  /// The stored answer, which is never empty; nil if there is none.
  private var answer: OnsideAttributionMetadata?
  /// The account to which the answer belongs, ``OnsideSession/account``; nil until that user has logged in.
  private var owner: String?
  /// The number of times that the user has changed. An answer that was requested before the latest change is dropped.
  private var generation = 0
  private var request: Task<Answer, Never>?
  private var saving: Task<Void, Never>?
  /// Whether ``store`` may contain an answer on disk, which must be deleted when the answer is dropped.
  private var isOnDisk: Bool

  init(
    service: any OnsideService, account: Account, store: TransactionStore, log: @escaping @Sendable (String) -> Void
  ) {
    self.service = service
    self.account = account
    self.store = store
    self.log = log
    let record = store.attribution.flatMap { try? JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
    isOnDisk = store.attribution != nil
    answer = record?.metadata
    owner = record?.account
    account.observe { [weak self] in self?.sessionDidChange() }
  }

  /// Returns the stored answer, or requests one from the service.
  func value() async throws(OnsideAttributionMetadataError) -> OnsideAttributionMetadata {
    // The owner of the stored answer is known only when the session is known. Refresh the session too, because the
    // service may already have another user.
    await account.waitUntilKnown()
    await account.refresh()
    if let answer { return answer }
    let request = self.request ?? Task { await ask() }
    self.request = request
    return try await request.value.get()
  }

  private func sessionDidChange() {
    let user = account.session?.account
    guard user != owner else { return }
    let isNextUser = owner != nil
    owner = user
    if isNextUser {
      generation += 1
      answer = nil
    }
    save()
  }

  private func ask() async -> Answer {
    while true {
      let requestedGeneration = generation
      let result: Answer
      do throws(OnsideServiceError) {
        result = .success(try await service.attribution())
      } catch {
        result = .failure(OnsideAttributionMetadataError(error))
      }
      await account.refresh()
      if requestedGeneration == generation, case .success(let metadata) = result {
        answer = metadata.refererUrl == nil ? nil : metadata
        save()
        await saving?.value
      }
      // Ask again if the user has changed, because the next user must not get the previous user's answer.
      guard requestedGeneration == generation else { continue }
      request = nil
      return result
    }
  }

  // MARK: On disk

  private struct Record: Codable {
    var metadata: OnsideAttributionMetadata
    var account: String?
  }

  /// Writes the current answer after all earlier writes, so that the newest answer stays on disk.
  private func save() {
    guard answer != nil || isOnDisk else { return }
    isOnDisk = answer != nil
    saving = Task { [earlier = saving] in
      await earlier?.value
      do {
        if let answer {
          let text = String(decoding: try JSONEncoder().encode(Record(metadata: answer, account: owner)), as: UTF8.self)
          try await store.keep(text, as: .attribution)
        } else {
          try await store.forget(.attribution)
        }
      } catch {
        // The next launch requests the answer again.
        log("The attribution could not be saved: \(error)")
      }
    }
  }
}
