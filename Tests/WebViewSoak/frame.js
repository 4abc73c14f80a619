// The sub-frame's page. It passes on the answers of its own bridge.
addEventListener("message", (event) => {
  causeway.call("echo", event.data).then((value) => event.ports[0].postMessage(value), (error) => event.ports[0].postMessage(`${error}`));
});
