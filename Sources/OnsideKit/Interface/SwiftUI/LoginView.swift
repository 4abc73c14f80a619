#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// The screen on which the user logs in: with an e-mail address or phone number and a code, or with a provider.
struct LoginView: View {
  private let model: LoginModel
  @StateObject private var screen: ScreenObserver<LoginState>
  @FocusState private var focus: LoginState.Field?

  init(_ model: LoginModel) {
    self.model = model
    _screen = StateObject(wrappedValue: ScreenObserver(model))
  }

  private var state: LoginState { screen.state }

  var body: some View {
    Group {
      switch state.page {
      case .entrance: entrance
      case .code(let code): page(for: code)
      }
    }
    .whenChanged(state.focus) { focus = model.state.focus.part }
    .onSight { model.didAppear() }
  }

  private var entrance: some View {
    ScreenPage {
      ScreenHead(title: LoginText.title, caption: LoginText.caption)
      if let origin = state.requestingOrigin { RequestingOriginView(origin: origin) }
      Group {
        Picker(LoginText.methods, selection: method) {
          ForEach(LoginState.Method.allCases, id: \.self) { Text(verbatim: LoginText.tab($0)).tag($0) }
        }
        .pickerStyle(.segmented)
        .labelsHidden()
        field(for: state.method)
      }
      .disabled(!state.isIdle)
      NoticeView(notice: state.notice)
    } foot: {
      WideButton(title: LoginText.proceed, isProminent: true) { model.submit() }.disabled(!state.isIdle)
      ForEach(state.providers, id: \.self) { provider in
        WideButton(title: LoginText.proceed(with: provider)) { model.signIn(with: provider) }
          .disabled(!state.canChooseProvider)
      }
      cancel
    }
  }

  private func page(for code: OnsideLoginCode) -> some View {
    ScreenPage {
      ScreenHead(title: LoginText.codeTitle, caption: code.request)
      if let note = code.note { Text(verbatim: note).font(.subheadline) }
      FieldColumn(name: LoginText.code) {
        TextField(LoginText.code, text: text(of: .digits))
          .textFieldStyle(.roundedBorder)
          .font(.system(.title2, design: .monospaced))
          #if canImport(UIKit)
        .keyboardType(.numberPad)
        .textContentType(.oneTimeCode)
          #endif
          .focused($focus, equals: .digits)
          .onSubmit { model.submit() }
          .disabled(!state.isIdle)
      }
      NoticeView(notice: state.notice)
    } foot: {
      Group {
        WideButton(title: LoginText.logIn, isProminent: true) { model.submit() }
        if !state.isResendDue { Text(verbatim: code.resendNote).font(.caption).foregroundColor(.secondary) }
        WideButton(title: LoginText.resend) { model.resend() }.disabled(!state.canResend)
        Button(LoginText.back(from: code)) { model.goBack() }
      }
      .disabled(!state.isIdle)
      cancel
    }
    .onAppear { focus = .digits }
  }

  private var cancel: some View {
    Button(LoginText.cancel, role: .cancel) { model.dismiss() }.keyboardShortcut(.cancelAction)
  }

  private var method: Binding<LoginState.Method> {
    Binding(get: { model.state.method }, set: { model.choose($0) })
  }

  private func text(of field: LoginState.Field) -> Binding<String> {
    Binding(get: { model.state[field] }, set: { model.type($0, in: field) })
  }

  private func field(for method: LoginState.Method) -> some View {
    FieldColumn(name: LoginText.name(of: method)) {
      TextField(
        LoginText.name(of: method), text: text(of: method.field), prompt: Text(verbatim: LoginText.example(of: method))
      )
      .textFieldStyle(.roundedBorder)
      #if canImport(UIKit)
      .keyboardType(method == .email ? .emailAddress : .phonePad)
      .textInputAutocapitalization(.never)
      #endif
      .autocorrectionDisabled()
      .focused($focus, equals: method.field)
      .onSubmit { model.submit() }
    }
    .id(method)
  }
}
#endif
