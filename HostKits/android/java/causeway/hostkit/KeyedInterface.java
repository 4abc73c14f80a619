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
 * <p>Such an object exists in every frame, and the web view does not report which frame calls it. Therefore each origin
 * has a random key, which {@link #script} gives only to the origin's main frame. A message without a key is dropped,
 * and so is every message of a sub-frame. The script of an answer runs in the main frame, checks the origin first, and
 * names the document that sent the message. Therefore a page that was loaded in the meantime gets no answer.
 *
 * <p>Every script that runs in a page can use the page's key. Sub-frames cannot have a channel with
 * {@code addJavascriptInterface}.
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
   * @param callbackName the name of the global function with which the page script receives answers, such as
   *   {@code todayWebViewBridgeReceive}
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
   * Returns the script for {@code addDocumentStartJavaScript}, which runs it in each document before the page's own
   * scripts.
   *
   * @param pageScript the text of {@code today-interface.js} or {@code link-interface.js}, which is a function
   */
  public String script(String pageScript) {
    return script(pageScript, keysByOrigin);
  }

  /**
   * Returns the script for {@code WebViewClient.onPageStarted}, which runs it in a document whose own scripts may have
   * run before. The script contains only the key of the page's origin, and is empty for a page without a channel. The
   * page script compares the origin again, because the web view may show another page when the script runs.
   *
   * @param pageScript the text of {@code today-interface.js} or {@code link-interface.js}, which is a function
   * @param address the page's URL, as the web view gave it
   */
  public String script(String pageScript, String address) {
    String origin = Origin.ofAddress(address);
    String key = keysByOrigin.get(origin);
    return key == null ? "" : script(pageScript, Collections.singletonMap(origin, key));
  }

  private static String script(String pageScript, Map<String, String> keys) {
    // The object has no prototype, because a getter that the page adds to `Object.prototype` would get the keys as
    // `this`.
    return pageScript + "({\"__proto__\":null," + Json.ascii(new JSONObject(keys).toString()).substring(1) + ");";
  }

  /** Takes the arguments that a frame passed to the object. Called on the main thread only. */
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
