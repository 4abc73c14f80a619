import Causeway

/// The functions that a wallet supplies to Bitcoin.com Link: one for each command, and one that asks the user for
/// approval.
///
/// Each call runs in its own task. The task is cancelled when the page navigates, its frame is removed, its process
/// terminates, or the timeout (``WalletLink/Configuration/timeout``) has passed. Close your windows then, with
/// `withTaskCancellationHandler`.
///
/// Throw a ``LinkError`` to choose the error that the page gets.
@MainActor public protocol WalletProvider: AnyObject {
  /// Shows a request to the user and waits for the decision. If the method returns false, the page gets `CANCELED`.
  ///
  /// Called once for each request, after the request was checked and before ``sendAssets(_:)``, ``payInvoice(_:)``,
  /// ``createToken(_:)`` or ``requestWeb3Sign(_:)``. Those methods are called only if this method returned true and the
  /// page still waits. The same is true for the commands in ``WalletLink/Configuration/additionalConsent``, and for
  /// commands that the wallet defines with ``OwnCommandHandler/afterApproval(_:)``.
  func approve(_ prompt: ApprovalPrompt) async throws -> Bool

  /// The protocol for a page that asks for an address without naming a protocol. The default is nil: such a page gets
  /// `PROTOCOL_ERROR`.
  var defaultProtocol: String? { get }

  /// Returns an address that can receive payments. Each call may return a different address. Throw
  /// ``LinkError/protocolError`` for a protocol that the wallet does not support, and ``LinkError/connectionDenied`` if
  /// the page must not get an address.
  func getAddress(_ request: LinkRequest<GetAddress>) async throws -> GetAddress.Answer

  /// Returns the number of decimal places of the asset that a page wants to send; nil if the wallet does not know it.
  /// The default implementation returns 8 for `BCH` and `BTC`, 18 for `ETH`, and nil for tokens and other protocols.
  ///
  /// Called before ``approve(_:)``. An amount with more decimal places is refused with `MALFORMED_INPUT`, because it
  /// could be sent only after rounding. If this method returns nil, ``sendAssets(_:)`` must refuse such an amount.
  func decimals(for request: LinkRequest<SendAssets>) async throws -> Int?

  /// Sends coins or tokens: checks that the address is valid for the protocol, signs and broadcasts. Throw
  /// ``LinkError/malformedInput`` for an invalid address, and ``LinkError/sendError`` if the broadcast failed.
  func sendAssets(_ request: Approved<SendAssets>) async throws -> SendAssets.Answer

  /// Fetches a payment request, shows it, and pays. The amount is unknown before the fetch, so the user has approved
  /// only the URL: ask again with the amount. Throw ``LinkError/merchantError`` if the merchant's server failed.
  func payInvoice(_ request: Approved<PayInvoice>) async throws -> PayInvoice.Answer

  /// Creates a token and returns its id.
  func createToken(_ request: Approved<CreateToken>) async throws -> CreateToken.Answer

  /// Returns the wallet's version, its platform and its protocols, without asking the user.
  func getInfo(_ request: LinkRequest<GetInfo>) async throws -> GetInfo.Answer

  /// Asks the user for an amount and returns it. The protocol's documents do not say more about this command.
  func requestValue(_ request: LinkRequest<RequestValue>) async throws -> RequestValue.Answer

  /// Signs the request's message for an Ethereum account.
  func requestWeb3Sign(_ request: Approved<RequestWeb3Sign>) async throws -> RequestWeb3Sign.Answer

  /// Returns the handler for a command that the protocol does not define; nil if the wallet does not define it either.
  /// The default implementation returns nil. Without a handler the page gets `PROTOCOL_ERROR`. Not called for the
  /// protocol's own commands.
  func ownCommand(_ name: String) -> OwnCommandHandler?
}

extension WalletProvider {
  /// The default, nil: a page must name a protocol.
  public var defaultProtocol: String? { nil }

  /// Returns nil: the wallet supports only the protocol's commands.
  public func ownCommand(_ name: String) -> OwnCommandHandler? { nil }

  /// Returns the decimal places of `BCH`, `BTC` and `ETH`; nil for tokens and other protocols.
  public func decimals(for request: LinkRequest<SendAssets>) async throws -> Int? {
    guard request.command.assetId == nil else { return nil }
    return switch request.command.protocol {
    case "BCH", "BTC": 8
    case "ETH": 18
    default: nil
    }
  }
}
