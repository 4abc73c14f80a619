import Foundation
import OnsideKit

/// The store behind a simulated shop.
enum SimulatedStore {
  case local(LocalTestingService)
  case network(NetworkService)

  /// - Parameter folder: where it keeps its state.
  /// - Throws: what is wrong with the catalogue, or with the state.
  init(
    _ goods: OnsideGoods, _ profile: OnsideProfile, folder: URL, log: @escaping @Sendable (String) -> Void
  ) throws {
    switch goods {
    case .catalog(let file):
      var configuration = try StoreKitConfiguration(contentsOf: file)
      if let storefront = profile.storefront { configuration.settings.storefront = storefront }
      self = .local(
        try LocalTestingService(
          catalog: Catalog(configuration), folder: folder,
          options: LocalTestingService.Options(refererUrl: profile.refererUrl, failures: profile.failures)))
    case .network(let address): self = .network(NetworkService(address, folder: folder, log: log))
    }
  }

  /// The store itself.
  var service: any OnsideService {
    switch self {
    case .local(let service): service
    case .network(let service): service
    }
  }

  /// Reads the code of a login, as the customer would: from the sandbox store's inbox, or from local testing itself.
  func digits(of code: OnsideLoginCode) async -> String? {
    switch self {
    case .local: code.testDigits
    case .network(let service): await SandboxInbox(service.address).digits(of: code)
    }
  }

  /// Signs a customer in on the sandbox store's sign-in page.
  func callback(of login: OnsideBrowserLogin, as email: String) async -> URL? {
    switch self {
    case .local: nil  // local testing logs in by a provider at once
    case .network(let service): await SandboxInbox(service.address).callback(of: login, as: email)
    }
  }

  /// Who takes tracked events; nil for nobody.
  var eventSink: (any OnsideEventSink)? {
    switch self {
    case .local: nil
    case .network(let service): service
    }
  }

  /// Whether no payment sheet is shown.
  var disablesDialogs: Bool {
    switch self {
    case .local(let service): service.disablesDialogs
    case .network: false
    }
  }

  /// Lets its files go.
  func close() async {
    switch self {
    case .local(let service): await service.close()
    case .network(let service): await service.close()
    }
  }
}

extension OnsideProfile {
  /// What fails in local testing.
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
