import Foundation
import OnsideKit
import WebKit

#if canImport(UIKit)
import UIKit
#endif

// An app like the apps of the published SDK. It uses every public name with its published signature. It is compiled in
// Swift 6 mode in OnsideKitTests and in Swift 5 mode in OnsideKitSwift5Tests. If this code needs a change, published
// apps need the same change.

@MainActor
final class Store: NSObject {
  static let shared = Store()

  private(set) var products: [OnsideProduct] = []
  private(set) var unlocked: [String] = []
  private(set) var news: [String] = []
  private var productsRequest: OnsideProductsRequest?
  private var historyRequest: OnsideSignedInAppsHistoryRequest?
  var onNews: () -> Void = {}

  func launch() {
    Onside.callbackScheme = "reader-onside"
    Onside.delegate = self
    Onside.appearance().setThemeMode(.auto)
    let queue: OnsidePaymentQueue = Onside.defaultPaymentQueue()
    queue.delegate = self
    queue.add(observer: self)
    queue.add(self)
  }

  func open(_ url: URL) -> Bool {
    return Onside.handle(url: url)
  }

  func show(_ webView: WKWebView) {
    OnsideJS.configureOnsideForWebView(webView)
  }

  func load() {
    let request = Onside.makeProductsRequest(productIdentifiers: ["coins", "monthly", "missing"])
    request.delegate = self
    productsRequest = request
    request.start()
  }

  func buy(_ product: OnsideProduct) {
    var payment = OnsidePayment(product: product)
    payment.appAccountToken = "ada"
    Onside.defaultPaymentQueue().add(payment) { result in
      switch result {
      case .success: Store.shared.tell("queued")
      case .failure(.loginDiscarded): Store.shared.tell("not logged in")
      }
    }
  }

  func buyQuietly(_ product: OnsideProduct) {
    Onside.defaultPaymentQueue().add(OnsidePayment(product: product), completion: nil)
  }

  func restore() {
    Onside.defaultPaymentQueue().restoreCompletedTransactions {
      [weak self] (result: Result<Void, OnsidePaymentQueueRequestRestoreError>) in
      if case .failure(.loginDiscarded) = result { self?.tell("not restored") }
    }
    Onside.defaultPaymentQueue().restoreCompletedTransactions(completion: nil)
  }

  func account() {
    Onside.requestLogin { (result: Result<Void, OnsideLoginError>) in
      do {
        try result.get()
        Store.shared.tell("logged in")
      } catch {
        Store.shared.tell("\(error)")
      }
    }
    Onside.requestLogin()
    Onside.presentPaymentMethodsManager { (result: Result<Void, OnsidePaymentMethodsManagerError>) in
      guard case .failure(let error) = result else { return }
      switch error {
      case .loginDiscarded, .notSupportedInLocalTesting, .presentationFailed: Store.shared.tell("methods: \(error)")
      }
    }
    Onside.getAttributionMetadata { (result: Result<OnsideAttributionMetadata, OnsideAttributionMetadataError>) in
      let url: URL? = (try? result.get())?.refererUrl
      Store.shared.tell("from \(url?.absoluteString ?? "nowhere")")
    }
  }

  /// Calls the methods with an optional completion inside an async function, where they must compile without `await`.
  func accountLater() async {
    Onside.requestLogin()
    Onside.presentPaymentMethodsManager()
  }

  func history() {
    switch Onside.makeSignedInAppsHistoryRequest() {
    case .success(let request):
      request.delegate = self
      historyRequest = request
      request.start()
    case .failure(let error):
      tell("history: \(error)")
    }
  }

  func leave() {
    productsRequest?.stop()
    historyRequest?.stop()
    Onside.logout()
    Onside.defaultPaymentQueue().remove(observer: self)
  }

  fileprivate func tell(_ text: String) {
    news.append(text)
    onNews()
  }

  func describe(_ product: OnsideProduct) -> String {
    var parts = [product.productIdentifier, product.localizedTitle, product.localizedDescription]
    parts.append("\(product.price.value) \(product.price.currencyCode)")
    if let period = product.subscriptionPeriod {
      switch period {
      case .day(let count): parts.append("\(count) d")
      case .week(let count): parts.append("\(count) w")
      case .month(let count): parts.append("\(count) m")
      case .year(let count): parts.append("\(count) y")
      }
    }
    for offer: OnsidePricePeriod in [product.introductoryPrice, product.discountedPrice].compactMap({ $0 }) {
      let price: OnsidePrice = offer.price
      parts.append("\(price.value) for \(offer.period)")
    }
    if let group = product.subscriptionGroupIdentifier { parts.append(group) }
    if let icon: URL = product.iconUrl { parts.append(icon.absoluteString) }
    return parts.joined(separator: ", ")
  }
}

extension Store: OnsidePaymentTransactionObserver {
  func onsidePaymentQueue(_ queue: OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]) {
    for transaction in updatedTransactions {
      switch transaction.transactionState {
      case .purchasing: tell("purchasing \(transaction.payment.product.productIdentifier)")
      case .purchased, .restored:
        unlocked.append(transaction.payment.product.productIdentifier)
        tell("unlocked \(transaction.transactionIdentifier == transaction.originalTransactionIdentifier)")
        queue.finishTransaction(transaction)
      case .failed:
        let error: OnsidePaymentTransactionError? = transaction.error
        tell("failed \(error.map { "\($0)" } ?? "")")
        queue.finishTransaction(transaction)
      @unknown default: break
      }
    }
  }

  func onsidePaymentQueue(_ queue: OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]) {
    let isLeft = removedTransactions.contains { removed in queue.transactions.contains { $0.isSame(as: removed) } }
    tell("removed \(removedTransactions.count) \(isLeft)")
  }

  func onsidePaymentQueueRestoreCompletedTransactionsFinished(_ queue: OnsidePaymentQueue) {
    tell("restored")
  }

  func onsidePaymentQueue(
    _ queue: OnsidePaymentQueue, restoreCompletedTransactionsFailedWithError error: OnsideTransactionsRestoreError
  ) {
    switch error {
    case .cancelled, .connectionError, .appNotRegistered, .serviceUnavailable, .internalError: tell("\(error)")
    }
  }

  func onsidePaymentQueueDidChangeStorefront(_ queue: OnsidePaymentQueue) {
    let storefront: OnsideStorefront? = queue.storefront
    tell("shop \(storefront.map { $0.id.isEmpty ? "" : $0.countryCode } ?? "closed")")
  }
}

extension Store: OnsidePaymentQueueDelegate {
  func onsidePaymentQueue(
    _ queue: OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction, in storefront: OnsideStorefront
  ) -> Bool {
    return transaction.storefront.countryCode == storefront.countryCode
  }
}

extension Store: OnsideDelegate {
  #if canImport(UIKit)
  func onside(hostWindowSceneForScreen screen: OnsideScreen) -> UIWindowScene? {
    return UIApplication.shared.connectedScenes.first as? UIWindowScene
  }
  #endif

  func onside(uiThemeOverrideForScreen screen: OnsideScreen) -> OnsideUIThemeMode? {
    switch screen {
    case .login: return .light
    case .payment: return .dark
    case .paymentMethods: return nil
    }
  }

  func onsideShouldForceLocalLoginMethods() -> Bool { return true }

  func onsideDefaultCountryCodeAssumption() -> String? { return "DE" }
}

extension Store: OnsideProductsRequestDelegate {
  func onsideProductsRequest(_ request: OnsideProductsRequest, didReceive response: OnsideProductsResponse) {
    products = response.products
    tell("invalid \(response.invalidProductIdentifiers)")
  }

  func onsideProductsRequest(_ request: OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError) {
    switch error {
    case .cancelled, .connectionError, .appNotRegistered, .invalidProductIdentifier, .serviceUnavailable,
      .internalError:
      tell("products: \(error)")
    }
  }

  func onsideProductsRequestDidFinish(_ request: OnsideProductsRequest) {
    productsRequest = nil
    tell("products \(products.map { $0.productIdentifier })")
  }
}

extension Store: OnsideSignedInAppsHistoryRequestDelegate {
  func onsideSignedInAppsHistoryRequest(
    _ request: OnsideSignedInAppsHistoryRequest, didReceive history: OnsideSignedInAppsHistory
  ) {
    let data: Data = history.data
    tell("history of \(data.count) bytes, \(history.string ?? "no text")")
  }

  func onsideSignedInAppsHistoryRequest(
    _ request: OnsideSignedInAppsHistoryRequest, didFailWithError error: OnsideSignedInAppsHistoryRequestError
  ) {
    switch error {
    case .notLoggedIn, .notSupportedInLocalTesting, .cancelled, .connectionError, .appNotRegistered,
      .serviceUnavailable, .internalError:
      tell("history: \(error)")
    }
  }
}

/// An app that asks its server before a payment continues, with the async method of the delegate.
@MainActor
final class CarefulGate: OnsidePaymentQueueDelegate {
  var isOpen = false

  func onsidePaymentQueue(
    _ queue: OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction, in storefront: OnsideStorefront
  ) async -> Bool {
    await Task.yield()
    return isOpen
  }
}
