extension OnsideIdentityProvider {
  /// The company's name, for texts.
  package var name: String {
    switch self {
    case .apple: "Apple"
    case .google: "Google"
    }
  }
}
