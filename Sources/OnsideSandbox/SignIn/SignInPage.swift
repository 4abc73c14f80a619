import CausewayHTTP
import Foundation
import OnsideCore

/// The page on which a user signs in at an identity provider. It replaces the provider's own page, and works without
/// scripts.
struct SignInPage {
  var signIn: SignIns.SignIn
  /// The e-mail addresses of the users who have signed in at this provider before.
  var people: [String]
  /// The text of the address field, which the user typed.
  var address = ""
  /// The error text for `address`; nil for none.
  var mistake: String?

  /// Returns the page as an HTTP response.
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
    <p class="small">This page of a sandbox store replaces the sign-in page of \(signIn.provider.name). It needs no password, and sends nothing to \(signIn.provider.name).</p>
    """
  }

  /// The attributes of the field. It has the focus if there is no account to choose, or if its text must be corrected.
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
    <button class="person" name="email" value="\(person)"><span class="initial" aria-hidden="true">\(person.prefix(1).uppercased())</span><span>\(PageStrings.address(person))</span></button>

    """
  }
}

/// A page that ends a login: it has a text and no form.
struct SignInEndPage {
  var title: String
  var text: String

  /// Returns the page as an HTTP response.
  func response(status: Int) -> HTTPResponse {
    SignInDocument(title: title, content: "<h1>\(title)</h1><p class=\"lead\">\(text)</p>", scheme: nil)
      .response(status: status)
  }
}

/// The common layout of the pages of a login.
private struct SignInDocument {
  var title: String
  var content: Markup
  /// The URL scheme to which the answer to a form may redirect; nil for a page without forms.
  var scheme: String?

  func response(status: Int) -> HTTPResponse {
    // `form-action` needs the app's scheme, because a browser also applies it to the redirect that answers a form.
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
