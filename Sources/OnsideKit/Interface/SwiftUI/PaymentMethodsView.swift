#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Causeway
import OnsideCore
import SwiftUI

/// The means of payment.
struct PaymentMethodsView: View {
  @ObservedObject var model: PaymentMethodsModel
  let asker: String?
  /// What the button says that leaves it.
  var leaveTitle = "Close"
  /// The one that is to be removed, if the user says so again.
  @State private var doomed: OnsidePaymentMethod?

  var body: some View {
    if model.isAdding { CardView(model: model) } else { list }
  }

  private var list: some View {
    ScreenPage {
      Text("Payment methods").font(.title2.bold())
      Text("What you buy is charged to the default one.").font(.subheadline).foregroundColor(.secondary)
      if let asker { AskerView(origin: asker) }
      Group {
        ForEach(model.methods ?? []) { method in row(method) }
      }
      .disabled(model.isAtWork)
      .disabledAtFirst(showing: model.methods ?? [])
      if model.methods?.isEmpty == true {
        Text("There are no payment methods yet. Add a card to pay with.").foregroundColor(.secondary)
      }
      if model.isAtWork { ProgressRow(text: "One moment …") }
      if let message = model.message {
        NoticeView.error(message)
        WideButton(title: "Try again") { model.load() }
      }
    } foot: {
      WideButton(title: "Add a card") { model.isAdding = true }.disabled(model.isAtWork)
      WideButton(title: leaveTitle) { model.close() }.keyboardShortcut(.cancelAction)
    }
    .alert("Remove this payment method?", isPresented: isAsking, presenting: doomed) { method in
      Button("Remove", role: .destructive) { model.remove(method) }
      Button("Keep", role: .cancel) {}
    } message: { method in
      Text(verbatim: shown(method.title))
    }
  }

  private var isAsking: Binding<Bool> {
    Binding(get: { doomed != nil }, set: { if !$0 { doomed = nil } })
  }

  private func row(_ method: OnsidePaymentMethod) -> some View {
    HStack {
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: shown(method.title)).font(.headline)
        if let detail = method.detail {
          Text(verbatim: shown(detail)).font(.caption).foregroundColor(.secondary)
        }
      }
      Spacer()
      if method.isDefault {
        Text("Default").font(.caption.bold()).foregroundColor(.green)
      } else {
        Button("Use") { model.use(method) }.buttonStyle(.bordered)
      }
      Button("Remove", role: .destructive) { doomed = method }.buttonStyle(.borderless)
    }
    .padding(12)
    .background(Color.primary.opacity(0.06))
    .cornerRadius(12)
  }

  private func shown(_ text: String) -> String { PageText(text).shown(limit: 60) }
}
#endif
