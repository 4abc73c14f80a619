package causeway.hostkit;

import java.util.ArrayList;
import java.util.List;

/** One refresh for all who ask while it runs; a call after its end starts another. Used on the main thread only. */
final class SharedRefresh {
  private final TodayApp app;
  private final MainThread main;
  private List<Result<TodayToken>> waiting;

  SharedRefresh(TodayApp app, MainThread main) {
    this.app = app;
    this.main = main;
  }

  void token(Result<TodayToken> result) {
    if (waiting != null) {
      waiting.add(result);
      return;
    }
    waiting = new ArrayList<Result<TodayToken>>();
    waiting.add(result);
    Once<TodayToken> end = new Once<TodayToken>(main, new Result<TodayToken>() {
      @Override public void succeed(TodayToken token) {
        for (Result<TodayToken> each : end()) each.succeed(token);
      }

      @Override public void fail(PageError error) {
        for (Result<TodayToken> each : end()) each.fail(error);
      }
    });
    try {
      app.refreshToken(end);
    } catch (RuntimeException fault) {
      end.fail(null);
    }
  }

  private List<Result<TodayToken>> end() {
    List<Result<TodayToken>> ended = waiting;
    waiting = null;
    return ended;
  }
}
