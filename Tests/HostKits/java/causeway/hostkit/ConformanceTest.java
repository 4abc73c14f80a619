package causeway.hostkit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/** Runs the conformance suites in Chromium, with the kits' page scripts and the bridges for Android. */
public final class ConformanceTest {
  /** The rule about a Secure cookie, which is skipped, because these tests serve no page over HTTPS. */
  private static final String COOKIE = "today-3.4.5";
  private static Chromium chromium;
  private static Site site;

  @BeforeClass public static void start() throws Exception {
    site = new Site();
    chromium = new Chromium();
  }

  @AfterClass public static void stop() throws Exception {
    chromium.close();
    site.close();
  }

  /** Connects a suite's tab to a bridge before the suite starts. */
  private interface Suite {
    void attach(Tab tab) throws Exception;
  }

  private final Map<String, JSONObject> results = new LinkedHashMap<>();
  private final List<Tab> tabs = new ArrayList<>();

  private void start(String protocol, Connection connection, String query, Suite suite) throws Exception {
    Tab tab = chromium.tab();
    suite.attach(tab);
    tab.call("Page.navigate", "url", site.origin + "/" + protocol + "/index.html?platform=" + connection.platform
        + "&cross=" + site.otherOrigin + "&limit=60&" + query);
    tabs.add(tab);
  }

  /**
   * Waits for the suites, and asserts that exactly the expected rules failed or were skipped. A rule counts as failed
   * if it fails in any suite, and as skipped only if every suite skips it.
   */
  private void expectMet(String name, Set<String> skipped, Set<String> unmet) throws Exception {
    for (Tab tab : tabs) {
      tab.evaluate("new Promise((done) => {"
          + "const look = () => window.__conformanceDone ? done() : setTimeout(look, 20); look(); })");
      JSONArray rules = tab.report().get().getJSONArray("results");
      for (int index = 0; index < rules.length(); index += 1) {
        JSONObject rule = rules.getJSONObject(index);
        String number = rule.getString("number");
        String status = rule.getString("status");
        String before = results.containsKey(number) ? results.get(number).getString("status") : "";
        if (before.isEmpty() || status.equals("fail") || before.equals("skip") && status.equals("pass")) {
          results.put(number, rule);
        }
      }
      tab.close();
    }
    List<String> faults = new ArrayList<>();
    Set<String> broken = new TreeSet<>();
    Set<String> left = new TreeSet<>();
    for (JSONObject rule : results.values()) {
      String line = rule.getString("number") + " " + rule.getString("rule") + "\n    " + rule.getString("detail");
      if (rule.getString("status").equals("fail")) {
        broken.add(rule.getString("number"));
        if (!unmet.contains(rule.getString("number"))) faults.add(line);
      }
      if (rule.getString("status").equals("skip")) left.add(rule.getString("number"));
    }
    System.out.println(name + ": " + (results.size() - broken.size() - left.size()) + " passed, " + broken.size()
        + " failed, " + left.size() + " skipped");
    assertTrue(String.join("\n", faults), faults.isEmpty());
    assertEquals("the rules that this channel cannot meet", unmet, broken);
    assertEquals("the rules that could not be checked", skipped, left);
  }

  private void startToday(Connection connection, String query, boolean isTrusted, PageError failure) throws Exception {
    start("today", connection, query, tab -> {
      TestToday app = new TestToday(tab.main);
      app.failure = failure;
      List<String> trusted = isTrusted ? List.of(site.origin) : List.of();
      connection.attachToday(tab, new TodayBridge(app, app, tab.main, trusted, connection.platform), site.origin);
    });
  }

  private void expectToday(Connection connection, String... skipped) throws Exception {
    startToday(connection, "refresh=ok&tokens=new", true, null);
    startToday(connection, "refresh=fail", true, new PageError("The session has ended. Sign in again."));
    startToday(connection, "trusted=no", false, null);
    expectMet("today, " + connection, new TreeSet<>(List.of(skipped)), Set.of());
  }

  @Test public void todayOnAndroidOverAPort() throws Exception {
    expectToday(Connection.ANDROID_PORT, "today-1.5", COOKIE);
  }

  /** On this connection sub-frames have no channel, so the rules about sub-frames are skipped. */
  @Test public void todayOnAndroidOverAnInterface() throws Exception {
    expectToday(Connection.ANDROID_INTERFACE, "today-1.5", COOKIE, "today-7.8");
  }

  @Test public void todayOnWindowsOverMessages() throws Exception {
    expectToday(Connection.WINDOWS_MESSAGES, "today-1.5", COOKIE);
  }

  @Test public void todayOnWindowsOverAHostObject() throws Exception {
    expectToday(Connection.WINDOWS_HOST_OBJECT, "today-1.5", COOKIE);
  }

  private void expectLink(Connection connection, Set<String> skipped, Set<String> unmet) throws Exception {
    Map<String, TestWallet.User> users = Map.of(
        "approve", TestWallet.User.AGREES, "decline", TestWallet.User.REFUSES, "fail",
        TestWallet.User.AGREES_AND_THE_WALLET_FAILS);
    for (Map.Entry<String, TestWallet.User> each : users.entrySet()) {
      start("link", connection, "answer=" + each.getKey(), tab -> {
        LinkBridge bridge = new LinkBridge(new TestWallet(tab.main, each.getValue()), tab.main, null);
        connection.attachLink(tab, bridge, site.origin);
      });
    }
    expectMet("link, " + connection, skipped, unmet);
  }

  @Test public void linkOnAndroidOverAPort() throws Exception {
    expectLink(Connection.ANDROID_PORT, Set.of("link-1.4"), Set.of());
  }

  /**
   * On this connection sub-frames have no channel, even if they have the page's origin, so these rules cannot be met.
   */
  @Test public void linkOnAndroidOverAnInterface() throws Exception {
    Set<String> unmet = new TreeSet<>(List.of("link-7.1", "link-7.2", "link-7.3", "link-7.4", "link-7.9"));
    expectLink(Connection.ANDROID_INTERFACE, new TreeSet<>(List.of("link-1.4", "link-7.8")), unmet);
  }
}
