import BitcoinLink
import Causeway

@MainActor final class DemoWallet: WalletProvider {
  func approve(_ prompt: ApprovalPrompt) async throws -> Bool {
    // Show prompt.origin, prompt.rows and prompt.warnings in one of the app's windows, and wait for the user.
    false
  }

  func getAddress(_ request: LinkRequest<GetAddress>) async throws -> GetAddress.Answer {
    guard request.command.protocol == "BCH" else { throw LinkError.protocolError }
    return .init(address: "bitcoincash:qexample")
  }

  func sendAssets(_ request: Approved<SendAssets>) async throws -> SendAssets.Answer {
    // Sign and broadcast request.command; its value is a decimal text, such as "0.000123".
    throw LinkError.sendError
  }

  func payInvoice(_ request: Approved<PayInvoice>) async throws -> PayInvoice.Answer {
    throw LinkError(.merchantError, "The merchant's server could not be reached.")
  }

  func createToken(_ request: Approved<CreateToken>) async throws -> CreateToken.Answer {
    throw LinkError.protocolError
  }

  func getInfo(_ request: LinkRequest<GetInfo>) async throws -> GetInfo.Answer {
    .init(version: "1.0", platform: "ios", protocols: ["BCH"])
  }

  func requestValue(_ request: LinkRequest<RequestValue>) async throws -> RequestValue.Answer {
    throw LinkError.canceled
  }

  func requestWeb3Sign(_ request: Approved<RequestWeb3Sign>) async throws -> RequestWeb3Sign.Answer {
    throw LinkError(.canceled, "This wallet has no Ethereum account.")
  }
}
