package causeway.hostkit;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The wallet's side of Bitcoin.com Link: reading and checking what pages send, which frame may ask, consent before what
 * moves money or signs, and one answer for each request.
 */
public final class LinkBridge implements PageHost {
  /** The object that the page half looks for. */
  public static final String NATIVE_NAME = "bitcoinLinkNative";
  /** The global that takes answers where the object is one of {@code addJavascriptInterface}. */
  public static final String CALLBACK_NAME = "bitcoinLinkReceive";
  /** How many requests may be open at once. */
  static final int MAXIMUM_OPEN = 16384;

  private final LinkWallet wallet;
  private final MainThread main;
  private final Set<String> allowedOrigins;
  private final Set<String> open = new HashSet<String>();
  private int visit;

  /**
   * @param allowedOrigins the origins that are served, such as {@code https://shop.example}; null for every origin that
   *   has a name. Of a page's sub-frames those of its own origin are served
   */
  public LinkBridge(LinkWallet wallet, MainThread main, Collection<String> allowedOrigins) {
    this.wallet = wallet;
    this.main = main;
    this.allowedOrigins = allowedOrigins == null ? null : Origin.all(allowedOrigins);
  }

  /**
   * The web view shows another page now: nothing that the old one asked for moves money or signs any more, also if the
   * user agrees later. Such a request ends with {@code CANCELED}. Call it in {@code WebViewClient.onPageStarted}.
   */
  public void pageDidChange() {
    visit += 1;
    open.clear();
  }

  @Override public void receive(String text, Frame frame, Reply reply) {
    JSONObject envelope = Json.object(text);
    Object id = envelope == null ? Json.leadingId(text) : envelope.opt("id");
    if (!(id instanceof Number)) return; // Nobody waits for an answer.
    JSONObject message = envelope == null ? null : Json.object(envelope.optString("message"));
    Answer answer = new Answer((Number) id, message, reply);
    if (!isServed(frame)) {
      answer.fail(new PageError("CONNECTION_DENIED", "This frame is not served."));
    } else if (message == null || !answer.hasMessageId()) {
      // The page half has the message, and answers it if it finds a messageId.
      answer.fail(new PageError("MALFORMED_INPUT", "The message could not be read."));
    } else {
      answer.key = frame.origin + " " + envelope.optString("document") + " " + answer.messageKey();
      take(message, frame, answer);
    }
  }

  private boolean isServed(Frame frame) {
    if (frame.origin == null || allowedOrigins != null && !allowedOrigins.contains(frame.origin)) return false;
    return frame.isMainFrame || frame.origin.equals(frame.mainOrigin);
  }

  private void take(JSONObject message, Frame frame, final Answer answer) {
    // A second request with the id of an open one gets no answer: the page takes the first one's for both.
    if (open.contains(answer.key)) {
      answer.drop();
      return;
    }
    if (open.size() >= MAXIMUM_OPEN) {
      answer.fail(new PageError("CONNECTION_DENIED", "Too many requests are open."));
      return;
    }
    open.add(answer.key);
    answer.visit = visit;
    LinkCommand command = LinkCommand.named(message.opt("command"));
    if (command == null) {
      answer.fail(new PageError("PROTOCOL_ERROR", "The wallet does not have this command."));
      return;
    }
    // The one way to the page: a wallet that answers and then throws has answered.
    Once<JSONObject> result = new Once<JSONObject>(main, new Outcome(command, answer));
    try {
      LinkRequest request = request(command, message, frame);
      LinkCommand.checkDecimals(request, wallet);
      if (command.needsApproval) {
        ask(request, answer, result);
      } else {
        wallet.answer(request, result);
      }
    } catch (LinkFields.Refusal refusal) {
      result.fail(refusal.error);
    } catch (RuntimeException fault) {
      result.fail(null);
    }
  }

  private LinkRequest request(LinkCommand command, JSONObject message, Frame frame) throws LinkFields.Refusal {
    Object data = message.opt("data");
    if (command == LinkCommand.getAddress && (data == null || data == JSONObject.NULL)) {
      String usual = wallet.defaultProtocol();
      if (usual == null) {
        throw new LinkFields.Refusal("PROTOCOL_ERROR", "The wallet has no default protocol: pass { protocol }.");
      }
      JSONObject named = new JSONObject();
      LinkFields.put(named, "protocol", usual);
      data = named;
    }
    LinkFields fields = new LinkFields(data);
    command.check(fields);
    return new LinkRequest(command.name(), fields, message, frame);
  }

  private void ask(final LinkRequest request, final Answer answer, final Result<JSONObject> result) {
    wallet.approve(request, new Once<Boolean>(main, new Result<Boolean>() {
      @Override public void succeed(Boolean isApproved) {
        // What a page asked for that is gone is not done, whatever the user says. The page is answered all the same: a
        // page's first request may come before the web view tells of its start, and would wait for ever.
        if (answer.visit != visit) {
          result.fail(new PageError("CANCELED", "The page was left before the user agreed."));
          return;
        }
        if (!Boolean.TRUE.equals(isApproved)) {
          result.fail(new PageError("CANCELED", "The user refused."));
          return;
        }
        try {
          wallet.act(new ApprovedRequest(request), result);
        } catch (RuntimeException fault) {
          result.fail(null);
        }
      }

      @Override public void fail(PageError error) {
        result.fail(error);
      }
    }));
  }

  /** Passes the wallet's outcome on to the page; a failure without a type is the command's own. */
  private final class Outcome implements Result<JSONObject> {
    private final LinkCommand command;
    private final Answer answer;

    Outcome(LinkCommand command, Answer answer) {
      this.command = command;
      this.answer = answer;
    }

    @Override public void succeed(JSONObject data) {
      answer.succeed(data);
    }

    @Override public void fail(PageError error) {
      answer.fail(error == null || error.type == null ? command.failure : error);
    }
  }

  /** The answer to one message. */
  private final class Answer {
    private final Number id;
    private final JSONObject message;
    private final Reply reply;
    /** What the request is open under; null if it is not. */
    private String key;
    private int visit;

    Answer(Number id, JSONObject message, Reply reply) {
      this.id = id;
      this.message = message;
      this.reply = reply;
      visit = LinkBridge.this.visit;
    }

    boolean hasMessageId() {
      Object messageId = message.opt("messageId");
      return messageId instanceof Number || messageId instanceof String && !((String) messageId).isEmpty();
    }

    /** The messageId with its kind: 7 and "7" are two. */
    String messageKey() {
      Object messageId = message.opt("messageId");
      return (messageId instanceof String ? "text " : "number ") + messageId;
    }

    void succeed(JSONObject data) {
      answer("data", data);
    }

    void fail(PageError error) {
      try {
        if (key == null) {
          send("error", error.json());
        } else {
          answer("error", error.json());
        }
      } catch (JSONException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    void drop() {
      send("reply", null);
    }

    private void answer(String name, JSONObject value) {
      // The channel drops an answer to a document that is gone. After a change of the page, a request that is open under
      // the same key is another one.
      if (visit == LinkBridge.this.visit) open.remove(key);
      JSONObject answer = new JSONObject();
      LinkFields.put(answer, "messageId", message.opt("messageId"));
      // A message without a command is answered too, and each reply has one.
      Object command = message.opt("command");
      LinkFields.put(answer, "command", command instanceof String ? command : "");
      // `put` leaves out null.
      LinkFields.put(answer, name, value);
      send("reply", answer);
    }

    private void send(String name, JSONObject value) {
      JSONObject answer = new JSONObject();
      LinkFields.put(answer, "id", id);
      LinkFields.put(answer, name, value);
      reply.send(Json.ascii(answer.toString()));
    }
  }
}
