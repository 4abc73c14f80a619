package causeway.hostkit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** One refresh for all who ask while it runs; a call after its end starts another. Used on the main thread only. */
final class SharedRefresh {
  private final TodayApp app;
  private final MainThread main;
  private List<Once<TodayToken>> waiting;

  SharedRefresh(TodayApp app, MainThread main) {
    this.app = app;
    this.main = main;
  }

  /** How many requests the running refresh would answer. */
  int waiting() {
    return waiting == null ? 0 : waiting.size();
  }

  void token(Once<TodayToken> result) {
    if (waiting != null) {
      // An app that never ends its refresh would otherwise collect every request that timed out.
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
