package causeway.hostkit;

import org.json.JSONObject;

/** The wallet. Every method is called on the main thread, and returns at once; results may come on any thread. */
public interface LinkWallet {
  /** The protocol that {@code getAddress} without data means, such as {@code BCH}; null for none. */
  String defaultProtocol();

  /** How many decimal places an asset has; null if the wallet does not know. Asked for assets other than BCH, BTC, ETH. */
  Integer decimals(LinkRequest request);

  /**
   * Answers {@code getAddress}, {@code getInfo} or {@code requestValue}. Ask the user first where your wallet wants that.
   */
  void answer(LinkRequest request, Result<JSONObject> result);

  /**
   * Asks the user about {@code sendAssets}, {@code payInvoice}, {@code createToken} or {@code requestWeb3Sign}: true if
   * the user agrees to this very request. Fail at once for what the wallet cannot do, such as a protocol that it has not.
   * Show {@link LinkRequest#origin} as who asks, and texts of the page with {@link PageText#visible}.
   */
  void approve(LinkRequest request, Result<Boolean> result);

  /** Does what the user agreed to. Only {@link LinkBridge} makes an {@link ApprovedRequest}. */
  void act(ApprovedRequest approved, Result<JSONObject> result);
}
