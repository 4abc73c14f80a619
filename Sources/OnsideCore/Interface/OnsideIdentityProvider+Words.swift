extension OnsideIdentityProvider {
  /// Whose accounts they are.
  package var name: String {
    switch self {
    case .apple: "Apple"
    case .google: "Google"
    }
  }
}
