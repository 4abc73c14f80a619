package causeway.hostkit;

import java.util.Map;
import org.json.JSONObject;

/** The app's part of the bridge. Every method is called on the main thread, and must return at once. */
public interface TodayApp {
  /** Forwards a complete event to the app's analytics. The page does not wait for it. */
  void track(String name, JSONObject properties);

  /**
   * Returns the fields that every event gets: {@code sid} (session), {@code uid} (user, or null), {@code did} (device)
   * and {@code ctx} (a flat map). The bridge adds {@code eid}, {@code ts}, {@code tz} and {@code client_plat}.
   */
  Map<String, ?> baseFields();

  /** Gets the headers for the page's own requests. An entry whose value is null is omitted. */
  void headers(Result<Map<String, String>> result);

  /**
   * Refreshes the session. Not called again while a refresh runs: all requests share it. Fail only if the user must
   * sign in again; the page gets the error's sentence.
   *
   * <p>Every refresh must end, with success or failure: give your own request a timeout. Each waiting page is answered
   * after 30 seconds, but a second refresh is never started while one runs, because both could use the same refresh
   * token, which would end the session. Therefore a refresh that never ends blocks every later one.
   */
  void refreshToken(Result<TodayToken> result);

  /** Gets the current token, or null if there is none. */
  void currentToken(Result<TodayToken> result);
}
