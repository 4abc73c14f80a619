package causeway.hostkit;

import org.json.JSONObject;

/** The wallet. Every method is called on the main thread and must return at once; results may come on any thread. */
public interface LinkWallet {
  /** Returns the protocol for {@code getAddress} without data, such as {@code BCH}; null if there is none. */
  String defaultProtocol();

  /**
   * Returns the number of decimal places of an asset; null if the wallet does not know it. Not called for BCH, BTC and
   * ETH.
   */
  Integer decimals(LinkRequest request);

  /**
   * Answers {@code getAddress}, {@code getInfo} or {@code requestValue}. Ask the user first if your wallet requires
   * that.
   */
  void answer(LinkRequest request, Result<JSONObject> result);

  /**
   * Asks the user to approve {@code sendAssets}, {@code payInvoice}, {@code createToken} or {@code requestWeb3Sign}.
   * The result is true if the user agrees to exactly this request. If the wallet cannot perform the request, for
   * example because it lacks the protocol, report the failure without asking the user. Show {@link LinkRequest#origin}
   * as the requesting origin, and show texts of the page with {@link PageText#visible}.
   */
  void approve(LinkRequest request, Result<Boolean> result);

  /** Performs a request that the user approved. Only {@link LinkBridge} creates an {@link ApprovedRequest}. */
  void act(ApprovedRequest approved, Result<JSONObject> result);
}
