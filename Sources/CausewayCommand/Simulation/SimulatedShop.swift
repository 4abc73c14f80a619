import Foundation
import OnsideKit

/// Onside as a profile describes it: a shop, and a customer who logs in and pays or does not.
@MainActor final class SimulatedShop {
  let client: OnsideClient
  private let store: SimulatedStore
  private let profile: OnsideProfile
  private let events: EventQueue?
  /// The state, if it is of this run alone.
  private let temporaryFolder: TemporaryFolder?

  /// - Parameters:
  ///   - state: where it keeps what outlasts it; nil for nowhere.
  ///   - isQuiet: whether the SDK's log is left out: what a suite does wrong on purpose is no news.
  /// - Throws: what is wrong with the catalogue, or with the state.
  init(_ profile: OnsideProfile, answer: ProfileAnswer, selling goods: OnsideGoods, state: URL?, isQuiet: Bool) throws {
    self.profile = profile
    let temporaryFolder = state == nil ? try TemporaryFolder() : nil
    self.temporaryFolder = temporaryFolder
    guard let folder = state ?? temporaryFolder?.url else { throw POSIXError(.ENOENT) }
    let log: @Sendable (String) -> Void = { line in
      guard !isQuiet else { return }
      Task { @MainActor in StandardError.print("onside: \(line)") }
    }
    store = try SimulatedStore(goods, profile, folder: folder, log: log)
    let sink = store.eventSink ?? state.map { FileEventSink(file: $0.appendingPathComponent("events.jsonl")) }
    let events = sink.map { EventQueue(file: folder.appendingPathComponent("events.sqlite"), sink: $0, log: log) }
    self.events = events
    let interface = profile.interface(answer, store)
    client = OnsideClient(
      service: store.service, interface: store.disablesDialogs ? UnattendedPayments(interface) : interface,
      store: try TransactionStore(file: folder.appendingPathComponent("queue.sqlite")), tracker: events?.tracker,
      log: log)
  }

  /// Returns when the customer is logged in or out as the profile says.
  func prepare() async throws {
    if let isLoggedIn = profile.isLoggedIn {
      let session = await store.service.session()
      if isLoggedIn, session == nil {
        _ = try await store.service.logIn(Self.customer) { [store] in await store.digits(of: $0) }
      }
      if !isLoggedIn, session != nil { await store.service.logOut() }
    }
    await client.ready()
  }

  /// Returns when everything is written down, or removed.
  func end() async {
    await events?.flush()
    await events?.shutdown()
    await store.close()
    temporaryFolder?.remove()
  }

  fileprivate static let address = "customer@example.com"
  fileprivate static let customer = OnsideCredential.email(address)
}

extension OnsideProfile {
  /// Who answers what a customer would be asked.
  /// - Parameter store: where they read the code of a login, and sign in.
  @MainActor fileprivate func interface(_ answer: ProfileAnswer, _ store: SimulatedStore) -> any OnsideInterface {
    guard answer != .ask else { return makeDefaultInterface() }
    let login = login ?? (answer == .decline ? .discard : .succeed)
    let payment = payment ?? (answer == .decline ? .cancel : .approve)
    let interface = ScriptedInterface()
    interface.readCode = { await store.digits(of: $0) }
    interface.browse = { await store.callback(of: $0, as: SimulatedShop.address) }
    interface.login = login == .succeed ? .succeed(SimulatedShop.customer) : .discard
    switch payment {
    case .approve: interface.payment = .approve
    case .cancel: interface.payment = .cancel
    case .fail: interface.payment = .fail(.presentationFailed)
    }
    return interface
  }
}
