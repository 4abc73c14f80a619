#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Foundation
import OnsideCore
import SwiftUI

/// The fields of a new card, each with what is wrong beside it.
struct CardView: View {
  @ObservedObject var model: PaymentMethodsModel
  @State private var input = CardInput()
  /// Whether mistakes are shown: not before the user has tried to add the card.
  @State private var hasTried = false

  var body: some View {
    let mistakes = hasTried ? input.mistakes(on: Date()) : [:]
    ScreenPage {
      Text("Add a card").font(.title2.bold())
      Text("The store keeps its last four digits and a token, not its number.")
        .font(.subheadline).foregroundColor(.secondary)
      Group {
        field("Card number", $input.number, mistakes[.number])
          .onChange(of: input.number) { input.number = CardInput.grouped($0) }
        field("Expires (MM/YY)", $input.expiry, mistakes[.expiry])
        field("Security code", $input.securityCode, mistakes[.securityCode])
      }
      .disabled(model.isAtWork)
      if let message = model.message { NoticeView.error(message) }
      if model.isAtWork { ProgressRow(text: "Adding …") }
    } foot: {
      WideButton(title: "Add card", isProminent: true, action: submit).disabled(model.isAtWork)
      Button("Back", role: .cancel) { model.isAdding = false }.keyboardShortcut(.cancelAction)
    }
  }

  private func field(_ name: String, _ text: Binding<String>, _ mistake: String?) -> some View {
    VStack(alignment: .leading, spacing: 4) {
      TextField(name, text: text)
        .textFieldStyle(.roundedBorder)
        #if canImport(UIKit)
      .keyboardType(.numbersAndPunctuation)
        #endif
        .onSubmit(submit)
      if let mistake { Text(verbatim: mistake).font(.caption).foregroundColor(.red) }
    }
  }

  private func submit() {
    hasTried = true
    if let card = input.card(on: Date()) { model.add(card) }
  }
}
#endif
