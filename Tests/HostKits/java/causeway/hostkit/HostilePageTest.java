package causeway.hostkit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

/** Pages and frames in Chromium that bypass or attack the page script. */
public final class HostilePageTest {
  private static Chromium chromium;
  private static Site site;
  private Tab tab;
  private TestToday app;
  private TodayBridge bridge;

  @BeforeClass public static void start() throws Exception {
    site = new Site();
    chromium = new Chromium();
  }

  @AfterClass public static void stop() throws Exception {
    chromium.close();
    site.close();
  }

  @Before public void open() throws Exception {
    tab = chromium.tab();
    app = new TestToday(tab.main);
    bridge = new TodayBridge(app, app, tab.main, List.of(site.origin), "android");
  }

  /** Returns the answer of the page's channel, as text. */
  private Object ask(String type) throws Exception {
    return tab.evaluate("todayWebViewBridge.postMessage({ type: \"" + type + "\" })"
        + ".then((value) => value === undefined ? \"undefined\" : JSON.stringify(value), String)");
  }

  /** Returns the URL of a page with a frame that runs a script and reports its end. */
  private String pageWithFrame(String origin, String script) {
    String frame = site.page("<!doctype html><script>" + script + "; parent.postMessage(\"done\", \"*\")</script>");
    return site.origin + site.page("<!doctype html><script>"
        + "frameIsDone = new Promise((done) => addEventListener(\"message\", ({ data }) => data === \"done\" && done()))"
        + "</script><iframe src=\"" + origin + frame + "\"></iframe>");
  }

  /** Waits until the app has received all messages that were sent before. */
  private void settle() throws Exception {
    assertEquals("undefined", ask("later"));
  }

  @Test public void aFrameOfAnotherOriginGetsNoAnswerOverAPort() throws Exception {
    Connection.ANDROID_PORT.attachToday(tab, bridge, site.origin);
    tab.open(pageWithFrame(site.otherOrigin, """
        for (const type of ["headers", "refreshToken", "establishSession"]) {
          const claims = { isMainFrame: true, origin: "ORIGIN", sourceOrigin: "ORIGIN" };
          todayWebViewBridgeNative.postMessage(JSON.stringify({ id: 1, type, refresh: true, ...claims }));
        }""".replace("ORIGIN", site.origin)));
    tab.evaluate("frameIsDone");
    settle();
    assertEquals(0, app.refreshes);
    assertEquals(List.of(), app.cookies);
  }

  @Test public void noFrameReachesTheAppOverAnInterface() throws Exception {
    Connection.ANDROID_INTERFACE.attachToday(tab, bridge, site.origin);
    for (String origin : List.of(site.otherOrigin, site.origin)) {
      tab.open(pageWithFrame(origin, """
          const message = JSON.stringify({ id: 1, type: "establishSession", refresh: true });
          const track = JSON.stringify({ id: 2, type: "track", ename: "frame" });
          for (const key of [undefined, "", "0".repeat(32), "ORIGIN", location.origin]) {
            for (const text of [message, track]) todayWebViewBridgeNative.postMessage(key, "0".repeat(32), text);
            todayWebViewBridgeNative.postMessage(message);
          }
          if ("todayWebViewBridge" in window) todayWebViewBridge.postMessage({ type: "track", ename: "shim" });
          """.replace("ORIGIN", site.origin)));
      tab.evaluate("frameIsDone");
      settle();
    }
    assertEquals(0, app.refreshes);
    assertEquals(List.of(), app.cookies);
    assertEquals(List.of(), app.events);
  }

  @Test public void anAnswerOverAnInterfaceDoesNotReachTheNextPage() throws Exception {
    app.isSilent = true;
    Connection.ANDROID_INTERFACE.attachToday(tab, bridge, site.origin);
    String trap = "<!doctype html><script>got = [];"
        + "for (const name of [\"todayWebViewBridgeReceive\"]) if (!(name in window)) window[name] = (...args) => got.push(args);"
        + "</script>";
    String empty = site.page("<!doctype html>");
    for (String next : List.of(site.otherOrigin + site.page(trap), site.origin + site.page(trap))) {
      tab.open(site.origin + empty);
      tab.evaluate("void todayWebViewBridge.postMessage({ type: \"refreshToken\" })");
      settle();
      Result<TodayToken> open = app.waiting.remove(0);
      tab.open(next);
      // If the next page has a channel, it sends a request with the same number, which the app does not answer.
      tab.evaluate("void (window.own = window.todayWebViewBridge?.postMessage({ type: \"headers\" })"
          + " ?? new Promise(() => {}))");
      open.succeed(new TodayToken("Bearer old", "old"));
      tab.main.passed().get(10, TimeUnit.SECONDS);
      assertEquals("[]", tab.evaluate("JSON.stringify(got)"));
      assertEquals("open", tab.evaluate(
          "new Promise((done) => { own.then(JSON.stringify).then(done); setTimeout(done, 0, \"open\"); })"));
    }
  }

  /** WebView2 posts an answer to the current document, and request ids begin again in each document. */
  @Test public void anAnswerOverMessagesOfWindowsDoesNotReachTheNextDocument() throws Exception {
    app.isSilent = true;
    Connection.WINDOWS_MESSAGES.attachToday(tab, bridge, site.origin);
    String empty = site.origin + site.page("<!doctype html>");
    tab.open(empty);
    tab.evaluate("void todayWebViewBridge.postMessage({ type: \"refreshToken\" })");
    settle();
    Result<TodayToken> left = app.waiting.remove(0);
    tab.open(empty);
    tab.evaluate("posted = new Promise((done) => chrome.webview.addEventListener(\"message\", done, { once: true }));"
        + "void (own = todayWebViewBridge.postMessage({ type: \"headers\" }))");
    left.succeed(new TodayToken("Bearer old", "old"));
    assertEquals("open", tab.evaluate("posted.then(() => new Promise((done) => {"
        + "own.then(JSON.stringify).then(done); setTimeout(done, 0, \"open\"); }))"));
  }

  @Test public void aPageOfAnotherOriginHasNoChannelOverAnInterface() throws Exception {
    Connection.ANDROID_INTERFACE.attachToday(tab, bridge, site.origin);
    tab.open(site.otherOrigin + site.page("<!doctype html>"));
    assertEquals("undefined", tab.evaluate("typeof window.todayWebViewBridge"));
    assertEquals("undefined", tab.evaluate("typeof window.__todayWebView"));
  }

  /** An old web view has no scripts at document start, so an app runs the page script late, in {@code onPageStarted}. */
  @Test public void thePageScriptCanRunLateAndTwice() throws Exception {
    KeyedInterface channel = new KeyedInterface(
        TodayBridge.CALLBACK_NAME, List.of(site.origin), tab::runInMainFrame, bridge);
    tab.addStandIn("android-interface.js", "standInForInterface", TodayBridge.NATIVE_NAME, (args, frame, context) ->
        channel.receive(args.optString(0), args.optString(1), args.optString(2)));
    tab.open(site.origin + site.page("<!doctype html>"));
    String script = channel.script(Connection.ANDROID_INTERFACE.pageScript("today"));
    for (int time = 0; time < 2; time += 1) tab.evaluate(script);
    assertEquals("{\"X-Today-Client\":\"host-kit\"}", ask("headers"));
  }

  /** A page whose built-in functions store all arguments and their callers. */
  private static final String THIEF = """
      <!doctype html><script>
      const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
      const { join } = Array.prototype;
      const { stringify } = JSON;
      const NativeError = Error;
      const NativeString = String;
      const loot = [];
      let isBusy = false;
      const take = (value) => {
        try { loot[loot.length] = NativeString(value) + stringify(value); } catch {}
      };
      const keep = (value) => {
        if (isBusy) return;
        isBusy = true;
        take(value);
        new NativeError().stack;
        isBusy = false;
      };
      Error.prepareStackTrace = (_, sites) => {
        for (let index = 0; index < sites.length; index += 1) {
          take(sites[index].getFunction());
          take(sites[index].getThis());
        }
      };
      taken = () => { isBusy = true; return apply(join, loot, []); };
      for (const own of [Reflect, Object, JSON, Object.prototype, Function.prototype, String.prototype, Promise.prototype,
        Promise, Symbol, Error, console, EventTarget.prototype, Array, Array.prototype]) {
        for (const name of ownKeys(own)) {
          const { value, configurable } = getOwnPropertyDescriptor(own, name);
          if (typeof value !== "function" || !configurable || name === "constructor" || name === Symbol.iterator) continue;
          defineProperty(own, name, { __proto__: null, configurable: true, writable: true, value: function () {
            keep(this);
            for (let index = 0; index < arguments.length; index += 1) keep(arguments[index]);
            return new.target ? construct(value, arguments) : apply(value, this, arguments);
          } });
        }
      }
      for (const name of [location.origin, "todayWebViewBridgeReceive", "bitcoinLinkReceive"]) {
        defineProperty(Object.prototype, name, {
          __proto__: null, configurable: true, get() { keep(this); }, set(value) { keep(this); keep(value); } });
      }
      </script>""";

  private void expectNothingStolen(KeyedInterface channel, String script) throws Exception {
    try {
      tab.evaluate(script);
    } catch (IllegalStateException thrown) {
      // The page may make the script fail, but then the page has no channel.
    }
    Matcher keys = Pattern.compile("[0-9a-f]{32}").matcher(channel.script("run"));
    String loot = (String) tab.evaluate("taken()");
    while (keys.find()) assertFalse("a key was stolen", loot.contains(keys.group()));
  }

  /**
   * The app injects the page script late, as in {@code onPageStarted}: the page's scripts run first, and the current
   * document may have another origin.
   */
  @Test public void aPageOfAnotherOriginDoesNotGetTheKey() throws Exception {
    for (String protocol : List.of("today", "link")) {
      KeyedInterface channel = new KeyedInterface(
          TodayBridge.CALLBACK_NAME, List.of(site.origin, "https://bank.example"), tab::runInMainFrame, bridge);
      for (String name : List.of(TodayBridge.NATIVE_NAME, LinkBridge.NATIVE_NAME)) {
        tab.addStandIn("android-interface.js", "standInForInterface", name, (args, frame, context) -> {});
      }
      String pageScript = Connection.ANDROID_INTERFACE.pageScript(protocol);
      for (String page : List.of(THIEF, "<!doctype html><script>stolen = \"\"; taken = () => stolen;"
          + "Reflect.getOwnPropertyDescriptor = (own) => { stolen += JSON.stringify(own) }</script>")) {
        tab.open(site.otherOrigin + site.page(page));
        expectNothingStolen(channel, channel.script(pageScript));
      }
    }
  }

  @Test public void malformedMessagesAreIgnored() throws Exception {
    Connection.ANDROID_PORT.attachToday(tab, bridge, site.origin);
    tab.open(site.origin + site.page("<!doctype html>"));
    tab.evaluate("""
        for (const text of ["", "{", "null", "[]", "7", "{".repeat(1e5), "[".repeat(1e6), '{"id":1e999}', '{"id":{}}',
          '{"id":99,"type":"track","ename":"' + "x".repeat(1e6), "\\0\\ud800"]) todayWebViewBridgeNative.postMessage(text);
        """);
    assertEquals("{\"X-Today-Client\":\"host-kit\"}", ask("headers"));
  }
}
