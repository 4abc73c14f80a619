import BitcoinLink
import SwiftUI

extension View {
  /// Shows the questions of a queue, one after another.
  func approvalSheet(of approvals: ApprovalQueue) -> some View { modifier(ApprovalSheet(approvals: approvals)) }
}

private struct ApprovalSheet: ViewModifier {
  @ObservedObject var approvals: ApprovalQueue

  func body(content: Content) -> some View {
    // Only the buttons end a question, because a swipe for one question could dismiss the next one.
    let current = Binding(get: { approvals.current }, set: { _ in })
    content.sheet(item: current) { question in
      ApprovalView(prompt: question.prompt) { approvals.answer(question.id, isApproved: $0) }
        .interactiveDismissDisabled()
    }
  }
}

/// A question for the user: the requesting origin, the command, and the warnings.
private struct ApprovalView: View {
  let prompt: ApprovalPrompt
  let onAnswer: (Bool) -> Void

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      Text(prompt.kind.headline).font(.title2)
      Text(verbatim: "Requested by \(prompt.origin)").font(.headline)
      ScrollView {
        VStack(alignment: .leading, spacing: 12) {
          ForEach(prompt.rows, id: \.self) { row in
            VStack(alignment: .leading, spacing: 2) {
              Text(verbatim: row.label).font(.caption).foregroundColor(.secondary)
              // Show the text verbatim: a page's text must not become a format string or a localization key.
              Text(verbatim: row.value)
            }
          }
          ForEach(prompt.warnings, id: \.self) { Text(verbatim: $0.rawValue).foregroundColor(.red) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      HStack {
        Button("Decline", role: .cancel) { onAnswer(false) }.buttonStyle(.bordered)
        Spacer()
        Button("Approve") { onAnswer(true) }.buttonStyle(.borderedProminent)
      }
    }
    .padding(24)
  }
}

extension ApprovalPrompt.Kind {
  fileprivate var headline: String {
    switch self {
    case .sendAssets: "Send money from your wallet?"
    case .payInvoice: "Pay this invoice?"
    case .createToken: "Create a token?"
    case .requestWeb3Sign: "Sign with your account?"
    case .getAddress: "Share an address of your wallet?"
    case .getInfo: "Give the page information about this wallet?"
    case .requestValue: "Tell the page an amount? No money is sent."
    case .ownCommand: "Perform a command that this wallet defines?"
    }
  }
}
