#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Foundation
import OnsideCore
import SwiftUI

/// The fields of a new card, each with its error text.
struct CardView: View {
  @ObservedObject var model: PaymentMethodsModel
  @State private var input = CardInput()
  /// Whether error texts are shown. They are not shown before the user has tried to add the card.
  @State private var hasTried = false

  var body: some View {
    let mistakes = hasTried ? input.mistakes(on: Date()) : [:]
    // The list may be loading meanwhile. The user can type nevertheless.
    let isAtWork = model.flow.work == .adding
    ScreenPage {
      Text("Add a card").font(.title2.bold())
      Text("The store keeps the last four digits, not the whole number.")
        .font(.subheadline).foregroundColor(.secondary)
      Group {
        field(mistakes[.number]) { TextField("Card number", text: $input.number) }
          .whenChanged(input.number) { input.number = CardInput.grouped(input.number) }
        field(mistakes[.expiry]) { TextField("Expires (MM/YY)", text: $input.expiry) }
          .whenChanged(input.expiry) { input.expiry = CardInput.formattedExpiry(input.expiry) }
        field(mistakes[.securityCode]) { SecureField("Security code", text: $input.securityCode) }
      }
      .disabled(isAtWork)
      .whenChanged(input) { model.flow.forgetProblem() }
      if let problem = model.flow.problem { NoticeView.error(problem) }
      if isAtWork { ProgressRow(text: PaymentMethodsFlow.Work.adding.text) }
    } foot: {
      WideButton(title: "Add card", isProminent: true, action: submit).disabled(isAtWork)
      Button("Back", role: .cancel) { model.flow.leaveCard() }.keyboardShortcut(.cancelAction).disabled(isAtWork)
    }
  }

  /// Prepares a field for digits, with its error text below. The system must neither correct nor capitalise the text,
  /// because it contains no words.
  private func field<Field: View>(_ mistake: String?, _ field: () -> Field) -> some View {
    VStack(alignment: .leading, spacing: 4) {
      field()
        .textFieldStyle(.roundedBorder)
        .autocorrectionDisabled()
        #if canImport(UIKit)
      .keyboardType(.numberPad)
      .textInputAutocapitalization(.never)
        #endif
        .onSubmit(submit)
      if let mistake { Text(verbatim: mistake).font(.caption).foregroundColor(.red) }
    }
  }

  private func submit() {
    hasTried = true
    if let card = input.card(on: Date()) { model.flow.add(card) }
  }
}
#endif
