package causeway.hostkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.json.JSONObject;

/** An app whose answers a test chooses. It records the calls that it gets. A refresh takes a few milliseconds. */
final class TestToday implements TodayApp, CookieStore {
  final List<String> events = new ArrayList<>();
  final List<JSONObject> properties = new ArrayList<>();
  final List<String> cookies = new ArrayList<>();
  final Map<String, String> headers = new HashMap<>(Map.of("X-Today-Client", "host-kit"));
  private final MainThread main;
  int refreshes;
  /** The error of each refresh; null if refreshes succeed. */
  PageError failure;
  /** Whether the methods for events, headers and tokens throw. */
  boolean isBroken;
  /** Whether the app leaves all requests open. */
  boolean isSilent;
  /** The open refreshes while the app is silent. */
  final List<Result<TodayToken>> waiting = new CopyOnWriteArrayList<>();
  TodayToken token = new TodayToken("Bearer first", "first");

  TestToday(MainThread main) {
    this.main = main;
  }

  private void breakDown() {
    if (isBroken) throw new IllegalStateException("secret detail of the app");
  }

  @Override public void track(String name, JSONObject properties) {
    breakDown();
    events.add(name);
    this.properties.add(properties);
  }

  @Override public Map<String, ?> baseFields() {
    Map<String, Object> fields = new HashMap<>();
    fields.put("sid", "s1");
    fields.put("did", "d1");
    fields.put("uid", null);
    fields.put("ctx", Map.of("edition", "morning", "list", Arrays.asList(1, 2)));
    return fields;
  }

  @Override public void headers(Result<Map<String, String>> result) {
    breakDown();
    if (!isSilent) result.succeed(headers);
  }

  @Override public void refreshToken(Result<TodayToken> result) {
    breakDown();
    refreshes += 1;
    String name = "token" + refreshes;
    if (isSilent) {
      waiting.add(result);
      return;
    }
    main.runAfter(() -> {
      if (failure != null) {
        result.fail(failure);
      } else {
        token = new TodayToken("Bearer " + name, name);
        result.succeed(token);
      }
    }, 5);
  }

  @Override public void currentToken(Result<TodayToken> result) {
    breakDown();
    if (!isSilent) result.succeed(token);
  }

  @Override public void set(String url, String cookie, Result<Boolean> result) {
    cookies.add(url + " " + cookie);
    result.succeed(true);
  }
}
