#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Causeway
import CausewayText
import OnsideCore
import SwiftUI

/// The view of a payment methods screen.
struct PaymentMethodsView: View {
  @ObservedObject var model: PaymentMethodsModel
  let requestingOrigin: String?
  /// The title of the button that leaves the screen.
  var leaveTitle = "Close"
  /// The payment method that is removed if the user confirms it; nil if there is no question.
  @State private var doomed: OnsidePaymentMethod?

  var body: some View {
    switch model.flow.page {
    case .card: CardView(model: model)
    case .list: list
    }
  }

  private var methods: [OnsidePaymentMethod] { model.flow.methods ?? [] }

  private var list: some View {
    ScreenPage {
      Text("Payment methods").font(.title2.bold())
      Text("Purchases are charged to the default method.").font(.subheadline).foregroundColor(.secondary)
      if let requestingOrigin { RequestingOriginView(origin: requestingOrigin) }
      Group {
        ForEach(methods) { method in row(method) }
      }
      .disabled(model.flow.work != nil)
      .disabledAtFirst(showing: methods)
      if let work = model.flow.work {
        ProgressRow(text: work.text)
      } else if let problem = model.flow.problem {
        NoticeView.error(problem)
        WideButton(title: "Try again") { model.flow.load() }
      } else if methods.isEmpty {
        Text("There are no payment methods yet. Add a card to pay with.").foregroundColor(.secondary)
      }
    } foot: {
      WideButton(title: "Add a card") { model.flow.askForCard() }.disabled(model.flow.work != nil)
      WideButton(title: leaveTitle) { model.close() }.keyboardShortcut(.cancelAction)
    }
    .alert("Remove this payment method?", isPresented: isAsking, presenting: doomed) { method in
      Button("Remove", role: .destructive) { model.flow.remove(method) }
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
        Button("Use") { model.flow.use(method) }.buttonStyle(.bordered)
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
