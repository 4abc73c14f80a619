package causeway.hostkit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Shares one refresh among all calls while the refresh runs. A later call starts a new one. Main thread only. */
final class SharedRefresh {
  private final TodayApp app;
  private final MainThread main;
  private List<Once<TodayToken>> waiting;

  SharedRefresh(TodayApp app, MainThread main) {
    this.app = app;
    this.main = main;
  }

  /** Returns the number of requests that wait for the running refresh. */
  int waiting() {
    return waiting == null ? 0 : waiting.size();
  }

  void token(Once<TodayToken> result) {
    if (waiting != null) {
      // Remove the requests that have timed out. Otherwise the list would grow if the app never ends its refresh.
      for (Iterator<Once<TodayToken>> each = waiting.iterator(); each.hasNext();) {
        if (each.next().isOver()) each.remove();
      }
      waiting.add(result);
      return;
    }
    waiting = new ArrayList<Once<TodayToken>>();
    waiting.add(result);
    Once<TodayToken> end = new Once<TodayToken>(main, new Result<TodayToken>() {
      @Override public void succeed(TodayToken token) {
        for (Once<TodayToken> each : end()) each.succeed(token);
      }

      @Override public void fail(PageError error) {
        for (Once<TodayToken> each : end()) each.fail(error);
      }
    });
    try {
      app.refreshToken(end);
    } catch (RuntimeException fault) {
      end.fail(null);
    }
  }

  private List<Once<TodayToken>> end() {
    List<Once<TodayToken>> ended = waiting;
    waiting = null;
    return ended;
  }
}
