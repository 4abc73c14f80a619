// The page in the sub-frame: passes on what its own bridge answers.
addEventListener("message", (event) => {
  causeway.call("echo", event.data).then((value) => event.ports[0].postMessage(value), (error) => event.ports[0].postMessage(`${error}`));
});
