import OnsideCore

/// The state of a login screen, which shows the entrance, or the page that asks for a code.
struct LoginState: Hashable, Redacted {
  enum Page: Hashable {
    /// The page for an address, a number or a provider.
    case entrance
    /// The page for the digits of this code.
    case code(OnsideLoginCode)
  }

  /// A field in which the user types.
  enum Field: Hashable {
    case email, phone, digits
  }

  /// The way to log in at the entrance, besides the providers.
  enum Method: Hashable, CaseIterable {
    case email, phone

    var field: Field { self == .email ? .email : .phone }
  }

  /// The operation that is in progress.
  enum Work: Hashable {
    case beginning, sendingAnotherCode, loggingIn
    /// The browser shows the provider's sign-in page.
    case signingIn(OnsideIdentityProvider)
  }

  /// The requesting origin with all characters visible; nil for the app itself.
  let requestingOrigin: String?
  /// The providers with which the user can log in.
  let providers: [OnsideIdentityProvider]
  var page = Page.entrance
  var method = Method.email
  var email = ""
  var phone: String
  var digits = ""
  var work: Work?
  /// The error text for the user; nil if there is no error.
  var problem: String?
  /// Whether the user may request another code now; false during the resend delay.
  var isResendDue = false
  /// Whether the entrance has been visible long enough to choose a provider. Without this delay, a press that was meant
  /// for something else could begin a login.
  var isRead = false
  var focus = FocusRequest(Field.email)

  /// The state of a new login.
  @MainActor init(_ screen: OnsideLoginScreen) {
    requestingOrigin = screen.shownOrigin
    providers = screen.forcesLocalMethods ? [] : OnsideIdentityProvider.allCases
    phone = screen.countryCode.flatMap(CallingCode.of).map { "\($0) " } ?? ""
  }

  /// The text of a field.
  subscript(field: Field) -> String {
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
  var isIdle: Bool { work == nil }
  var canChooseProvider: Bool { isIdle && isRead }
  var canResend: Bool { isIdle && isResendDue }

  var notice: ScreenNotice? {
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
enum LoginText {
  static let title = "Log in to Onside"
  static let caption = "Your purchases are saved in your Onside account."
  /// The name of the choice between e-mail and telephone, for screen readers.
  static let methods = "Log in by"
  static let proceed = "Continue"
  static let cancel = "Cancel"

  static let codeTitle = "Enter your code"
  static let code = "Code"
  static let logIn = "Log in"
  static let resend = "Send a new code"

  static func proceed(with provider: OnsideIdentityProvider) -> String { "Continue with \(provider.name)" }

  static func tab(_ method: LoginState.Method) -> String {
    switch method {
    case .email: "E-mail"
    case .phone: "Telephone"
    }
  }

  static func name(of method: LoginState.Method) -> String {
    switch method {
    case .email: "E-mail address"
    case .phone: "Telephone number"
    }
  }

  static func example(of method: LoginState.Method) -> String {
    switch method {
    case .email: "name@example.com"
    case .phone: "+49 170 1234567"
    }
  }

  static func mistake(in method: LoginState.Method) -> String {
    switch method {
    case .email: "Enter your e-mail address, such as \(example(of: method))."
    case .phone: "Enter your telephone number with its country code, such as \(example(of: method))."
    }
  }

  /// The title of the button that goes back from the code to the entrance.
  static func back(from code: OnsideLoginCode) -> String {
    switch code.credential {
    case .email: "Change the address"
    case .phone: "Change the number"
    case .federated: "Change the account"
    }
  }
}
