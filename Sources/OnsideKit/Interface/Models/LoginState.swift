import OnsideCore

/// The state of a login screen, which shows its first page, or the page that asks for a code.
package struct LoginState: Hashable, Redacted {
  package enum Page: Hashable {
    /// The first page, for an address, a number or a provider.
    case entrance
    /// The page for the digits of this code.
    case code(OnsideLoginCode)
  }

  /// A field in which the user types.
  package enum Field: Hashable {
    case email, phone, digits
  }

  /// The way to log in on the first page, besides the providers.
  package enum Method: Hashable, CaseIterable {
    case email, phone

    package var field: Field { self == .email ? .email : .phone }
  }

  /// The operation that is in progress.
  package enum Work: Hashable {
    case beginning, sendingAnotherCode, loggingIn
    /// The browser shows the provider's sign-in page.
    case signingIn(OnsideIdentityProvider)
  }

  /// The requesting origin with all characters visible; nil for the app itself.
  package let requestingOrigin: String?
  /// The providers with which the user can log in.
  package let providers: [OnsideIdentityProvider]
  package var page = Page.entrance
  package var method = Method.email
  package var email = ""
  package var phone: String
  package var digits = ""
  package var work: Work?
  /// The error text for the user; nil if there is no error.
  package var problem: String?
  /// Whether the user may request another code now; false during the resend delay.
  package var isResendDue = false
  /// Whether the first page has been visible long enough to choose a provider. Without this delay, a press that was
  /// meant for something else could begin a login.
  package var isRead = false
  package var focus = FocusRequest(Field.email)

  /// Creates the state of a new login.
  @MainActor init(_ screen: OnsideLoginScreen) {
    requestingOrigin = screen.shownOrigin
    providers = screen.forcesLocalMethods ? [] : OnsideIdentityProvider.allCases
    phone = screen.countryCode.flatMap(CallingCode.of).map { "\($0) " } ?? ""
  }

  /// The text of a field.
  package subscript(field: Field) -> String {
    get {
      switch field {
      case .email: email
      case .phone: phone
      case .digits: digits
      }
    }
    set {
      switch field {
      case .email: email = newValue
      case .phone: phone = newValue
      case .digits: digits = newValue
      }
    }
  }

  /// Whether the fields and buttons are enabled. The Cancel button always is.
  package var isIdle: Bool { work == nil }
  package var canChooseProvider: Bool { isIdle && isRead }
  package var canResend: Bool { isIdle && isResendDue }

  package var notice: ScreenNotice? {
    switch work {
    case .beginning: .progress("One moment …")
    case .sendingAnotherCode: .progress("Sending a new code …")
    case .loggingIn: .progress("Logging in …")
    case .signingIn(let provider): .progress("Sign in with \(provider.name) in the other window.")
    case nil: problem.map(ScreenNotice.error)
    }
  }
}

/// The constant texts of a login.
package enum LoginText {
  package static let title = "Log in to Onside"
  package static let caption = "Your purchases are saved in your Onside account."
  /// The name of the choice between e-mail and telephone, for screen readers.
  package static let methods = "Log in by"
  package static let proceed = "Continue"
  package static let cancel = "Cancel"

  package static let codeTitle = "Enter your code"
  package static let code = "Code"
  package static let logIn = "Log in"
  package static let resend = "Send a new code"

  package static func proceed(with provider: OnsideIdentityProvider) -> String { "Continue with \(provider.name)" }

  package static func tab(_ method: LoginState.Method) -> String {
    switch method {
    case .email: "E-mail"
    case .phone: "Telephone"
    }
  }

  package static func name(of method: LoginState.Method) -> String {
    switch method {
    case .email: "E-mail address"
    case .phone: "Telephone number"
    }
  }

  package static func example(of method: LoginState.Method) -> String {
    switch method {
    case .email: "name@example.com"
    case .phone: "+49 170 1234567"
    }
  }

  package static func mistake(in method: LoginState.Method) -> String {
    switch method {
    case .email: "Enter your e-mail address, such as \(example(of: method))."
    case .phone: "Enter your telephone number with its country code, such as \(example(of: method))."
    }
  }

  /// Returns the title of the button that goes back from the code to the first page.
  package static func back(from code: OnsideLoginCode) -> String {
    switch code.credential {
    case .email: "Change the address"
    case .phone: "Change the number"
    case .federated: "Change the account"
    }
  }
}
