import BitcoinLink
import Causeway
import Foundation
import GBGBridge
import OnsideKit
import OnsideTesting
import TodayWebViewBridge

/// An app for every protocol. Each answer names its protocol and, if the protocol allows it, its request.
@MainActor final class App: TodayHost, WalletProvider {
  private(set) var tracked = 0
  private(set) var approved = 0

  // MARK: Today

  func track(_ event: TodayEvent) { tracked += 1 }
  func baseFields() -> TodayBaseFields { TodayBaseFields(session: "s", device: "d") }
  func headers() async throws -> [String: String?] { ["X-Protocol": "today"] }
  func refreshToken() async throws -> TodayToken { TodayToken(bearer: "t") }
  func currentToken() async -> TodayToken? { nil }

  // MARK: Link

  func approve(_ prompt: ApprovalPrompt) async throws -> Bool {
    approved += 1
    // Give some answers at once and some in a later turn, so that their order varies.
    if approved.isMultiple(of: 3) { await Task.yield() }
    return true
  }

  func getAddress(_ request: LinkRequest<GetAddress>) async throws -> GetAddress.Answer {
    GetAddress.Answer(address: "link-\(request.command.protocol)")
  }

  func sendAssets(_ request: Approved<SendAssets>) async throws -> SendAssets.Answer {
    SendAssets.Answer(txid: "link-\(request.command.to)")
  }

  func getInfo(_ request: LinkRequest<GetInfo>) async throws -> GetInfo.Answer {
    GetInfo.Answer(version: "1", platform: "link", protocols: ["BCH"])
  }

  func payInvoice(_ request: Approved<PayInvoice>) async throws -> PayInvoice.Answer { throw LinkError.merchantError }
  func createToken(_ request: Approved<CreateToken>) async throws -> CreateToken.Answer { throw LinkError.canceled }
  func requestValue(_ request: LinkRequest<RequestValue>) async throws -> RequestValue.Answer {
    throw LinkError.canceled
  }
  func requestWeb3Sign(_ request: Approved<RequestWeb3Sign>) async throws -> RequestWeb3Sign.Answer {
    throw LinkError.canceled
  }

  // MARK: Onside

  /// Returns a shop with one product in local testing, and with a user who approves everything.
  func onside(in folder: URL) throws -> OnsideClient {
    let file = """
      { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
        "nonRenewingSubscriptions": [], "subscriptionGroups": [],
        "products": [
          { "displayPrice": "19.99", "familyShareable": false, "internalID": "2", "localizations": [],
            "productID": "lifetime", "referenceName": "Lifetime", "type": "NonConsumable" } ] }
      """
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let catalog = Catalog(try StoreKitConfiguration(parsing: Data(file.utf8), file: "shop.storekit"))
    return OnsideClient(
      service: try LocalTestingService(catalog: catalog, folder: folder), interface: ScriptedInterface(),
      store: try TransactionStore(file: folder.appendingPathComponent("queue")))
  }

  // MARK: GBG

  /// Returns a host whose capability answers with the request's data. Every other time it first acknowledges the
  /// request.
  func gbg() -> BridgeHost {
    let host = BridgeHost(hostVersion: "1")
    host.registerCustomCapability("echo", version: "1.0") { message, responder in
      let data = message.payload.data ?? [:]
      guard case .number(let number)? = data["number"], Int(number).isMultiple(of: 2) else {
        return responder.respond(status: .success, data: data)
      }
      responder.respond(status: .acknowledged)
      Task { responder.respond(status: .success, data: data) }
    }
    return host
  }
}
