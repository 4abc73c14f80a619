/** Returns the channel to the mock: a parameter of the function that `script/package-js` puts around the page scripts. */
function connectOfMock() {
  return connect;
}
