import Foundation

/// How the user came to the app: asked for once for each user, however many wait for it, and kept on the device.
///
/// An answer belongs to one user: to the logged-in user, or, while nobody is logged in, to the next one who logs in. It is
/// dropped when that user logs out or another one takes their place. An empty answer is not kept, because the store may
/// know more the next time.
@MainActor final class Attribution {
  private typealias Answer = Result<OnsideAttributionMetadata, OnsideAttributionMetadataError>

  private let service: any OnsideService
  private let account: Account
  private let store: TransactionStore
  private let log: @Sendable (String) -> Void
  /// Never an empty one.
  private var answer: OnsideAttributionMetadata?
  /// Whose the answer is, ``OnsideSession/account``; nil as long as that user has not logged in.
  private var owner: String?
  /// Counts the users: an answer that was asked for on behalf of an earlier one is dropped.
  private var generation = 0
  private var request: Task<Answer, Never>?
  private var saving: Task<Void, Never>?
  /// Whether the store may have something of it.
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
  }

  /// What is kept, or what the store answers.
  func value() async throws(OnsideAttributionMetadataError) -> OnsideAttributionMetadata {
    // Until then it is not known whose the kept answer is. The service may know of another user first.
    await account.known()
    await account.refresh()
    if let answer { return answer }
    let request = self.request ?? Task { await ask() }
    self.request = request
    return try await request.value.get()
  }

  /// Somebody else is logged in, or nobody any more.
  func sessionDidChange() {
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
      let asked = generation
      let result: Answer
      do throws(OnsideServiceError) {
        result = .success(try await service.attribution())
      } catch {
        result = .failure(OnsideAttributionMetadataError(error))
      }
      await account.refresh()
      if asked == generation, case .success(let metadata) = result {
        answer = metadata.refererUrl == nil ? nil : metadata
        save()
        await saving?.value
      }
      // Otherwise the answer for the user before would be given to the next user.
      guard asked == generation else { continue }
      request = nil
      return result
    }
  }

  // MARK: On disk

  private struct Record: Codable {
    var metadata: OnsideAttributionMetadata
    var account: String?
  }

  /// Writes what is kept by then, one write after the other, so that the last one stays.
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
        // It is asked for again at the next launch.
        log("The attribution could not be kept: \(error)")
      }
    }
  }
}
