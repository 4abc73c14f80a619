package causeway.hostkit;

import android.annotation.SuppressLint;
import android.net.Uri;
import android.webkit.JavascriptInterface;
import android.webkit.WebView;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;

/** Connects bridges with web views. Use it on the web view's thread, before the first page is loaded. */
public final class WebViewHost {
  private static final Set<String> EVERY_ORIGIN = Collections.singleton("*");

  private WebViewHost() {}

  /**
   * Connects a bridge by {@code addWebMessageListener}: the web view reports the frame that sent each message.
   *
   * @param objectName {@link TodayBridge#NATIVE_NAME} or {@link LinkBridge#NATIVE_NAME}
   * @param pageScript the text of {@code today.js} or {@code link.js}
   */
  public static void attachPort(
      final WebView view, String objectName, String pageScript, final PageHost host, MessageListeners listeners) {
    // Let every frame send messages, because the bridge checks the origin and the frame that the web view reports with
    // each message.
    listeners.addListener(view, objectName, EVERY_ORIGIN, new MessageListeners.Listener() {
      @Override public void onPostMessage(String data, Uri sourceOrigin, boolean isMainFrame, PageHost.Reply reply) {
        String origin = sourceOrigin == null ? null : sourceOrigin.toString();
        host.receive(data, new Frame(origin, isMainFrame, Origin.ofAddress(view.getUrl())), reply);
      }
    });
    listeners.addDocumentStartScript(view, pageScript, EVERY_ORIGIN);
  }

  /**
   * Connects a bridge by {@code addJavascriptInterface}, for web views without {@code addWebMessageListener}. In that
   * case sub-frames have no channel.
   *
   * @param objectName {@link TodayBridge#NATIVE_NAME} or {@link LinkBridge#NATIVE_NAME}
   * @param callbackName {@link TodayBridge#CALLBACK_NAME} or {@link LinkBridge#CALLBACK_NAME}
   * @param origins the origins whose main frames have the channel
   * @return the channel. If the web view has {@code addDocumentStartJavaScript}, add
   *   {@code script(pageScript)} with it; otherwise run {@code script(pageScript, url)} with {@code evaluateJavascript} in
   *   {@code WebViewClient.onPageStarted}
   */
  @SuppressLint({"AddJavascriptInterface", "JavascriptInterface"})
  public static KeyedInterface attachInterface(
      final WebView view, String objectName, String callbackName, Collection<String> origins, final PageHost host,
      final MainThread main) {
    final KeyedInterface channel = new KeyedInterface(callbackName, origins, new KeyedInterface.ScriptRunner() {
      @Override public void run(String script) {
        view.evaluateJavascript(script, null);
      }
    }, host);
    view.addJavascriptInterface(new InterfaceObject(channel, main), objectName);
    return channel;
  }

  /** The object that every frame sees. The web view calls the object's method on a thread of the web view. */
  private static final class InterfaceObject {
    private final KeyedInterface channel;
    private final MainThread main;

    InterfaceObject(KeyedInterface channel, MainThread main) {
      this.channel = channel;
      this.main = main;
    }

    @JavascriptInterface public void postMessage(final String key, final String document, final String text) {
      main.run(new Runnable() {
        @Override public void run() {
          channel.receive(key, document, text);
        }
      });
    }
  }
}
