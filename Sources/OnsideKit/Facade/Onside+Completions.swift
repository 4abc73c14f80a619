extension Onside {
  /// Shows the login, unless somebody is logged in.
  /// - Parameter completion: told once, when the storefront is in place or the user has dismissed it.
  public static func requestLogin(completion: (@MainActor (Result<Void, OnsideLoginError>) -> Void)? = nil) {
    Task {
      do throws(OnsideLoginError) {
        try await logIn()
        completion?(.success(()))
      } catch {
        completion?(.failure(error))
      }
    }
  }

  /// Shows the means of payment, after a login if nobody is logged in.
  /// - Parameter completion: told once, when the screen is closed.
  public static func presentPaymentMethodsManager(
    completion: (@MainActor (Result<Void, OnsidePaymentMethodsManagerError>) -> Void)? = nil
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
    completion: @escaping @MainActor (Result<OnsideAttributionMetadata, OnsideAttributionMetadataError>) -> Void
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
