package causeway.hostkit;

/** A request to which the user agreed. */
public final class ApprovedRequest {
  /** What was approved. */
  public final LinkRequest request;

  ApprovedRequest(LinkRequest request) {
    this.request = request;
  }
}
