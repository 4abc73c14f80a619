package causeway.hostkit;

import java.util.regex.Pattern;

/** A token in two forms: a header value and the raw token. Its {@code toString} contains neither, so that no log has a token. */
public final class TodayToken {
  /** The characters that a cookie's value may have (RFC 6265, cookie-octet). */
  private static final Pattern COOKIE_VALUE = Pattern.compile("[\\x21\\x23-\\x2B\\x2D-\\x3A\\x3C-\\x5B\\x5D-\\x7E]+");

  /** The header value that a page gets, such as {@code Bearer abc}. */
  final String authorization;
  private final String token;

  /**
   * @param authorization the ready-made header value
   * @param token the raw token, which is used only for the cookie
   */
  public TodayToken(String authorization, String token) {
    this.authorization = authorization;
    this.token = token;
  }

  /** Returns the session's cookie as a Set-Cookie line; null if a cookie cannot contain the token. */
  String cookie() {
    if (token == null || !COOKIE_VALUE.matcher(token).matches()) return null;
    return "embed_bearer=" + token + "; Path=/api/; Secure; HttpOnly; SameSite=Lax";
  }

  @Override public String toString() {
    return "TodayToken";
  }
}
