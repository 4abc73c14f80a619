#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// The view of a login that asks for a code.
struct CodeView: View {
  @ObservedObject var model: LoginModel
  let code: OnsideLoginCode
  @State private var text = ""
  @FocusState private var isFocused: Bool

  var body: some View {
    ScreenPage {
      Text("Enter your code").font(.title2.bold())
      Text(verbatim: code.request).font(.subheadline).foregroundColor(.secondary)
      if let note = code.note { Text(verbatim: note).font(.subheadline) }
      TextField("Code", text: $text)
        .textFieldStyle(.roundedBorder)
        .font(.system(.title2, design: .monospaced))
        #if canImport(UIKit)
      .keyboardType(.numberPad)
      .textContentType(.oneTimeCode)
        #endif
        .focused($isFocused)
        .onSubmit { model.flow.enter(text) }
        .whenChanged(text) { didEdit() }
        .disabled(model.work != nil)
      if let problem = model.problem { NoticeView.error(problem) }
      if let work = model.work { ProgressRow(text: work.text) }
    } foot: {
      Group {
        WideButton(title: "Log in", isProminent: true) { model.flow.enter(text) }
        if !model.canResend { Text(verbatim: code.resendNote).font(.caption).foregroundColor(.secondary) }
        WideButton(title: "Send a new code") { model.flow.resend() }.disabled(!model.canResend)
        Button("Back") { model.flow.goBack() }
      }
      .disabled(model.work != nil)
      Button("Cancel", role: .cancel) { model.flow.dismiss() }.keyboardShortcut(.cancelAction)
    }
    .onAppear { isFocused = true }
    .whenChanged(model.isCodeUseless) {
      // Remove only digits that cannot be used. If the store gave no clear answer, the user can send the same digits
      // again.
      if model.isCodeUseless { text = "" }
    }
  }

  /// Submits a complete code without a press of the button.
  private func didEdit() {
    if code.digits(in: text) != nil { model.flow.enter(text) } else if !text.isEmpty { model.flow.forgetProblem() }
  }
}
#endif
