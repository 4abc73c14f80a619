// The inspector's token: it comes in the address that the server prints. It is kept for this tab and taken off the
// address, so that it is in no picture of the screen, no bookmark and no history.

const key = "causeway-inspector-token";

/** Returns the token of this tab, or an empty text if the tab has none. */
export function takeToken() {
  const address = new URL(location.href);
  const token = address.searchParams.get("token");
  if (token !== null) {
    sessionStorage.setItem(key, token);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
  }
  return sessionStorage.getItem(key) ?? "";
}
