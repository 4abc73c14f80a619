// Completions are called on the main actor. Their types do not say so, because those of the published API do not: an app
// may keep one in a variable of the plain type.

extension Onside {
  /// Shows the login, unless somebody is logged in.
  /// - Parameter completion: told once, when the storefront is in place or the user has dismissed it.
  public static func requestLogin(completion: ((Result<Void, OnsideLoginError>) -> Void)? = nil) {
    Task {
      do throws(OnsideLoginError) {
        try await logIn()
        completion?(.success(()))
      } catch {
        completion?(.failure(error))
      }
    }
  }

  /// Shows the payment methods, after a login if nobody is logged in.
  /// - Parameter completion: told once, when the screen is closed.
  public static func presentPaymentMethodsManager(
    completion: ((Result<Void, OnsidePaymentMethodsManagerError>) -> Void)? = nil
  ) {
    Task {
      do throws(OnsidePaymentMethodsManagerError) {
        try await managePaymentMethods()
        completion?(.success(()))
      } catch {
        completion?(.failure(error))
      }
    }
  }

  /// How the user came to the app.
  /// - Parameter completion: told once.
  public static func getAttributionMetadata(
    completion: @escaping (Result<OnsideAttributionMetadata, OnsideAttributionMetadataError>) -> Void
  ) {
    Task {
      do throws(OnsideAttributionMetadataError) {
        completion(.success(try await attributionMetadata()))
      } catch {
        completion(.failure(error))
      }
    }
  }
}
