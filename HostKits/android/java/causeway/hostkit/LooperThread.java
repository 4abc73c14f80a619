package causeway.hostkit;

import android.os.Handler;
import android.os.Looper;

/** The app's main thread. */
public final class LooperThread implements MainThread {
  private final Handler handler = new Handler(Looper.getMainLooper());

  @Override public void run(Runnable work) {
    handler.post(work);
  }

  @Override public void runAfter(Runnable work, long milliseconds) {
    handler.postDelayed(work, milliseconds);
  }
}
