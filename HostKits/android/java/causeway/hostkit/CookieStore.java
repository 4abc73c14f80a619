package causeway.hostkit;

/** The cookies of the web view. {@link WebViewCookies} is Android's. */
public interface CookieStore {
  /**
   * Stores a cookie.
   *
   * @param url the origin for which it is, with a slash at its end
   * @param cookie a Set-Cookie line
   * @param result true once the store has it, else false
   */
  void set(String url, String cookie, Result<Boolean> result);
}
