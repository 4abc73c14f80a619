import Foundation
import OnsideKit
import OnsideTesting

/// The store behind a simulated shop.
enum SimulatedStore {
  case local(LocalTestingService)
  case network(NetworkService)

  /// - Parameter folder: the folder for the store's state.
  /// - Throws: An error if the catalog or the state cannot be used.
  init(
    _ source: OnsideProductSource, _ profile: OnsideProfile, folder: URL, log: @escaping @Sendable (String) -> Void
  ) throws {
    switch source {
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

  /// The service that the client uses.
  var service: any OnsideService {
    switch self {
    case .local(let service): service
    case .network(let service): service
    }
  }

  /// Returns the code of a login, which a real customer would read in an e-mail. The code comes from the sandbox
  /// store's inbox or from local testing itself.
  func digits(of code: OnsideLoginCode) async -> String? {
    switch self {
    case .local: code.testDigits
    case .network(let service): await SandboxInbox(service.address).digits(of: code)
    }
  }

  /// Logs a customer in on the sandbox store's login page, and returns the callback URL. Returns nil for local testing.
  func callback(of login: OnsideBrowserLogin, as email: String) async -> URL? {
    switch self {
    case .local: nil  // local testing does not use a login page
    case .network(let service): await SandboxInbox(service.address).callback(of: login, as: email)
    }
  }

  /// The receiver of tracked events; nil if the store does not take events.
  var eventSink: (any OnsideEventSink)? {
    switch self {
    case .local: nil
    case .network(let service): service
    }
  }

  /// Whether the store skips the payment sheet.
  var disablesDialogs: Bool {
    switch self {
    case .local(let service): service.disablesDialogs
    case .network: false
    }
  }

  /// Closes the store's files.
  func close() async {
    switch self {
    case .local(let service): await service.close()
    case .network(let service): await service.close()
    }
  }
}

extension OnsideProfile {
  /// The operations that fail in local testing, with their failures.
  fileprivate var failures: [SimulatedFailure.Operation: SimulatedFailure] {
    guard let error else { return [:] }
    return Dictionary(uniqueKeysWithValues: Self.failingOperations.map { ($0, .fails(error.serviceError)) })
  }

  /// The operations of local testing that fail with the profile's `error`.
  static let failingOperations: [SimulatedFailure.Operation] = [.products, .purchases, .attribution]
}

extension OnsideProfile.StoreError {
  var serviceError: OnsideServiceError {
    switch self {
    case .cancelled: .cancelled
    case .connectionError: .connectionError
    case .appNotRegistered: .appNotRegistered
    case .invalidProductIdentifier: .invalidProductIdentifier
    case .serviceUnavailable: .serviceUnavailable
    case .internalError: .internalError("the profile requests this error")
    }
  }
}
