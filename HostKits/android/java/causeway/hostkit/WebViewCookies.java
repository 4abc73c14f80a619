package causeway.hostkit;

import android.webkit.CookieManager;
import android.webkit.ValueCallback;

/** The cookies of the app's web views. */
public final class WebViewCookies implements CookieStore {
  @Override public void set(String url, String cookie, final Result<Boolean> result) {
    CookieManager.getInstance().setCookie(url, cookie, new ValueCallback<Boolean>() {
      @Override public void onReceiveValue(Boolean isStored) {
        result.succeed(isStored);
      }
    });
  }
}
