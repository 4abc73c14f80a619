// For `causeway open --run` on a page of the sandbox store: refunds every order.
const { orders } = await (await fetch("/sandbox/orders")).json();
for (const { purchase } of orders) {
  const answer = await fetch(`/sandbox/orders/${purchase.order_id}/refund`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: "{}",
  });
  if (!answer.ok) throw new Error(`The refund of ${purchase.order_id} failed with the status ${answer.status}`);
}
return orders.map(({ purchase }) => `${purchase.product_id}: refunded`);
