package causeway.hostkit;

import java.util.Map;
import org.json.JSONObject;

/** What only the app knows. Every method is called on the main thread, and returns at once. */
public interface TodayApp {
  /** Forwards an event that is complete to the app's analytics. Nothing waits for it. */
  void track(String name, JSONObject properties);

  /**
   * The fields that every event gets: {@code sid} (session), {@code uid} (user, or null), {@code did} (device) and
   * {@code ctx} (a flat map). The bridge adds {@code eid}, {@code ts}, {@code tz} and {@code client_plat}.
   */
  Map<String, ?> baseFields();

  /** The headers that the page puts on its own requests. An entry whose value is null is left out. */
  void headers(Result<Map<String, String>> result);

  /**
   * Refreshes the session. Called once for all who ask while it runs. Fail only if signing in again is the one way on; the
   * page reads the error's sentence.
   *
   * <p>Every refresh must end, with success or failure: give your own request a timeout. Each waiting page is answered after
   * 30 seconds, but no second refresh is started beside one that runs, because two could use the same refresh token and
   * end the session. So a refresh that never ends blocks every later one.
   */
  void refreshToken(Result<TodayToken> result);

  /** The token in use, or null. */
  void currentToken(Result<TodayToken> result);
}
