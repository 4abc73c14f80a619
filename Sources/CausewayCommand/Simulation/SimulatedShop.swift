import CausewayTool
import Foundation
import OnsideKit
import OnsideTesting

/// A simulated Onside shop and its customer, who logs in and pays as the profile says.
@MainActor final class SimulatedShop {
  let client: OnsideClient
  let store: SimulatedStore
  /// The source of the products.
  let source: OnsideProductSource
  private var profile: OnsideProfile { current.profile }
  private let current: CurrentProfile
  private let events: EventQueue?
  /// The folder of the shop's state, which is removed when the shop ends; nil if the state is persistent.
  private let temporaryFolder: TemporaryFolder?

  /// - Throws: An error if the catalog or the state cannot be used.
  init(_ settings: SimulatedSettings, selling source: OnsideProductSource) throws {
    let (profile, state, isQuiet) = (settings.profile.onside, settings.state, settings.isQuiet)
    self.source = source
    let current = CurrentProfile(profile)
    self.current = current
    let temporaryFolder = state == nil ? try TemporaryFolder() : nil
    self.temporaryFolder = temporaryFolder
    guard let folder = state ?? temporaryFolder?.url else { throw POSIXError(.ENOENT) }
    let log: @Sendable (String) -> Void = { line in
      guard !isQuiet else { return }
      Task { @MainActor in StandardError.print("onside: \(line)") }
    }
    store = try SimulatedStore(source, profile, folder: folder, log: log)
    let sink = store.eventSink ?? state.map { FileEventSink(file: $0.appendingPathComponent("events.jsonl")) }
    let events = sink.map { EventQueue(file: folder.appendingPathComponent("events.sqlite"), sink: $0, log: log) }
    self.events = events
    let scripted = { [store] in current.profile.interface($0, store) }
    let interface = settings.makeInterface?(scripted) ?? scripted(settings.profile.answer)
    client = OnsideClient(
      service: store.service, interface: store.disablesDialogs ? UnattendedPayments(interface) : interface,
      store: try TransactionStore(file: folder.appendingPathComponent("queue.sqlite")), tracker: events?.tracker,
      log: log)
  }

  /// Logs the customer in or out as the profile says, and waits until the client is ready.
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

  /// Lets the customer and the store act as another profile says.
  func apply(_ profile: Profile) async throws {
    current.profile = profile.onside
    if case .local(let service) = store {
      for operation in OnsideProfile.failingOperations {
        await service.simulate(profile.onside.error.map { .fails($0.serviceError) }, of: operation)
      }
      if let storefront = profile.onside.storefront { try await service.setStorefront(storefront.alpha3) }
    }
    try await prepare()
  }

  /// Ends the shop. Writes its persistent state, or removes the temporary folder.
  func end() async {
    await events?.flush()
    await events?.shutdown()
    await store.close()
    temporaryFolder?.remove()
  }

  /// The address with which the customer logs in.
  static let address = "customer@example.com"
  fileprivate static let customer = OnsideCredential.email(address)
}

extension OnsideProfile {
  /// Returns the interface that answers the prompts to the customer.
  /// - Parameter store: the store from which the simulated customer gets login codes and on whose page the customer
  ///   logs in.
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

/// A profile that may change while the shop runs.
@MainActor private final class CurrentProfile {
  var profile: OnsideProfile

  init(_ profile: OnsideProfile) {
    self.profile = profile
  }
}
