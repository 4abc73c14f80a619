// The sub-frame's page. The page forwards the answers of the bridge to the main page.
addEventListener("message", (event) => {
  causeway.call("echo", event.data).then((value) => event.ports[0].postMessage(value), (error) => event.ports[0].postMessage(`${error}`));
});
