package causeway.hostkit;

/** A request to which the user agreed. */
public final class ApprovedRequest {
  /** The request that the user approved. */
  public final LinkRequest request;

  ApprovedRequest(LinkRequest request) {
    this.request = request;
  }
}
