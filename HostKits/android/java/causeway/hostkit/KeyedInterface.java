package causeway.hostkit;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.Collections;
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
  private final Map<String, String> keysByOrigin = new LinkedHashMap<String, String>();

  /**
   * @param callbackName the global that the page half defines, such as {@code todayWebViewBridgeReceive}
   * @param origins the origins whose main frames have the channel
   */
  public KeyedInterface(String callbackName, Collection<String> origins, ScriptRunner runner, PageHost host) {
    this.callbackName = callbackName;
    this.runner = runner;
    this.host = host;
    SecureRandom random = new SecureRandom();
    for (String origin : Origin.all(origins)) {
      byte[] bytes = new byte[16];
      random.nextBytes(bytes);
      StringBuilder key = new StringBuilder();
      for (byte each : bytes) key.append(String.format("%02x", each));
      originsByKey.put(key.toString(), origin);
      keysByOrigin.put(origin, key.toString());
    }
  }

  /**
   * The script to be run in each document before the page's own scripts, with {@code addDocumentStartJavaScript}.
   *
   * @param pageHalf the text of {@code today-interface.js} or {@code link-interface.js}, which is a function
   */
  public String script(String pageHalf) {
    return script(pageHalf, keysByOrigin);
  }

  /**
   * The script to be run in a document whose own scripts may have run before, in {@code WebViewClient.onPageStarted}. It
   * carries the key of the page's origin alone, and is empty for a page that has no channel. The page half compares the
   * origin again, because the web view may show another page by then.
   *
   * @param pageHalf the text of {@code today-interface.js} or {@code link-interface.js}, which is a function
   * @param address the page's URL, as the web view gave it
   */
  public String script(String pageHalf, String address) {
    String origin = Origin.ofAddress(address);
    String key = keysByOrigin.get(origin);
    return key == null ? "" : script(pageHalf, Collections.singletonMap(origin, key));
  }

  private static String script(String pageHalf, Map<String, String> keys) {
    // Without a prototype, because a getter of the page's on `Object.prototype` would get the keys as its `this`.
    return pageHalf + "({\"__proto__\":null," + Json.ascii(new JSONObject(keys).toString()).substring(1) + ");";
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
