import CausewayHTTP
import Foundation
import OnsideCore

/// The routes of the sign-in page and its forms.
struct SignInPages: Sendable {
  let store: SandboxStore

  /// Adds the page to a router.
  func add(to router: inout Router) {
    router.on("GET", "/sign-in.css") { _, _ in
      let fields = [("X-Content-Type-Options", "nosniff"), ("Cache-Control", "max-age=60")]
      return HTTPResponse(200, "text/css; charset=utf-8", Data(PackageResources.sign_in_css), fields: fields)
    }
    router.on("GET", "/sign-in/{id}") { _, parameters in await page(parameters["id"]) }
    router.on("POST", "/sign-in/{id}") { request, parameters in
      let fields = (request.form ?? []).reduce(into: [String: String]()) { $0[$1.name] = $1.value }
      if fields["cancel"] != nil { return await redirection(to: store.cancelSignIn(parameters["id"])) }
      return await submit(fields["email"] ?? "", for: parameters["id"])
    }
  }

  private func page(_ id: String, address: String = "", mistake: String? = nil) async -> HTTPResponse {
    guard let signIn = await store.signIn(id) else { return Self.ended }
    do throws(SandboxProblem) {
      let people = try await store.people(at: signIn.provider)
      return SignInPage(signIn: signIn, people: people, address: address, mistake: mistake).response()
    } catch {
      var response = SignInEndPage(title: "The store cannot sign you in", text: error.title)
        .response(status: error.code.status)
      response.remark = error.cause
      return response
    }
  }

  private func submit(_ address: String, for id: String) async -> HTTPResponse {
    let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
    guard case .email(let email)? = LoginInput.email(address) else {
      let mistake =
        address.isEmpty
        ? "Enter your e-mail address, such as name@example.com."
        : "This is not an e-mail address. An e-mail address looks like name@example.com."
      return await page(id, address: String(address.prefix(254)), mistake: mistake)
    }
    do throws(SandboxProblem) {
      return redirection(to: try await store.completeSignIn(id, as: email))
    } catch {
      return await page(id, address: String(address.prefix(254)), mistake: "This is not an e-mail address.")
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
