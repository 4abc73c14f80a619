import CausewayHTTP
import Foundation
import OnsideCore

/// The page on which a person signs in at a provider. It stands in for the provider's own, and works without scripts.
struct SignInPage {
  var signIn: SignIns.SignIn
  /// Who has signed in there before, by their addresses.
  var people: [String]
  /// What the person has typed.
  var address = ""
  /// What is wrong with that; nil for nothing.
  var mistake: String?

  /// The page as it is sent.
  func response() -> HTTPResponse {
    SignInDocument(title: "Sign in with \(signIn.provider.name)", content: content, scheme: signIn.scheme.text)
      .response(status: mistake == nil ? 200 : 422)
  }

  private var content: Markup {
    """
    <h1>Sign in with \(signIn.provider.name)</h1>
    <p class="lead">to log in to Onside in <b><bdi>\(signIn.app)</bdi></b></p>
    \(choice)
    <form method="post" novalidate>
    <label for="email">\(people.isEmpty ? "E-mail address" : "Another e-mail address")</label>
    <input id="email" name="email" type="email" value="\(address)" maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false" placeholder="name@example.com"\(mark)>
    \(note)
    <button class="primary">Continue</button>
    </form>
    <form method="post"><button class="quiet" name="cancel" value="1">Cancel</button></form>
    <p class="small">This page of a sandbox store stands in for the one of \(signIn.provider.name). It asks for no password, and sends nothing to \(signIn.provider.name).</p>
    """
  }

  /// The field has the focus if there is nothing to choose, or if it is to be mended.
  private var mark: Markup {
    if mistake != nil { return " aria-invalid=\"true\" aria-describedby=\"mistake\" autofocus" }
    return people.isEmpty ? " autofocus" : ""
  }

  private var note: Markup? { mistake.map { "<p class=\"mistake\" id=\"mistake\" role=\"alert\">\($0)</p>" } }

  private var choice: Markup? {
    if people.isEmpty { return nil }
    return """
      <form method="post"><fieldset><legend>Choose an account</legend>\(people.map(row))</fieldset></form>
      <p class="or" aria-hidden="true"><span>or</span></p>
      """
  }

  private func row(_ person: String) -> Markup {
    """
    <button class="person" name="email" value="\(person)"><span class="initial" aria-hidden="true">\(person.prefix(1).uppercased())</span><span>\(PageWords.address(person))</span></button>

    """
  }
}

/// A page of a login on which nothing can be done.
struct SignInEndPage {
  var title: String
  var text: String

  /// The page as it is sent.
  func response(status: Int) -> HTTPResponse {
    SignInDocument(title: title, content: "<h1>\(title)</h1><p class=\"lead\">\(text)</p>", scheme: nil)
      .response(status: status)
  }
}

/// What the pages of a login have in common.
private struct SignInDocument {
  var title: String
  var content: Markup
  /// The scheme to which a form may lead; nil for a page without forms.
  var scheme: String?

  func response(status: Int) -> HTTPResponse {
    // A browser applies `form-action` to the address too to which the answer to a form leads.
    let forms = scheme.map { "'self' \($0):" } ?? "'none'"
    return PageDocument(title: title, styleSheet: "/sign-in.css", formAction: forms, body: document)
      .response(status: status)
  }

  private var document: Markup {
    """
    <main>
    <p class="brand"><span class="mark" aria-hidden="true"></span>Sandbox store</p>
    \(content)
    </main>
    """
  }
}
