import Causeway
import CausewayJSON
import CausewayText
import Foundation
import OnsideCore

extension OnsidePageBridge {
  /// The capabilities for pages: the methods, and the internal messages of the page script.
  var capabilities: [Capability] {
    OnsideContract.Method.allCases.map { method in
      serve(
        method.rawValue, deadline: method.waitsForUser ? .never : deadline,
        sensitivity: method == .getSignedInAppsHistory ? .result : []
      ) { page, argument, call in
        // The page script marks early calls itself. This check stops a page that bypasses the script.
        guard method == .initializeOnside || page.isInitialized(call.frame.document) else {
          throw OnsideBridgeError.notInitialized
        }
        return try await page.run(method, argument, call.frame)
      }
    } + [
      serve(OnsideDialect.early, deadline: deadline) { _, _, _ in throw OnsideBridgeError.notInitialized },
      serve(OnsideDialect.handlers, deadline: deadline) { page, report, call in
        page.handlersDidChange(report, in: call.frame.document)
        return nil
      },
    ]
  }

  private var deadline: Capability.Deadline { configuration.timeout.map { .after($0) } ?? .never }

  private func serve(
    _ name: String, deadline: Capability.Deadline, sensitivity: Capability.Sensitivity = [],
    _ work: @escaping @MainActor (OnsidePageBridge, JSONValue, Call) async throws -> JSONValue?
  ) -> Capability {
    Capability(
      name, policy: configuration.policy, deadline: deadline, sensitivity: sensitivity,
      json: { argument, call in try await work(self, argument, call) })
  }

  /// Runs a method. The part before the first suspension runs at once, so that methods begin in the order of the calls.
  private func run(_ method: OnsideContract.Method, _ argument: JSONValue, _ frame: Frame) async throws -> JSONValue? {
    let requestingOrigin = frame.origin.description
    switch method {
    case .initializeOnside:
      guard argument == .string(OnsideContract.version) else { throw OnsideBridgeError.unsupportedVersion }
      initialize(frame.document)
      // Wait until the client knows the logged-in user, because the page's next calls read the storefront and the
      // transactions.
      await client.ready()
    case .setAppearance, .setShouldForceLocalLoginMethods, .setDefaultCountryCodeAssumption:
      set(method, argument, of: frame.document)
    case .trackEvent: track(argument, of: frame.document)
    case .logout: client.logout()
    case .requestLogin: try await client.requestLogin(requestingOrigin: requestingOrigin)
    case .presentPaymentMethodsManager:
      try await client.presentPaymentMethodsManager(requestingOrigin: requestingOrigin)
    case .getCurrentStorefront: return client.queue.storefront?.json ?? .null
    case .loadProducts: return try await loadProducts(argument)
    case .purchase: try await purchase(argument, requestingOrigin: requestingOrigin)
    case .restoreCompletedTransactions:
      guard client.acceptsRestore(from: requestingOrigin) else { throw OnsideBridgeError.tooLarge }
      try await client.restoreCompletedTransactions(requestingOrigin: requestingOrigin)
    case .getTransactions: return .array(client.queue.transactions.map(\.json))
    case .finishTransaction: try finishTransaction(argument)
    case .getAttributionMetadata: return try await client.attributionMetadata().json
    case .getSignedInAppsHistory: return try await client.signedInAppsHistory().json
    }
    return nil
  }

  // MARK: Store

  private func loadProducts(_ argument: JSONValue) async throws -> JSONValue {
    guard let list = argument["productIdentifiers"]?.arrayValue else { throw OnsideBridgeError.invalidArguments }
    let identifiers = list.compactMap(\.stringValue)
    guard identifiers.count == list.count else { throw OnsideBridgeError.invalidArguments }
    let response = try await client.products(identifiers)
    products.insert(response.products)
    return response.json
  }

  private func purchase(_ argument: JSONValue, requestingOrigin: String) async throws {
    guard let identifier = argument["productIdentifier"]?.stringValue else { throw OnsideBridgeError.invalidArguments }
    let token: String? =
      switch argument["appAccountToken"] {
      case nil, .null?: nil
      case .string(let token)?: token
      default: throw OnsideBridgeError.invalidArguments
      }
    // Otherwise the store would refuse the payment after the user has approved it.
    guard (token?.utf8.count ?? 0) <= OnsidePayment.longestAppAccountToken else { throw OnsideBridgeError.tooLarge }
    guard let product = products[identifier] else { throw JSPurchaseError.unknownProduct }
    guard client.acceptsPayment(from: requestingOrigin) else { throw OnsideBridgeError.tooLarge }
    var payment = OnsidePayment(product: product)
    payment.appAccountToken = token
    payment.requestingOrigin = requestingOrigin
    do {
      try await client.queue.enqueue(payment)
    } catch {
      switch error {
      case .loginDiscarded: throw JSPurchaseError.loginDiscarded
      }
    }
  }

  private func finishTransaction(_ argument: JSONValue) throws {
    guard let id = argument.stringValue else { throw OnsideBridgeError.invalidArguments }
    // `UUID(uuidString:)` ignores letter case, so an id in lower case is found too.
    guard let uuid = UUID(uuidString: id), let transaction = client.queue.transactions.first(where: { $0.id == uuid })
    else { throw JSFinishTransactionError.unknownTransaction }
    client.queue.finishTransaction(transaction)
  }

  // MARK: Methods without an answer

  private func set(_ method: OnsideContract.Method, _ argument: JSONValue, of document: DocumentID) {
    switch (method, argument) {
    case (.setAppearance, "light"): client.appearance.setThemeMode(.light)
    case (.setAppearance, "dark"): client.appearance.setThemeMode(.dark)
    case (.setAppearance, "system"): client.appearance.setThemeMode(.auto)
    case (.setShouldForceLocalLoginMethods, .bool(let value)): delegate.forcesLocalLoginMethods = value
    case (.setDefaultCountryCodeAssumption, ""): delegate.countryCode = nil
    case (.setDefaultCountryCodeAssumption, .string(let text)) where CountryCode.reading(text) != nil:
      delegate.countryCode = CountryCode.reading(text)
    default:
      let wanted =
        switch method {
        case .setAppearance: "'light', 'dark' or 'system'"
        case .setDefaultCountryCodeAssumption: "a country code of two letters, or ''"
        default: "a boolean"
        }
      log.write("\(method.rawValue) is ignored: the argument is not \(wanted).", of: document)
    }
  }

  /// Tracks an event. The page script sends the parameters as an array of pairs: a name and a value.
  private func track(_ event: JSONValue, of document: DocumentID) {
    guard let name = event["name"]?.stringValue else {
      return log.write("trackEvent is ignored: the event has no name.", of: document)
    }
    let pairs = event["parameters"]?.arrayValue
    if pairs == nil {
      log.write(
        "The parameters of the event \(PageText(name).shown(limit: 40)) cannot be read; it is tracked without them.",
        of: document)
    }
    client.track(name, (pairs ?? []).compactMap { pair in pair[0]?.stringValue.map { ($0, pair[1] ?? .null) } })
  }
}
