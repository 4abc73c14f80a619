/**
 * Returns the channel to the mock. The channel is a parameter of the function that `script/package-js` puts around the
 * page scripts.
 */
function connectOfMock() {
  return connect;
}
