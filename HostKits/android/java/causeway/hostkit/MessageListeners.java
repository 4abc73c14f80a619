package causeway.hostkit;

import android.net.Uri;
import android.webkit.WebView;
import java.util.Set;

/**
 * The functions of the library androidx.webkit that the kit uses. They are in an interface so that the other files
 * compile without the library. {@code AndroidxMessageListeners.java} implements them.
 */
public interface MessageListeners {
  /** Returns whether this device's web view has {@code addWebMessageListener}. */
  boolean hasListeners();

  /** Returns whether this device's web view has {@code addDocumentStartJavaScript}. */
  boolean hasDocumentStartScripts();

  /** Calls {@code WebViewCompat.addWebMessageListener}. */
  void addListener(WebView view, String objectName, Set<String> allowedOriginRules, Listener listener);

  /** Calls {@code WebViewCompat.addDocumentStartJavaScript}. */
  void addDocumentStartScript(WebView view, String script, Set<String> allowedOriginRules);

  /** Takes the messages of pages, on the web view's thread. */
  interface Listener {
    void onPostMessage(String data, Uri sourceOrigin, boolean isMainFrame, PageHost.Reply reply);
  }
}
