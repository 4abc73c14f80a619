// Completions are called on the main actor. Their types are not marked `@MainActor`, because those of the published API
// are not, and an app may keep a completion in a variable of the unmarked type.

extension Onside {
  /// Shows the login, unless a user is logged in already.
  /// - Parameter completion: called once, when the storefront is known or the user has dismissed the login.
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

  /// Shows the payment methods, after a login if no user is logged in.
  /// - Parameter completion: called once, when the screen is closed or could not be shown.
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

  /// Requests the information about how the user came to the app.
  /// - Parameter completion: called once, with the information or the error.
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
