package causeway.hostkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.json.JSONArray;
import org.json.JSONObject;

/** A tab of Chromium. A stand-in in each frame carries messages between the frame and Java. */
final class Tab {
  /** Receives the messages of the frames. */
  interface Receiver {
    /** @param context the document that sent the message, for {@link Tab#deliver} */
    void receive(JSONArray args, Frame frame, int context);
  }

  private static final String BINDING = "hostKitSend";
  private final DevTools devTools;
  private final String session;
  private final String mainFrame;
  private final Map<Integer, JSONObject> contexts = new ConcurrentHashMap<>();
  private final Map<String, Receiver> receivers = new ConcurrentHashMap<>();
  final SerialThread main = new SerialThread();

  Tab(DevTools devTools, String session, String target) throws Exception {
    this.devTools = devTools;
    this.session = session;
    mainFrame = target;
    devTools.listen(session, this::take);
    call("Page.enable");
    call("Runtime.enable");
    call("Runtime.addBinding", "name", BINDING);
  }

  JSONObject call(String method, Object... parameters) throws Exception {
    return devTools.call(session, method, DevTools.object(parameters)).get(60, TimeUnit.SECONDS);
  }

  /** Adds a script that runs in every frame of every document, before the page's own scripts. */
  void addScript(String script) throws Exception {
    call("Page.addScriptToEvaluateOnNewDocument", "source", script);
  }

  /**
   * Adds a stand-in for an object of the web view.
   *
   * @param file a file in Tests/HostKits/pages
   * @param function the function that the file declares
   * @param name the name of the object that the page script uses
   */
  void addStandIn(String file, String function, String name, Receiver receiver) throws Exception {
    receivers.put(name, receiver);
    // Chromium adds the binding to each document before all scripts, so remove the binding before the page's scripts
    // run.
    addScript("{\n" + Files.readString(Path.of("Tests/HostKits/pages", file)) + "\n"
        + "const binding = window." + BINDING + ";\n"
        + "const name = " + JSONObject.quote(name) + ";\n"
        // Send the messages of one turn of the page together, so that they arrive in one turn of the app.
        + "let posted = [];\n"
        + "const flush = () => { binding(JSON.stringify({ name, posted })); posted = []; };\n"
        + "const send = (args) => { if (posted.push(args) === 1) queueMicrotask(flush); };\n"
        + "const deliver = " + function + "(send, name);\n"
        + "Object.defineProperty(window, \"hostKitDeliver \" + name, { value: deliver });\n}");
  }

  private void take(String event, JSONObject parameters) {
    try {
      switch (event) {
        case "Runtime.executionContextCreated": {
          JSONObject context = parameters.getJSONObject("context");
          contexts.put(context.getInt("id"), context);
          break;
        }
        case "Runtime.executionContextDestroyed":
          contexts.remove(parameters.getInt("executionContextId"));
          break;
        case "Runtime.bindingCalled": {
          int id = parameters.getInt("executionContextId");
          JSONObject payload = new JSONObject(parameters.getString("payload"));
          Receiver receiver = receivers.get(payload.getString("name"));
          Frame frame = frame(id);
          JSONArray posted = payload.getJSONArray("posted");
          main.run(() -> {
            for (int index = 0; index < posted.length(); index += 1) {
              receiver.receive(posted.optJSONArray(index), frame, id);
            }
          });
          break;
        }
        default:
      }
    } catch (Exception fault) {
      fault.printStackTrace();
    }
  }

  /** Returns the frame of a document, as Chromium reports it. */
  private Frame frame(int id) {
    JSONObject context = contexts.get(id);
    boolean isMainFrame = mainFrame.equals(context.optJSONObject("auxData").optString("frameId"));
    return new Frame(context.optString("origin"), isMainFrame, origin(mainContext()));
  }

  private String origin(Integer context) {
    return context == null ? null : contexts.get(context).optString("origin");
  }

  /** Returns the current top-level document; null between two documents. */
  private Integer mainContext() {
    return contexts.values().stream()
        .filter(each -> mainFrame.equals(each.optJSONObject("auxData").optString("frameId")))
        .filter(each -> each.optJSONObject("auxData").optBoolean("isDefault"))
        .map(each -> each.optInt("id")).max(Integer::compare).orElse(null);
  }

  /** Passes a text to the stand-in of a document. Chromium drops the text if the document has gone. */
  void deliver(String name, String text, int context) {
    String function = JSONObject.quote("hostKitDeliver " + name);
    devTools.call(session, "Runtime.evaluate", DevTools.object(
        "expression", "window[" + function + "](" + Json.literal(text) + ")", "contextId", context));
  }

  /** Passes a text to the stand-in of the current top-level document. */
  void deliver(String name, String text) {
    String function = JSONObject.quote("hostKitDeliver " + name);
    runInMainFrame("window[" + function + "]?.(" + Json.literal(text) + ")");
  }

  /** Runs a script in the current top-level document, as `WebView.evaluateJavascript` does. */
  void runInMainFrame(String script) {
    devTools.call(session, "Runtime.evaluate", DevTools.object("expression", script));
  }

  void close() throws Exception {
    devTools.call(null, "Target.closeTarget", DevTools.object("targetId", mainFrame)).get(60, TimeUnit.SECONDS);
  }

  /** Opens a page, and waits until it is loaded. */
  void open(String url) throws Exception {
    JSONObject answer = call("Page.navigate", "url", url);
    if (answer.has("errorText")) throw new IllegalStateException(url + ": " + answer.getString("errorText"));
    evaluate("new Promise((done) => document.readyState === \"complete\" ? done() : addEventListener(\"load\", done))");
  }

  /** Returns the JSON value of an expression in the top-level document. Waits for a promise. */
  Object evaluate(String expression) throws Exception {
    JSONObject answer = call(
        "Runtime.evaluate", "expression", expression, "awaitPromise", true, "returnByValue", true);
    if (answer.has("exceptionDetails")) throw new IllegalStateException(answer.getJSONObject("exceptionDetails").toString());
    return answer.getJSONObject("result").opt("value");
  }

  /** Returns the report of the conformance suite in this tab. */
  CompletableFuture<JSONObject> report() {
    return devTools.call(session, "Runtime.evaluate", DevTools.object(
        "expression", "window.__conformanceDone", "awaitPromise", true, "returnByValue", true))
        .thenApply(answer -> answer.optJSONObject("result").optJSONObject("value"));
  }
}
