// The smallest inspector: it prints what the server tells.
const token = new URLSearchParams(location.search).get("token");
const socket = new WebSocket(`ws://${location.host}/__causeway/inspector?token=${token}`);
socket.onmessage = ({ data }) => {
  document.body.append(Object.assign(document.createElement("pre"), { textContent: data }));
};
