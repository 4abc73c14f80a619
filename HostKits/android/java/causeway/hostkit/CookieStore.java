package causeway.hostkit;

/** The cookies of the web view. {@link WebViewCookies} implements it with Android's cookie store. */
public interface CookieStore {
  /**
   * Stores a cookie.
   *
   * @param url the cookie's origin, with a slash at its end
   * @param cookie a Set-Cookie line
   * @param result true once the store has the cookie; otherwise false
   */
  void set(String url, String cookie, Result<Boolean> result);
}
