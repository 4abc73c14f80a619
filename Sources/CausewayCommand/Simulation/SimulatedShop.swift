import Foundation
import OnsideKit

/// Onside's local testing as a profile describes it: a shop, and a customer who logs in and pays or does not.
@MainActor final class SimulatedShop {
  let client: OnsideClient
  private let service: LocalTestingService
  private let profile: OnsideProfile
  private let events: EventQueue?
  /// The state, if it is of this run alone.
  private let temporaryFolder: URL?

  /// - Parameters:
  ///   - state: where it keeps what outlasts it; nil for nowhere.
  ///   - isQuiet: whether the SDK's log is left out: what a suite does wrong on purpose is no news.
  /// - Throws: what is wrong with the catalogue, or with the state.
  init(_ profile: OnsideProfile, answer: ProfileAnswer, catalog: URL, state: URL?, isQuiet: Bool) throws {
    self.profile = profile
    var configuration = try StoreKitConfiguration(contentsOf: catalog)
    if let storefront = profile.storefront { configuration.settings.storefront = storefront }
    let folder = state ?? FileManager.default.temporaryDirectory.appendingPathComponent("causeway-\(UUID().uuidString)")
    temporaryFolder = state == nil ? folder : nil
    var isComplete = false
    // What goes wrong here is told; what is left of the folder is the system's to clean.
    defer { if !isComplete, state == nil { try? FileManager.default.removeItem(at: folder) } }
    service = try LocalTestingService(
      catalog: Catalog(configuration), folder: folder,
      options: LocalTestingService.Options(refererUrl: profile.refererUrl, failures: profile.failures))
    let log: @Sendable (String) -> Void = { line in
      guard !isQuiet else { return }
      Task { @MainActor in StandardError.print("onside: \(line)") }
    }
    let events = state.map {
      EventQueue(
        file: $0.appendingPathComponent("events.sqlite"),
        sink: FileEventSink(file: $0.appendingPathComponent("events.jsonl")), log: log)
    }
    self.events = events
    let store = try TransactionStore(file: folder.appendingPathComponent("queue.sqlite"))
    let interface = profile.interface(answer)
    client = OnsideClient(
      service: service, interface: service.disablesDialogs ? UnattendedPayments(interface) : interface, store: store,
      tracker: events?.tracker, log: log)
    isComplete = true
  }

  /// Returns when the customer is logged in or out as the profile says.
  func prepare() async throws {
    if let isLoggedIn = profile.isLoggedIn {
      let session = await service.session()
      if isLoggedIn, session == nil { _ = try await service.logIn(Self.customer) }
      if !isLoggedIn, session != nil { await service.logOut() }
    }
    await client.ready()
  }

  /// Returns when everything is written down, or removed.
  func end() async {
    await events?.flush()
    await events?.shutdown()
    await service.close()
    // What is left of it is in a temporary folder.
    if let temporaryFolder { try? FileManager.default.removeItem(at: temporaryFolder) }
  }

  fileprivate static let customer = OnsideCredential.email("customer@example.com")
}

extension OnsideProfile {
  /// Who answers what a customer would be asked.
  @MainActor fileprivate func interface(_ answer: ProfileAnswer) -> any OnsideInterface {
    guard answer != .ask else { return makeDefaultInterface() }
    let login = login ?? (answer == .decline ? .discard : .succeed)
    let payment = payment ?? (answer == .decline ? .cancel : .approve)
    let interface = ScriptedInterface()
    interface.login = login == .succeed ? .succeed(SimulatedShop.customer) : .discard
    switch payment {
    case .approve: interface.payment = .approve
    case .cancel: interface.payment = .cancel
    case .fail: interface.payment = .fail(.presentationFailed)
    }
    return interface
  }

  /// What fails in the store.
  fileprivate var failures: [SimulatedFailure.Operation: SimulatedFailure] {
    guard let error else { return [:] }
    let operations: [SimulatedFailure.Operation] = [.products, .purchases, .attribution]
    return Dictionary(uniqueKeysWithValues: operations.map { ($0, .fails(error.serviceError)) })
  }
}

extension OnsideProfile.StoreError {
  fileprivate var serviceError: OnsideServiceError {
    switch self {
    case .cancelled: .cancelled
    case .connectionError: .connectionError
    case .appNotRegistered: .appNotRegistered
    case .invalidProductIdentifier: .invalidProductIdentifier
    case .serviceUnavailable: .serviceUnavailable
    case .internalError: .internalError("the profile says so")
    }
  }
}
