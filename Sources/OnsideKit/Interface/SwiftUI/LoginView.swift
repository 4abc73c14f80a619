#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// The view of a login.
struct LoginView: View {
  private enum Method: Hashable {
    case email
    case phone
  }

  @ObservedObject private var model: LoginModel
  private let requestingOrigin: String?
  private let providers: [OnsideIdentityProvider]
  @State private var method = Method.email
  @State private var email = ""
  @State private var phone: String

  init(model: LoginModel, screen: OnsideLoginScreen) {
    self.model = model
    requestingOrigin = screen.shownOrigin
    providers = screen.forcesLocalMethods ? [] : OnsideIdentityProvider.allCases
    _phone = State(initialValue: screen.countryCode.flatMap(CallingCode.of).map { "\($0) " } ?? "")
  }

  var body: some View {
    switch model.page {
    case .entrance: entrance
    case .code(let code): CodeView(model: model, code: code).id(code)
    }
  }

  private var entrance: some View {
    ScreenPage {
      Text("Log in to Onside").font(.title2.bold())
      Text("Your purchases are saved in your Onside account.").font(.subheadline).foregroundColor(.secondary)
      if let requestingOrigin { RequestingOriginView(origin: requestingOrigin) }
      Group {
        Picker("Log in by", selection: $method) {
          Text("E-mail").tag(Method.email)
          Text("Telephone").tag(Method.phone)
        }
        .pickerStyle(.segmented)
        .labelsHidden()
        field
      }
      .disabled(model.work != nil)
      if let problem = model.problem { NoticeView.error(problem) }
      if let work = model.work { ProgressRow(text: work.text) }
    } foot: {
      Group {
        WideButton(title: "Continue", isProminent: true, action: submit)
        Group {
          ForEach(providers, id: \.self) { provider in
            WideButton(title: "Continue with \(provider.name)") { model.flow.submit(.federated(provider)) }
          }
        }
        .disabledAtFirst(showing: providers)
      }
      .disabled(model.work != nil)
      Button("Cancel", role: .cancel) { model.flow.dismiss() }.keyboardShortcut(.cancelAction)
    }
    .whenChanged(method) { model.flow.forgetProblem() }
  }

  @ViewBuilder private var field: some View {
    switch method {
    case .email:
      TextField("name@example.com", text: $email)
        .textFieldStyle(.roundedBorder)
        #if canImport(UIKit)
      .keyboardType(.emailAddress)
      .textInputAutocapitalization(.never)
        #endif
        .autocorrectionDisabled()
        .onSubmit(submit)
    case .phone:
      TextField("+49 170 1234567", text: $phone)
        .textFieldStyle(.roundedBorder)
        #if canImport(UIKit)
      .keyboardType(.phonePad)
        #endif
        .onSubmit(submit)
    }
  }

  private func submit() {
    switch method {
    case .email:
      model.flow.submit(LoginInput.email(email), mistake: "Enter your e-mail address, such as name@example.com.")
    case .phone:
      model.flow.submit(
        LoginInput.phone(phone), mistake: "Enter your telephone number with its country code, such as +49 170 1234567.")
    }
  }
}
#endif
