import CausewayHTTP
import Foundation
import OnsideCore

/// The routes of the sign-in page and its forms.
struct SignInPages: Sendable {
  let store: SandboxStore

  /// Adds the page to a router.
  func add(to router: inout Router) {
    router.on("GET", "/sign-in.css") { _, _ in .styleSheet(PackageResources.sign_in_css) }
    router.on("GET", "/sign-in/{id}") { _, parameters in await page(parameters["id"], in: store) }
    router.on("POST", "/sign-in/{id}") { request, parameters in
      let fields = (request.form ?? []).reduce(into: [String: String]()) { $0[$1.name] = $1.value }
      return await submit(fields, for: parameters["id"], in: store)
    }
  }

  private func page(
    _ id: String, address: String = "", mistake: String? = nil, in store: isolated SandboxStore
  ) -> HTTPResponse {
    guard let signIn = store.signIns.signIn(id) else { return Self.ended }
    do throws(SandboxProblem) {
      let people = try store.signIns.people(at: signIn.provider)
      return SignInPage(signIn: signIn, people: people, address: address, mistake: mistake).response()
    } catch {
      var response = SignInEndPage(title: "The store cannot sign you in", text: error.title)
        .response(status: error.code.status)
      response.remark = error.cause
      return response
    }
  }

  private func submit(_ fields: [String: String], for id: String, in store: isolated SandboxStore) -> HTTPResponse {
    if fields["cancel"] != nil { return redirection(to: store.signIns.cancel(id)) }
    let address = (fields["email"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    guard case .email(let email)? = LoginInput.email(address) else {
      let mistake =
        address.isEmpty
        ? "Enter your e-mail address, such as name@example.com."
        : "This is not an e-mail address. An e-mail address looks like name@example.com."
      return page(id, address: String(address.prefix(254)), mistake: mistake, in: store)
    }
    do throws(SandboxProblem) {
      return redirection(to: try store.signIns.complete(id, as: email))
    } catch {
      return page(id, address: String(address.prefix(254)), mistake: "This is not an e-mail address.", in: store)
    }
  }

  /// Redirects the browser to the app.
  private func redirection(to callback: String?) -> HTTPResponse {
    guard let callback else { return Self.ended }
    return HTTPResponse(303, fields: [("Location", callback), ("Cache-Control", "no-store")])
  }

  private static var ended: HTTPResponse {
    SignInEndPage(
      title: "This sign-in has ended",
      text: "It was used or cancelled, or ten minutes have passed. Close this window, and start again in the app."
    ).response(status: 410)
  }
}
