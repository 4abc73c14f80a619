package causeway.hostkit;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.json.JSONObject;

/**
 * A channel over an object of {@code addJavascriptInterface}, for web views without {@code addWebMessageListener}.
 *
 * <p>Such an object is in every frame, and the app is not told which frame calls it. So each origin has a random key,
 * which {@link #script} gives to its main frame alone. A message without a key is dropped, and so is everything that a
 * sub-frame sends. An answer runs in the main frame, looks at the origin first, and names the document that it is for: a
 * page that came in between gets nothing.
 *
 * <p>A page shares its key with whatever it lets run in itself. What {@code addJavascriptInterface} cannot give is a
 * channel for sub-frames.
 */
public final class KeyedInterface {
  private static final Pattern DOCUMENT = Pattern.compile("[0-9a-f]{32}");

  /** Runs a script in the main frame, in the page's own world, as {@code WebView.evaluateJavascript} does. */
  public interface ScriptRunner {
    void run(String script);
  }

  private final String callbackName;
  private final ScriptRunner runner;
  private final PageHost host;
  private final Map<String, String> originsByKey = new LinkedHashMap<String, String>();
  private final JSONObject keys;

  /**
   * @param callbackName the global that the page half defines, such as {@code todayWebViewBridgeReceive}
   * @param origins the origins whose main frames have the channel
   */
  public KeyedInterface(String callbackName, Collection<String> origins, ScriptRunner runner, PageHost host) {
    this.callbackName = callbackName;
    this.runner = runner;
    this.host = host;
    SecureRandom random = new SecureRandom();
    Map<String, String> keysByOrigin = new LinkedHashMap<String, String>();
    for (String origin : Origin.all(origins)) {
      byte[] bytes = new byte[16];
      random.nextBytes(bytes);
      StringBuilder key = new StringBuilder();
      for (byte each : bytes) key.append(String.format("%02x", each));
      originsByKey.put(key.toString(), origin);
      keysByOrigin.put(origin, key.toString());
    }
    keys = new JSONObject(keysByOrigin);
  }

  /**
   * The script to be run in each document, as early as possible.
   *
   * @param pageHalf the text of {@code today-interface.js} or {@code link-interface.js}, which is a function
   */
  public String script(String pageHalf) {
    return pageHalf + "(" + Json.ascii(keys.toString()) + ");";
  }

  /** Takes what a frame passed to the object, on the main thread. */
  public void receive(String key, final String document, String text) {
    final String origin = key == null ? null : originsByKey.get(key);
    if (origin == null || document == null || !DOCUMENT.matcher(document).matches()) return;
    host.receive(text, new Frame(origin, true, origin), new PageHost.Reply() {
      @Override public void send(String answer) {
        runner.run(Json.literal(origin) + " === location.origin && typeof " + callbackName + " === \"function\" && "
            + callbackName + "(" + Json.literal(document) + ", " + Json.literal(answer) + ");");
      }
    });
  }
}
