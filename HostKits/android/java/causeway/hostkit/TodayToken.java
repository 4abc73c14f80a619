package causeway.hostkit;

import java.util.regex.Pattern;

/** A token in its two forms. It never prints itself, so that it stands in no log. */
public final class TodayToken {
  /** RFC 6265, cookie-octet. */
  private static final Pattern COOKIE_VALUE = Pattern.compile("[\\x21\\x23-\\x2B\\x2D-\\x3A\\x3C-\\x5B\\x5D-\\x7E]+");

  /** The header value, such as {@code Bearer abc}: what a page gets. */
  final String authorization;
  private final String token;

  /**
   * @param authorization the ready-made header value
   * @param token the raw token, for the cookie alone
   */
  public TodayToken(String authorization, String token) {
    this.authorization = authorization;
    this.token = token;
  }

  /** The session's cookie as a Set-Cookie line; null if the token cannot stand in one. */
  String cookie() {
    if (token == null || !COOKIE_VALUE.matcher(token).matches()) return null;
    return "embed_bearer=" + token + "; Path=/api/; Secure; HttpOnly; SameSite=Lax";
  }

  @Override public String toString() {
    return "TodayToken";
  }
}
