import Causeway

/// What a wallet supplies to Bitcoin.com Link: one function for each command, and its user's consent.
///
/// Each call runs in a task of its own, which is cancelled when nobody waits for it any more: the page navigated, its
/// frame was removed, its process died, or ``WalletLink/Configuration/timeLimit`` is over. Take windows back then, with
/// `withTaskCancellationHandler`.
///
/// Throw a ``LinkError`` to choose what the page is told.
@MainActor public protocol WalletProvider: AnyObject {
  /// Shows a request to the user and waits for the decision; false tells the page `CANCELED`.
  ///
  /// Called once for each request of ``sendAssets(_:)``, ``payInvoice(_:)``, ``createToken(_:)`` and
  /// ``requestWeb3Sign(_:)``, before it, after the request was checked. Those are called only if this returned true and
  /// the page still waits. The same holds for the commands of ``WalletLink/Configuration/additionalConsent``, and for
  /// commands of the wallet's own with ``OwnCommandHandler/afterApproval(_:)``.
  func approve(_ prompt: ApprovalPrompt) async throws -> Bool

  /// The protocol of an address that a page asks for without naming one; nil for none. Left out: nil. Without one the page
  /// gets `PROTOCOL_ERROR`.
  var defaultProtocol: String? { get }

  /// An address to be paid at; it may be another one each time. Throw ``LinkError/protocolError`` for a protocol that
  /// the wallet does not have, ``LinkError/connectionDenied`` if the page is to have none.
  func getAddress(_ request: LinkRequest<GetAddress>) async throws -> GetAddress.Answer

  /// The number of decimal places of the asset that a page wants to send; nil if the wallet does not know it. Left out: 8
  /// for `BCH` and `BTC`, 18 for `ETH`, nil for tokens and other protocols.
  ///
  /// Called before ``approve(_:)``. An amount with more decimal places is refused with `MALFORMED_INPUT`, because
  /// it could be sent only after rounding. Where this returns nil, ``sendAssets(_:)`` must refuse such an amount.
  func decimals(for request: LinkRequest<SendAssets>) async throws -> Int?

  /// Sends coins or tokens: checks that the address is one of the protocol's, signs and broadcasts. Throw
  /// ``LinkError/malformedInput`` for a wrong address, ``LinkError/sendError`` if the broadcast failed.
  func sendAssets(_ request: Approved<SendAssets>) async throws -> SendAssets.Answer

  /// Fetches a payment request, shows it, and pays. The amount is known only once it is fetched, so what was approved
  /// before is the URL: ask again with the amount. Throw ``LinkError/merchantError`` if the merchant's server failed.
  func payInvoice(_ request: Approved<PayInvoice>) async throws -> PayInvoice.Answer

  /// Creates a token.
  func createToken(_ request: Approved<CreateToken>) async throws -> CreateToken.Answer

  /// What the wallet is and speaks. Asks nobody.
  func getInfo(_ request: LinkRequest<GetInfo>) async throws -> GetInfo.Answer

  /// An amount that the user enters. The protocol's documents do not say more.
  func requestValue(_ request: LinkRequest<RequestValue>) async throws -> RequestValue.Answer

  /// Signs for an Ethereum account.
  func requestWeb3Sign(_ request: Approved<RequestWeb3Sign>) async throws -> RequestWeb3Sign.Answer

  /// The handler of a command that the protocol does not have; nil if the wallet does not have it either. Left out: nil.
  /// Without a handler the page gets `PROTOCOL_ERROR`. Not called for the protocol's own commands.
  func ownCommand(_ name: String) -> OwnCommandHandler?
}

extension WalletProvider {
  /// Every page names a protocol.
  public var defaultProtocol: String? { nil }

  /// The wallet has the protocol's commands only.
  public func ownCommand(_ name: String) -> OwnCommandHandler? { nil }

  /// The decimal places of the coins that the protocol names.
  public func decimals(for request: LinkRequest<SendAssets>) async throws -> Int? {
    guard request.command.assetId == nil else { return nil }
    return switch request.command.protocol {
    case "BCH", "BTC": 8
    case "ETH": 18
    default: nil
    }
  }
}
