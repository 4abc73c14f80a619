#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import OnsideCore
import SwiftUI

/// The screen that lists the user's payment methods, and on which the user can add and remove them.
struct PaymentMethodsView: View {
  private let model: PaymentMethodsModel
  @StateObject private var screen: ScreenObserver<PaymentMethodsState>
  @FocusState private var focus: CardInput.Field?

  init(_ model: PaymentMethodsModel) {
    self.model = model
    _screen = StateObject(wrappedValue: ScreenObserver(model))
  }

  private var state: PaymentMethodsState { screen.state }

  var body: some View {
    Group {
      switch state.page {
      case .card: card
      case .list: list
      }
    }
    .whenChanged(state.focus) { moveFocus() }
    .onSight { model.didAppear() }
  }

  private func moveFocus() {
    if case .field(let field) = model.state.focus.part { focus = field }
  }

  // MARK: The list

  private var list: some View {
    ScreenPage {
      ScreenHead(title: PaymentMethodsText.title, caption: PaymentMethodsText.caption)
      if let origin = state.requestingOrigin { RequestingOriginView(origin: origin) }
      ForEach(state.methods ?? []) { method in row(method) }
      NoticeView(notice: state.notice)
      if state.canRetry { WideButton(title: PaymentMethodsText.retry) { model.load() } }
      if state.isEmpty { Text(verbatim: PaymentMethodsText.empty).foregroundColor(.secondary) }
    } foot: {
      WideButton(title: PaymentMethodsText.add) { model.askForCard() }.disabled(!state.isIdle)
      WideButton(title: state.leave) { model.leave() }.keyboardShortcut(.cancelAction)
    }
    .alert(question, isPresented: isAsking, presenting: removalCandidate) { method in
      Button(PaymentMethodsText.remove, role: .destructive) { model.remove(method.id) }
      Button(PaymentMethodsText.keep, role: .cancel) { model.keep() }
    }
  }

  private var removalCandidate: OnsidePaymentMethod? { state.methods?.first { $0.id == state.removalCandidate } }

  private var question: String { removalCandidate.map(PaymentMethodsText.question) ?? "" }

  private var isAsking: Binding<Bool> {
    Binding(get: { model.state.removalCandidate != nil }, set: { if !$0 { model.keep() } })
  }

  private func row(_ method: OnsidePaymentMethod) -> some View {
    HStack {
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: method.shownTitle).font(.headline)
        if let detail = method.shownDetail {
          Text(verbatim: detail).font(.caption).foregroundColor(.secondary)
        }
      }
      Spacer()
      Group {
        if method.isDefault {
          Text(verbatim: PaymentMethodsText.isDefault).font(.caption.bold()).foregroundColor(.green)
        } else {
          Button(PaymentMethodsText.use) { model.use(method.id) }.buttonStyle(.bordered)
        }
        Button(PaymentMethodsText.remove, role: .destructive) { model.askToRemove(method.id) }
          .buttonStyle(.borderless)
      }
      .disabled(!state.canChange)
    }
    .padding(12)
    .background(Color.primary.opacity(0.06))
    .cornerRadius(12)
  }

  // MARK: The card form

  private var card: some View {
    ScreenPage {
      ScreenHead(title: PaymentMethodsText.add, caption: PaymentMethodsText.cardCaption)
      Group {
        field(.number) { TextField($0, text: $1, prompt: $2) }
        field(.expiry) { TextField($0, text: $1, prompt: $2) }
        field(.securityCode) { SecureField($0, text: $1, prompt: $2) }
      }
      .disabled(!state.canEditCard)
      NoticeView(notice: state.notice)
    } foot: {
      Group {
        WideButton(title: PaymentMethodsText.addCard, isProminent: true) { model.addCard() }
        Button(PaymentMethodsText.back, role: .cancel) { model.leaveCard() }.keyboardShortcut(.cancelAction)
      }
      .disabled(!state.canEditCard)
    }
    .onAppear { moveFocus() }
  }

  /// Prepares a field for digits, with its error text below. The system must neither correct nor capitalize the text,
  /// because it contains no words.
  private func field<Entry: View>(
    _ field: CardInput.Field, _ entry: (String, Binding<String>, Text) -> Entry
  ) -> some View {
    let name = PaymentMethodsText.name(of: field)
    return FieldColumn(name: name, mistake: state.card.mistakes[field]) {
      entry(
        name, Binding(get: { model.state.card[field] }, set: { model.type($0, in: field) }),
        Text(verbatim: PaymentMethodsText.example(of: field))
      )
      .textFieldStyle(.roundedBorder)
      .autocorrectionDisabled()
      #if canImport(UIKit)
      .keyboardType(.numberPad)
      .textInputAutocapitalization(.never)
      #endif
      .focused($focus, equals: field)
      .onSubmit { model.addCard() }
    }
  }
}
#endif
